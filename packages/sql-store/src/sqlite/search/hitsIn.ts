import type { Search as AnySearch, Hits } from '../../shared/search/catalogReader.js'
import { orderBy, sortColumns, sortTerms } from '../../shared/search/conditions/sortTerms.js'
import { sql } from '../../shared/sql.js'
import type { SqliteConnection } from '../rows.js'
import { type Source, wholeRows } from './compileSource.js'
import type { SearchScope } from './conditions/chunks.js'
import { dialectIn } from './conditions/compileCondition.js'

export type Search = AnySearch<SqliteConnection>

export interface Range {
  readonly start: number
  readonly size: number
}

interface Part extends Range {
  readonly rows: Source['rows']
  readonly scope: SearchScope
}

export function hitsIn({ connection, query }: Search, { rows, scope, start, size }: Part): Hits {
  const terms = sortTerms(query, dialectIn(scope))
  const row = connection.row<{ total: number; seqs: string }>(sql`
    WITH hits AS MATERIALIZED (SELECT ${sortColumns(terms)} ${rows(scope.chunk)})
    SELECT (SELECT count(*) FROM hits) AS total, (
      SELECT json_group_array(seq) FROM (SELECT seq FROM hits ORDER BY ${orderBy(terms)} LIMIT ${size} OFFSET ${start})
    ) AS seqs`)
  return hitsOf(row)
}

export function hitsOf(row: { readonly total: number; readonly seqs: string } | undefined): Hits {
  return { total: row?.total ?? 0, seqs: JSON.parse(row?.seqs ?? '[]') as number[] }
}

export function sortedSeqs(search: Search, seqs: readonly number[], part: Omit<Part, 'rows'>): readonly number[] {
  const rows = sql`FROM json_each(${JSON.stringify(seqs)}) j CROSS JOIN ${wholeRows} ON n.seq = j.value`
  return hitsIn(search, { rows: () => rows, ...part }).seqs
}
