import { type Sql, sql } from '../sql.js'
import type { SqliteConnection } from '../sqlite/connect.js'
import { compileSource } from './compileSource.js'
import { gatherAll, gatherBroad, gatherEvery } from './gatherTexts.js'
import { type Hits, hitsIn, type Search } from './hitsIn.js'
import { hitsInOrder, orderIn } from './hitsInOrder.js'
import { hitsInStretches } from './hitsInStretches.js'
import { everything } from './look.js'
import { seenOf } from './readQuery.js'
import { fewObjects, hasMany } from './stretches.js'

/** Pages up to this end are collected chunk by chunk. */
const maxEnd = 1000

/**
 * Checks all candidates that one condition finds. Many candidates are checked in chunks, one per time slice: chunks
 * only determine the hits if an index has the sort order, otherwise they also sort them.
 */
export async function findHits(search: Search): Promise<Hits> {
  const { connection, query, asked } = search
  const { start = 0, size } = query
  const look = await gatherBroad(connection, query, everything)
  const { found, rows } = compileSource(asked, look)
  const inOnePiece = () => hitsIn(search, { rows, look, start, size: size ?? -1 })
  if (size === undefined || start + size > maxEnd || found === null || seenOf(asked.kinds) < fewObjects)
    return inOnePiece()
  const page = { start, size }
  const order = orderIn(search)
  if (!hasMany(connection, found, fewObjects))
    return order ? hitsInOrder(search, { found: null, look, order }, page) : inOnePiece()
  const all = await (found.paths ? gatherEvery : gatherAll)(connection, query, look)
  // Gathered hits are read from their table, instead of searching the text index once more.
  const walk = { found: compileSource(asked, all).found ?? found, look: all }
  return order ? hitsInOrder(search, { ...walk, order }, page) : hitsInStretches(search, walk, page)
}

/** The number of hits, at most `limit`. */
export async function countHits({ connection, query, asked }: Search, most: number): Promise<number> {
  const look = await gatherBroad(connection, query, everything)
  return countRows(connection, compileSource(asked, look).seqs(null), most)
}

function countRows(connection: SqliteConnection, rows: Sql, most: number): number {
  const [row] = connection.rows<{ total: number }>(sql`SELECT count(*) AS total FROM (SELECT 1 ${rows} LIMIT ${most})`)
  return row?.total ?? 0
}
