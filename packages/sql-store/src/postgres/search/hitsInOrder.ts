import type { CatalogQuery, Condition } from '@plenum/core/ports'
import { isCoarse, isFlag } from '../../search/coarseValues.js'
import { firstAlong } from '../../search/firstAlong.js'
import type { Hits } from '../../search/hitsIn.js'
import { isLeftOut } from '../../search/leftOut.js'
import { looksAtRow } from '../../search/looksAtRow.js'
import type { Asked } from '../../search/readQuery.js'
import { createSeqSet, type SeqSet } from '../../search/seqSet.js'
import { allOf, type Sql, sql } from '../../sql.js'
import type { Rows } from '../engine.js'
import { compileCondition } from './compileCondition.js'
import { inactiveRows } from './countByKinds.js'
import { valueFits } from './indexConditions.js'
import { firstInOrder, listOf, maxEnd, orderOf } from './sortedPage.js'

/** Fewer objects with a value are looked up one by one in less time; the `seq` of more are too many for one answer. */
const [fewest, most] = [300, 20_000]
/** So many objects that are left out cost no more than to look up one that is found. */
const leftOutForFound = 10

/**
 * The hits of a page in an order that an index has, where one condition is a value that many objects have. Indexes alone
 * tell who has the value, who is not to be found, and what comes first: it takes a quarter of the time of a look at each
 * row. Null where that does not help.
 */
export async function hitsInOrder(connection: Rows, query: CatalogQuery, asked: Asked): Promise<Hits | null> {
  const { sort = [], start = 0, size } = query
  const order = orderOf(sort)
  const [first, ...others] = asked.others.toSorted((a, b) => broadnessOf(a) - broadnessOf(b))
  if (order === null || size === undefined || start + size > maxEnd) return null
  if (first === undefined || !isOfOneValue(first) || others.some(looksAtRow) || asked.leftOut > most) return null
  const hits = await allHits(connection, { first, others }, asked)
  if (hits === null) return null
  const end = Math.min(start + size, hits.size())
  if (end <= start) return { total: hits.size(), seqs: [] }
  const along = await firstAlong(hits, { end, kinds: asked.kinds }, count =>
    seqsIn(connection, firstInOrder(asked.kinds, order, count)),
  )
  return along && { total: hits.size(), seqs: along.slice(start) }
}

type OneValue = Extract<Condition, { kind: 'any' }>

const isOfOneValue = (condition: Condition): condition is OneValue =>
  condition.kind === 'any' && condition.values.length === 1

/** Greater for what finds more objects; conditions that are no single value come last. */
function broadnessOf(condition: Condition): number {
  if (!isOfOneValue(condition)) return 3
  if (isFlag(condition)) return 2
  return isCoarse(condition) ? 1 : 0
}

interface Conditions {
  readonly first: OneValue
  readonly others: readonly Condition[]
}

/** Null where it would cost more than it saves. */
async function allHits(connection: Rows, { first, others }: Conditions, asked: Asked): Promise<SeqSet | null> {
  const found = sql`SELECT i.seq FROM node_index i WHERE ${valueFits(first)}`
  const row = await connection.row<Seqs & { readonly inactive: number }>(sql`SELECT
    ARRAY (${found} LIMIT ${most + 1})::text AS seqs,
    (SELECT count(*) FROM (${inactiveRows(asked.active, [])} LIMIT ${most + 1}) AS inactive) AS inactive`)
  const seqs = seqsOf(row)
  const left = asked.leftOut + Number(row?.inactive)
  if (seqs.length < fewest || seqs.length > most || left > Math.min(most, leftOutForFound * seqs.length)) return null
  const hits = createSeqSet()
  hits.add(others.length === 0 ? seqs : await seqsIn(connection, meeting(found, others)))
  hits.remove(await seqsIn(connection, listOf(leftOut(asked))))
  return hits
}

const meeting = (found: Sql, others: readonly Condition[]): Sql =>
  listOf(sql`SELECT n.seq FROM (${found}) AS n WHERE ${allOf(others.map(compileCondition))}`)

/**
 * Those of other kinds, and those that may not be found, kind by kind, so that the index is read for nothing else; those
 * that are not yet published, or expired.
 */
const leftOut = (asked: Asked): Sql => sql`
  SELECT o.seq FROM kind_count c CROSS JOIN LATERAL (
    SELECT n.seq FROM node n WHERE n.access_id = c.access_id AND n.kind_id = c.kind_id OFFSET 0
  ) AS o WHERE ${isLeftOut(asked)}
  UNION ALL ${inactiveRows(asked.active, [])}`

interface Seqs {
  readonly seqs: string
}

async function seqsIn(connection: Rows, list: Sql): Promise<readonly number[]> {
  return seqsOf(await connection.row<Seqs>(list))
}

/** `{1,2}` -> [1, 2]. A list in JSON takes PostgreSQL a third longer. */
const seqsOf = (row: Seqs | undefined): readonly number[] => JSON.parse(`[${row?.seqs.slice(1, -1) ?? ''}]`) as number[]
