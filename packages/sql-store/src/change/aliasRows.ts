import type { NewAlias } from '@plenum/core/ports'
import { type Connection, hasRow } from '../connection.js'
import { sql } from '../sql.js'
import type { ChangeStep, Refusal } from './changeStep.js'
import { exists } from './places.js'

export const removeAliases: ChangeStep = async (connection, { removeAliases: removed = [] }, turn) => {
  for (const { path, uid } of removed) {
    if (turn.isOver()) await turn.next()
    const isOf = uid === undefined ? sql`1` : sql`seq = (SELECT n.seq FROM node n WHERE n.uid = ${uid})`
    connection.run(sql`DELETE FROM alias WHERE path = ${path} AND ${isOf}`)
  }
  return null
}

export const addAliases: ChangeStep = async (connection, { aliases = [] }, turn) => {
  for (const alias of aliases) {
    if (turn.isOver()) await turn.next()
    const reason = addAlias(connection, alias)
    if (reason) return reason
  }
  return null
}

function addAlias(connection: Connection, { path, target, created }: NewAlias): Refusal | null {
  if (exists(connection, path) || hasRow(connection, sql`SELECT 1 FROM alias WHERE path = ${path}`)) return 'taken'
  const added =
    'url' in target
      ? sql`INSERT INTO alias (path, url, created, manual) VALUES (${path}, ${target.url}, ${created}, 1)`
      : sql`
        INSERT INTO alias (path, seq, created, manual)
        SELECT ${path}, n.seq, CAST(${created} AS INTEGER), 1 FROM node n WHERE n.uid = ${target.uid}`
  return connection.run(added) === 0 ? 'gone' : null
}
