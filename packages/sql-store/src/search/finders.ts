import type { Condition } from '@plenum/core/ports'
import { depthOf } from '../depthOf.js'
import { among, type Sql, sql } from '../sql.js'
import { isCoarse, isFlag } from './coarseValues.js'
import { compileCondition } from './compileCondition.js'
import { expressionOf } from './compileText.js'
import { findingBy, valueFits } from './indexConditions.js'
import type { Look } from './look.js'
import type { Asked } from './readQuery.js'
import type { Stretch } from './stretches.js'

/** The access path that finds the rows `n` of a search; all other conditions only check them. */
export interface Finder {
  /** A lower rank means fewer expected rows. */
  readonly rank: number
  /** The table or index with the `seq` of these rows; null if the rows of nodes are scanned directly. */
  readonly from: Sql | null
  /** The way to read the rows of nodes, if no other way finds them. */
  readonly rows: Sql | null
  readonly where: Sql
  /** The `seq` of a row, if rows are found in order of creation or of paths. */
  readonly seq: Sql | null
  /** The path of a row, if rows are found in the order of paths, and the range of these paths. */
  readonly path: Sql | null
  readonly paths: NonNullable<Stretch> | null
  /** The condition that the access path makes redundant. */
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
  mostKinds: 10,
  all: 11,
}

const nodes = { from: null, rows: null, where: sql`1`, seq: null, path: null, paths: null, settles: null }

const wholeSite: Finder = { ...nodes, rank: rank.all, seq: sql`n.seq` }

export function finderOf(asked: Asked, look: Look): Finder {
  const finders = [...asked.others.flatMap(condition => byCondition(condition, look)), ...byKinds(asked), wholeSite]
  return finders.reduce((best, one) => (one.rank < best.rank ? one : best))
}

function byCondition(condition: Condition, look: Look): readonly Finder[] {
  switch (condition.kind) {
    case 'at':
      return [byPath(condition)]
    case 'below':
      return [byPlace(condition)]
    case 'text':
      return byText(condition, look)
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

function byPath(condition: Of<'at' | 'below'>): Finder {
  return { ...nodes, rank: rank.path, rows: sql`node n`, where: compileCondition(condition), settles: condition }
}

/** The index of paths finds the objects of a subtree. */
function byPlace(condition: Of<'below'>): Finder {
  if (condition.depth === 0 || condition.depth === 'children') return byPath(condition)
  const { path, depth } = condition
  const paths = path === '/' ? { from: '', before: '\u{10ffff}' } : { from: path, before: `${path}0` }
  // `/a-b` sorts between `/a` and `/a/b`.
  const isBelow = sql`(p.path >= ${path === '/' ? path : `${path}/`} OR p.path = ${path})`
  const where = depth === null ? isBelow : sql`(${isBelow} AND p.depth <= ${depthOf(path) + depth})`
  const found = { from: sql`node p`, where, seq: sql`p.seq`, path: sql`p.path`, paths }
  return { ...nodes, ...found, rank: rank.subtree, settles: condition }
}

function byText(condition: Of<'text'>, { gathered }: Look): readonly Finder[] {
  const { expression, negated } = expressionOf(condition.query, condition.in)
  if (negated) return []
  const id = gathered.get(expression)
  const text = { ...nodes, rank: rank.text, settles: condition }
  if (id === null) return [{ ...text, where: sql`0` }]
  return id === undefined
    ? [{ ...text, from: sql`node_words w`, where: sql`w.node_words MATCH ${expression}`, seq: sql`w.rowid` }]
    : [{ ...text, from: sql`temp.text_hit w`, where: sql`w.id = ${id}`, seq: sql`w.seq` }]
}

/** A half-open range finds too many rows: most objects have a value. */
function byRange(condition: Of<'range'>): readonly Finder[] {
  if (condition.min === null && condition.max === null) return []
  return [{ ...nodes, rank: rank.range, where: findingBy(condition), settles: condition }]
}

/** For a single value a join suffices: it finds each object once, in order of creation. */
function byValues(by: Of<'any'>, settles: Condition | null): Finder {
  if (by.values.length !== 1) return { ...nodes, rank: rankOf(by), where: findingBy(by), settles }
  const from = sql`node_index i INDEXED BY node_index_by_value`
  const where = sql`i.name = ${by.index} AND ${valueFits(by)}`
  return { ...nodes, rank: rankOf(by), from, where, seq: sql`i.seq`, settles }
}

function rankOf(condition: Of<'any'>): number {
  if (condition.index === 'UID') return rank.path
  if (isFlag(condition)) return rank.flag
  if (isCoarse(condition)) return rank.coarse
  return condition.values.length > 1 ? rank.values : rank.value
}

function byKinds({ kinds, share }: Asked): readonly Finder[] {
  if (share === 1) return []
  const where = sql`n.kind_id IN ${among(kinds.map(({ id }) => id))}`
  const rows = sql`node n INDEXED BY node_by_kind`
  return [{ ...nodes, rank: rankOfKinds(share), rows, where, seq: sql`n.seq`, settles: 'kinds' }]
}

function rankOfKinds(share: number): number {
  if (share < 0.1) return rank.rareKinds
  return share < 0.5 ? rank.kinds : rank.mostKinds
}
