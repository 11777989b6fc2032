import type { SqlValue } from '../sql.js'
import { sql } from '../sql.js'
import { comesUpTo, needsColumns, sortColumns, sortTerms } from './compileSort.js'
import { compileSource, type Source } from './compileSource.js'
import { withoutDates } from './countedHits.js'
import { type Hits, hitsIn, hitsOf, type Range, type Search, sortedSeqs } from './hitsIn.js'
import type { Look } from './look.js'
import { type Found, stretchesOf } from './stretches.js'

/** The sort keys of a hit. */
type Values = readonly SqlValue[]

interface Walk {
  readonly found: Found
  readonly look: Look
}

/** The first chunks are small: their hits bound the page, which excludes most later hits. */
const fewFirst = 250

/**
 * The hits of a page, from one chunk after the other, each in a time slice. Once the page is full, only hits that sort
 * before its last one are collected.
 */
export async function hitsInStretches(search: Search, { found, look }: Walk, range: Range): Promise<Hits> {
  const { connection, query, asked, turn } = search
  const source = compileSource(withoutDates(connection, asked), look)
  const rows = needsColumns(query) ? source.rows : source.seqs
  const ahead = { start: 0, size: range.start + range.size }
  const isBackward = sortTerms(query, look)[0]?.descending ?? false
  let best: readonly number[] = []
  let last: Values | null = null
  let total = 0
  for (const stretch of stretchesOf(connection, found, { first: fewFirst, isBackward })) {
    if (turn.isOver()) await turn.next()
    const there = { ...look, stretch }
    const hits: Hits = last
      ? hitsUpTo(search, { rows, look: there, last })
      : hitsIn(search, { rows, look: there, ...ahead })
    total += hits.total
    if (hits.seqs.length === 0) continue
    best =
      last === null && best.length === 0 ? hits.seqs : sortedSeqs(search, [...best, ...hits.seqs], { look, ...ahead })
    last = best.length < ahead.size ? null : valuesOf(search, look, best.at(-1) ?? 0)
  }
  return { total, seqs: best.slice(range.start) }
}

/** Counts all hits of a chunk, and returns those that do not sort after the last one. */
function hitsUpTo(
  { connection, query }: Search,
  { rows, look, last }: { readonly rows: Source['rows']; readonly look: Look; readonly last: Values },
): Hits {
  const isTaken = comesUpTo(sortTerms(query, look), last)
  const [row] = connection.rows<{ total: number; seqs: string }>(sql`
    SELECT count(*) AS total, json_group_array(n.seq) FILTER (WHERE ${isTaken}) AS seqs ${rows(look.stretch)}`)
  return hitsOf(row)
}

function valuesOf({ connection, query }: Search, look: Look, seq: number): Values {
  const terms = sortTerms(query, look)
  const [row] = connection.rows<Record<string, SqlValue>>(
    sql`SELECT ${sortColumns(terms)} FROM node n WHERE n.seq = ${seq}`,
  )
  return terms.map((_, i) => row?.[`k${i}`] ?? null)
}
