import type { PartCounts, PartKind, Parts } from '@plenum/core/ports'
import type { Connection } from '../connection.js'
import { isReferenced } from '../content/filePieces.js'
import { type Sql, sql } from '../sql.js'
import { aliases, objects, pieces, records, versions } from './contentParts.js'
import { formerUsers, groups, portraits, users } from './peopleParts.js'

type Readers = { readonly [K in PartKind]: (connection: Connection) => AsyncIterable<readonly Parts[K][]> }

const readers: Readers = {
  file: pieces,
  object: objects,
  record: records,
  version: versions,
  alias: aliases,
  votes: ({ engine }) => engine.votes.votes(),
  voter: ({ engine }) => engine.votes.voter(),
  user: users,
  portrait: portraits,
  group: groups,
  formerUser: formerUsers,
}

/** All parts of a kind. */
export const readParts = <K extends PartKind>(connection: Connection, kind: K): AsyncIterable<readonly Parts[K][]> =>
  readers[kind](connection)

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
