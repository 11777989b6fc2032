import type { NewAlias } from '@plenum/core/ports'
import { exists } from '../rows/nodePaths.js'
import { type Connection, hasRow, type Refusal, sql } from '../sql.js'
import type { ChangeStep } from './changeStep.js'

export const removeAliases: ChangeStep = async (connection, { removeAliases: aliasesToRemove = [] }, slice) => {
  for (const { path, uid } of aliasesToRemove) {
    if (slice.isOver()) await slice.next()
    const isOf = uid === undefined ? sql`true` : sql`seq = (SELECT n.seq FROM node n WHERE n.uid = ${uid})`
    await connection.run(sql`DELETE FROM alias WHERE path = ${path} AND ${isOf}`)
  }
  return null
}

export const addAliases: ChangeStep = async (connection, { aliases = [] }, slice) => {
  for (const alias of aliases) {
    if (slice.isOver()) await slice.next()
    const reason = await addAlias(connection, alias)
    if (reason) return reason
  }
  return null
}

async function addAlias(
  connection: Connection,
  { path, target, created, manual = true }: NewAlias,
): Promise<Refusal | null> {
  const isTaken =
    (await exists(connection, path)) || (await hasRow(connection, sql`SELECT 1 FROM alias WHERE path = ${path}`))
  if (isTaken) return 'taken'
  const insertion =
    'url' in target
      ? sql`INSERT INTO alias (path, url, created, manual) VALUES (${path}, ${target.url}, ${created}, ${Number(manual)})`
      : sql`
        INSERT INTO alias (path, seq, created, manual)
        SELECT ${path}, n.seq, CAST(${created} AS BIGINT), CAST(${Number(manual)} AS INTEGER) FROM node n WHERE n.uid = ${target.uid}`
  return (await connection.run(insertion)) === 0 ? 'gone' : null
}
