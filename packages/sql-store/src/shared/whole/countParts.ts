import type { PartCounts, PartKind } from '@plenum/core/ports'
import type { Connection } from '../connection.js'
import { isReferenced } from '../content/filePieces.js'
import { type Sql, sql } from '../sql.js'

const tables: Readonly<Record<Exclude<PartKind, 'votes' | 'voter'>, Sql>> = {
  file: sql`file_piece p WHERE ${isReferenced}`,
  object: sql`node`,
  record: sql`record`,
  version: sql`version`,
  alias: sql`alias`,
  user: sql`"user"`,
  portrait: sql`portrait`,
  group: sql`people_group`,
  formerUser: sql`former_user`,
}

export async function countParts(connection: Connection): Promise<PartCounts> {
  const counts: [string, number][] = []
  for (const [kind, table] of Object.entries(tables)) counts.push([kind, await rowsIn(connection, table)])
  return { ...Object.fromEntries(counts), ...(await connection.engine.votes.counts()) } as PartCounts
}

async function rowsIn(connection: Connection, table: Sql): Promise<number> {
  const row = await connection.row<{ rows: number }>(sql`SELECT count(*) AS rows FROM ${table}`)
  return Number(row?.rows ?? 0)
}
