import type { Turn } from '@plenum/core'
import type { CatalogQuery } from '@plenum/core/ports'
import { type Sql, sql } from '../sql.js'
import type { SqliteRows } from '../sqlite/connect.js'
import { orderBy, sortColumns, sortTerms } from './compileSort.js'
import { compileSource, type Source } from './compileSource.js'
import type { Asked } from './readQuery.js'
import type { Stretch } from './stretches.js'

/** The `seq` of the hits of a page, in order, and the total number of hits. */
export interface Hits {
  readonly total: number
  readonly seqs: readonly number[]
}

export interface Search {
  readonly connection: SqliteRows
  readonly query: CatalogQuery
  readonly asked: Asked
  readonly turn: Turn
}

/** Looks at all objects that one condition finds. Where these are many, it goes stretch by stretch, in turns. */
export async function findHits(search: Search): Promise<Hits> {
  const { connection, query, asked } = search
  const { start = 0, size, sort = [] } = query
  const source = compileSource(asked, sort)
  if (size !== undefined && isLong(connection, { asked, source, end: start + size }))
    return inStretches(search, source, { start, size })
  return hitsIn(connection, query, { rows: source.rows, stretch: null, start, size: size ?? -1 })
}

/** The number of hits, but at most `most`. */
export function countHits(connection: SqliteRows, asked: Asked, most: number): number {
  return countRows(connection, compileSource(asked, []).rows(null), most)
}

function countRows(connection: SqliteRows, rows: Sql, most: number): number {
  const [row] = connection.rows<{ total: number }>(sql`SELECT count(*) AS total FROM (SELECT 1 ${rows} LIMIT ${most})`)
  return row?.total ?? 0
}

/** So many objects are looked at without a pause, which takes some milliseconds. */
const fewObjects = 8000
/** Pages up to this end are collected from stretches. */
const maxEnd = 1000

interface Plan {
  readonly asked: Asked
  readonly source: Source
  readonly end: number
}

function isLong(connection: SqliteRows, { asked, source: { found }, end }: Plan): boolean {
  const seen = asked.kinds.reduce((sum, kind) => sum + kind.seen, 0)
  if (found === null || seen <= fewObjects || end > maxEnd) return false
  return countRows(connection, sql`FROM ${found.from} WHERE ${found.where}`, fewObjects + 1) > fewObjects
}

interface Range {
  readonly start: number
  readonly size: number
}

/** The first hits of all stretches, sorted once more. */
async function inStretches({ connection, query, turn }: Search, { rows }: Source, range: Range): Promise<Hits> {
  const candidates: number[] = []
  let total = 0
  for (const stretch of stretchesOf(connection)) {
    if (turn.isOver()) await turn.next()
    const hits = hitsIn(connection, query, { rows, stretch, start: 0, size: range.start + range.size })
    total += hits.total
    candidates.push(...hits.seqs)
  }
  if (turn.isOver()) await turn.next()
  const sorted = sql`FROM json_each(${JSON.stringify(candidates)}) j CROSS JOIN node n ON n.seq = j.value`
  return { total, seqs: hitsIn(connection, query, { rows: () => sorted, stretch: null, ...range }).seqs }
}

function* stretchesOf(connection: SqliteRows): Generator<Stretch> {
  const [row] = connection.rows<{ last: number | null }>(sql`SELECT max(seq) AS last FROM node`)
  for (let after = 0; after < (row?.last ?? 0); after += fewObjects) yield { after, upTo: after + fewObjects }
}

interface Part extends Range {
  readonly rows: Source['rows']
  readonly stretch: Stretch
}

function hitsIn(connection: SqliteRows, query: CatalogQuery, { rows, stretch, start, size }: Part): Hits {
  const terms = sortTerms(query, stretch)
  const [row] = connection.rows<{ total: number; seqs: string }>(sql`
    WITH hits AS MATERIALIZED (SELECT ${sortColumns(terms)} ${rows(stretch)})
    SELECT (SELECT count(*) FROM hits) AS total, (
      SELECT json_group_array(seq) FROM (SELECT seq FROM hits ORDER BY ${orderBy(terms)} LIMIT ${size} OFFSET ${start})
    ) AS seqs`)
  return { total: row?.total ?? 0, seqs: JSON.parse(row?.seqs ?? '[]') as number[] }
}
