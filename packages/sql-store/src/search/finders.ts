import type { Condition } from '@plenum/core/ports'
import { among, type Sql, sql } from '../sql.js'
import { directMatch } from './compileText.js'
import { findingBy, valueFits } from './indexConditions.js'
import type { Asked } from './readQuery.js'

/** What finds the rows `n` of a search; all other conditions only check them. */
export interface Finder {
  /** A lower rank means fewer expected rows. */
  readonly rank: number
  readonly from: Sql
  /** Follows `from`, and adds the rows of nodes. */
  readonly join: Sql
  readonly where: Sql
  /** What `from` has of `seq`, where it has the rows in the order of creation. */
  readonly seq: Sql | null
  /** The condition that then needs no check. */
  readonly settles: Condition | 'kinds' | null
}

type Of<K extends Condition['kind']> = Extract<Condition, { kind: K }>

const rank = {
  path: 0,
  text: 1,
  value: 2,
  values: 3,
  rareKinds: 4,
  coarse: 5,
  subtree: 6,
  range: 7,
  kinds: 8,
  flag: 9,
  all: 10,
}

const nothing: Sql = sql``
const nodes = { from: sql`node n`, join: nothing, where: sql`1`, seq: null, settles: null }

const everything: Finder = { ...nodes, rank: rank.all, from: sql`node n NOT INDEXED`, seq: sql`n.seq` }

export function finderOf(asked: Asked): Finder {
  const finders = [...asked.others.flatMap(byCondition), ...byKinds(asked), everything]
  return finders.reduce((best, one) => (one.rank < best.rank ? one : best))
}

function byCondition(condition: Condition): readonly Finder[] {
  switch (condition.kind) {
    case 'at':
      return [{ ...nodes, rank: rank.path }]
    case 'below':
      return [{ ...nodes, rank: condition.depth === 0 || condition.depth === 'children' ? rank.path : rank.subtree }]
    case 'text':
      return byText(condition)
    case 'range':
      return byRange(condition)
    case 'any':
      return [byValues(condition, condition)]
    case 'all':
      return condition.values.slice(0, 1).map(value => byValues({ ...condition, kind: 'any', values: [value] }, null))
    default:
      return []
  }
}

function byText(condition: Of<'text'>): readonly Finder[] {
  const match = directMatch(condition.query, condition.in)
  if (match === null) return []
  const join = sql` CROSS JOIN node n ON n.seq = w.rowid`
  const where = sql`w.node_words MATCH ${match}`
  return [{ rank: rank.text, from: sql`node_words w`, join, where, seq: sql`w.rowid`, settles: condition }]
}

/** An open range finds too many rows: most objects have a value. */
function byRange(condition: Of<'range'>): readonly Finder[] {
  if (condition.min === null && condition.max === null) return []
  return [{ ...nodes, rank: rank.range, where: findingBy(condition), settles: condition }]
}

/** For a single value a join is enough: it finds each object once, and in the order of creation. */
function byValues(by: Of<'any'>, settles: Condition | null): Finder {
  if (by.values.length !== 1) return { ...nodes, rank: rankOf(by), where: findingBy(by), settles }
  const from = sql`node_index i INDEXED BY node_index_by_value`
  const join = sql` CROSS JOIN node n ON n.seq = i.seq`
  const where = sql`i.name = ${by.index} AND ${valueFits(by)}`
  return { rank: rankOf(by), from, join, where, seq: sql`i.seq`, settles }
}

/** Indexes with few different values, each on many objects. */
const coarse = ['workflow_states', 'Language']

function rankOf({ index, values }: Of<'any'>): number {
  if (index === 'UID') return rank.path
  if (values.some(value => typeof value === 'boolean')) return rank.flag
  if (coarse.includes(index)) return rank.coarse
  return values.length > 1 ? rank.values : rank.value
}

function byKinds({ kinds, share }: Asked): readonly Finder[] {
  if (share === 1) return []
  const where = sql`n.kind_id IN ${among(kinds.map(({ id }) => id))}`
  const from = sql`node n INDEXED BY node_by_kind`
  return [{ ...nodes, rank: share < 0.1 ? rank.rareKinds : rank.kinds, from, where, seq: sql`n.seq`, settles: 'kinds' }]
}
