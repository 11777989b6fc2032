import type { CatalogQuery, Condition, TextQuery } from '@plenum/core/ports'
import { firstAlong } from '../../search/firstAlong.js'
import { type Asked, seenOf } from '../../search/readQuery.js'
import { createSeqSet, type SeqSet } from '../../search/seqSet.js'
import { rowsOf, type Sql, sql } from '../../sql.js'
import type { Rows } from '../engine.js'
import { seqsIn, upTo } from './seqLists.js'
import { manyTextHits, matchesWithout } from './textMatch.js'

/** Whether hits in titles come first, then the last changed objects; simultaneous changes are sorted by path. */
export const isByRelevance = ({ sort = [] }: CatalogQuery): boolean =>
  sort.length === 1 && sort[0]?.by === 'relevance' && !sort[0].descending

interface Wanted {
  readonly asked: Asked
  readonly hits: SeqSet
  /** The number of requested hits; at least as many exist. */
  readonly end: number
}

/** Hits that are sorted in one statement, in about 20 ms. */
const mostSorted = 20_000
/** The `seq` of more titles are too many for one answer. */
const mostTitles = 200_000

/** The first hits by relevance; null if no index yields them. Removes hits in titles from `hits`. */
export async function firstByRelevance(
  connection: Rows,
  { where }: CatalogQuery,
  { asked, hits, end }: Wanted,
): Promise<readonly number[] | null> {
  const queries = where.flatMap(queriesIn)
  if (queries.some(matchesWithout)) return null
  const titled = queries.length === 0 ? [] : await seqsIn(connection, sql`${inTitles(queries)} ${upTo(mostTitles + 1)}`)
  if (titled.length > mostTitles) return null
  const objects = asked.leftOut + seenOf(asked.kinds)
  const inTitle = createSeqSet()
  inTitle.add(titled.filter(hits.has))
  for (const some of inTitle.parts(mostSorted)) hits.remove(some)
  const ofTitles = await firstChanged(connection, inTitle, { objects, end: Math.min(end, inTitle.size()) })
  const ofOthers = await firstChanged(connection, hits, { objects, end: Math.max(0, end - inTitle.size()) })
  return ofTitles && ofOthers && [...ofTitles, ...ofOthers]
}

function queriesIn(condition: Condition): readonly TextQuery[] {
  if (condition.kind === 'either') return condition.conditions.flatMap(queriesIn)
  return condition.kind === 'text' ? [condition.query] : []
}

const inTitles = (queries: readonly TextQuery[]): Sql =>
  queries.map(query => manyTextHits(query, 'title')).reduce((all, one) => sql`${all} UNION ALL ${one}`)

interface First {
  /** The number of all objects, hits or not. */
  readonly objects: number
  readonly end: number
}

async function firstChanged(connection: Rows, hits: SeqSet, { objects, end }: First) {
  if (end === 0) return []
  const along = await firstAlong(hits, { objects, end }, count =>
    seqsIn(connection, sql`SELECT n.seq FROM node n ORDER BY ${byChange} LIMIT ${count}`),
  )
  return along ?? firstSorted(connection, hits, end)
}

const byChange: Sql = sql`n.modified DESC, n.path`

async function firstSorted(connection: Rows, hits: SeqSet, end: number): Promise<readonly number[] | null> {
  if (hits.size() > mostSorted) return null
  const [all = []] = hits.parts(mostSorted)
  return seqsIn(
    connection,
    sql`SELECT n.seq FROM ${rowsOf(all)} JOIN node n ON n.seq = listed.value ORDER BY ${byChange} LIMIT ${end}`,
  )
}
