import type { QueryConfig, QueryResult } from 'pg'
import type { Connection, Sql, SqlValue } from '../shared/sql.js'
import { engineOf } from './engine.js'
import type { Statement } from './server/statements.js'

export type Execute = (query: QueryConfig) => Promise<QueryResult>

export const executeAll = async (execute: Execute, query: QueryConfig): Promise<readonly QueryResult[]> =>
  (await execute(query)) as unknown as readonly QueryResult[]

export type Statements = (text: string) => Statement

export function connectionOn(statements: Statements, execute: Execute): Connection {
  const send = ({ text, values }: Sql) => execute({ ...statements(text), values: values.map(toSend) })
  const rows = async <Row>(query: Sql) => (await send(query)).rows as Row[]
  const methods = {
    rows,
    row: async <Row>(query: Sql) => (await rows<Row>(query))[0],
    run: async (query: Sql) => (await send(query)).rowCount ?? 0,
    exec: async (text: string) => void (await execute({ text })),
  }
  return { ...methods, engine: engineOf(methods) }
}

/** Returns a value in which NUL characters are replaced, because PostgreSQL strings cannot contain them. */
const toSend = (value: SqlValue): SqlValue =>
  typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value
