import type { Turn } from '@plenum/core'
import type { CatalogQuery } from '@plenum/core/ports'
import { sql } from '../sql.js'
import type { SqliteConnection } from '../sqlite/connect.js'
import { orderBy, sortColumns, sortTerms } from './compileSort.js'
import { type Source, wholeRows } from './compileSource.js'
import type { Look } from './look.js'
import type { Asked } from './readQuery.js'

/** The `seq` of the hits of a page, in order, and the total number of hits. */
export interface Hits {
  readonly total: number
  readonly seqs: readonly number[]
}

export interface Search {
  readonly connection: SqliteConnection
  readonly query: CatalogQuery
  readonly asked: Asked
  readonly turn: Turn
}

export interface Range {
  readonly start: number
  readonly size: number
}

interface Part extends Range {
  readonly rows: Source['rows']
  readonly look: Look
}

/** The hits of a chunk, in one statement. */
export function hitsIn({ connection, query }: Search, { rows, look, start, size }: Part): Hits {
  const terms = sortTerms(query, look)
  const [row] = connection.rows<{ total: number; seqs: string }>(sql`
    WITH hits AS MATERIALIZED (SELECT ${sortColumns(terms)} ${rows(look.stretch)})
    SELECT (SELECT count(*) FROM hits) AS total, (
      SELECT json_group_array(seq) FROM (SELECT seq FROM hits ORDER BY ${orderBy(terms)} LIMIT ${size} OFFSET ${start})
    ) AS seqs`)
  return hitsOf(row)
}

export function hitsOf(row: { readonly total: number; readonly seqs: string } | undefined): Hits {
  return { total: row?.total ?? 0, seqs: JSON.parse(row?.seqs ?? '[]') as number[] }
}

/** A sorted page of the hits with these `seq`. */
export function sortedSeqs(search: Search, seqs: readonly number[], part: Omit<Part, 'rows'>): readonly number[] {
  const rows = sql`FROM json_each(${JSON.stringify(seqs)}) j CROSS JOIN ${wholeRows} ON n.seq = j.value`
  return hitsIn(search, { rows: () => rows, ...part }).seqs
}
