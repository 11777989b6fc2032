import type { StoreDefect } from '@plenum/core/ports'
import { type Checks, type Rows, type Sql, sql } from '../sql.js'

export interface DerivedTable {
  readonly what: string
  readonly wrong: Sql
  readonly repair: readonly Sql[]
}

const countRows = sql`SELECT kind_id, access_id, count(*) AS objects FROM node GROUP BY kind_id, access_id`
export const countKinds: readonly Sql[] = [
  sql`DELETE FROM kind_count`,
  sql`INSERT INTO kind_count (kind_id, access_id, objects) ${countRows}`,
]
const holderRows = sql`SELECT h.value AS holder, a.id AS access_id FROM access a, {holders of a} h`
/** SQL for the path of the container, which is the path without its last segment: `/a` for `/a/b`. */
const container = sql`
  CASE path WHEN '/' THEN NULL ELSE coalesce(nullif(rtrim(rtrim(path, replace(path, '/', '')), '/'), ''), '/') END`
const depth = sql`CASE path WHEN '/' THEN 0 ELSE length(path) - length(replace(path, '/', '')) END`
const isMisplaced = sql`parent IS DISTINCT FROM ${container} OR depth <> ${depth}`

/**
 * Returns the tables that are derived from content. `references` selects the rows that `file_reference` should
 * contain.
 */
export const derivedTables = (references: Sql): readonly DerivedTable[] => [
  {
    what: 'node',
    wrong: sql`SELECT 1 FROM node WHERE ${isMisplaced}`,
    repair: [sql`UPDATE node SET parent = ${container}, depth = ${depth} WHERE ${isMisplaced}`],
  },
  {
    what: 'kind_count',
    wrong: differing(countRows, sql`SELECT kind_id, access_id, objects FROM kind_count`),
    repair: countKinds,
  },
  {
    what: 'file_reference',
    wrong: differing(references, sql`SELECT digest, seq, version FROM file_reference`),
    repair: [sql`DELETE FROM file_reference`, sql`INSERT INTO file_reference (digest, seq, version) ${references}`],
  },
  {
    what: 'access_holder',
    wrong: differing(holderRows, sql`SELECT holder, access_id FROM access_holder`),
    repair: [sql`DELETE FROM access_holder`, sql`INSERT INTO access_holder (holder, access_id) ${holderRows}`],
  },
]

/** Returns SQL for the symmetric difference of two queries. */
export function differing(one: Sql, other: Sql): Sql {
  const only = (a: Sql, b: Sql): Sql =>
    sql`SELECT * FROM (SELECT * FROM (${a}) AS a EXCEPT SELECT * FROM (${b}) AS b) AS rest`
  return sql`${only(one, other)} UNION ALL ${only(other, one)}`
}

export const checksOfTables = (connection: Rows, tables: readonly DerivedTable[]): Checks => ({
  faults: () => faultsIn(connection, tables),
  repair: async () => {
    for (const { repair } of tables) for (const statement of repair) await connection.run(statement)
  },
})

async function faultsIn(connection: Rows, tables: readonly DerivedTable[]): Promise<readonly StoreDefect[]> {
  const defects: StoreDefect[] = []
  for (const { what, wrong } of tables) {
    const row = await connection.row<{ rows: number }>(sql`SELECT count(*) AS rows FROM (${wrong}) AS wrong`)
    if (row && row.rows > 0) defects.push({ what, rows: row.rows, isRepairable: true })
  }
  return defects
}
