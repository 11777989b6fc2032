import type { Condition, IndexValue } from '@plenum/core/ports'
import { depthOf } from '../../shared/content/nodeRows.js'
import { toStorable } from '../../shared/indexValues.js'
import { isCoarse, isFlag } from '../../shared/search/coarseValues.js'
import { valueFits } from '../../shared/search/conditions/compileCondition.js'
import type { QueryPlan } from '../../shared/search/planQuery.js'
import { among, rowsOf, type Sql, sql } from '../../shared/sql.js'
import type { Chunk, SearchScope } from './conditions/chunks.js'
import { compileCondition } from './conditions/compileCondition.js'
import { findingBy } from './conditions/compileEither.js'
import { expressionOf } from './conditions/textMatch.js'

/** The access path that finds the rows `n` of a search. All other conditions are only checked for these rows. */
export interface Finder {
  /** A rank that increases with the expected number of rows. */
  readonly rank: number
  /** The table or index that contains the `seq` values of the rows, or null if nodes are scanned directly. */
  readonly from: Sql | null
  /** The source of the node rows `n` if `from` is null. If `rows` is also null, the caller chooses the source. */
  readonly rows: Sql | null
  readonly where: Sql
  /** The `seq` of a row if rows are found in the order of creation or path, and otherwise null. */
  readonly seq: Sql | null
  /**
   * The path of a row if rows are found in the order of paths, and otherwise null. `paths` is the range of these
   * paths.
   */
  readonly path: Sql | null
  readonly paths: NonNullable<Chunk> | null
  /**
   * The condition that all found rows satisfy, so that it need not be checked, or null if there is no such condition.
   */
  readonly covered: Condition | 'kinds' | null
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
  commonKinds: 10,
  all: 11,
}

const noSource = { from: null, rows: null, where: sql`1`, seq: null, path: null, paths: null, covered: null }

const wholeSite: Finder = { ...noSource, rank: rank.all, seq: sql`n.seq` }

export function finderOf(plan: QueryPlan, scope: SearchScope): Finder {
  const finders = [
    ...plan.otherConditions.flatMap(condition => byCondition(condition, scope)),
    ...byKinds(plan),
    wholeSite,
  ]
  return finders.reduce((best, one) => (one.rank < best.rank ? one : best))
}

function byCondition(condition: Condition, scope: SearchScope): readonly Finder[] {
  switch (condition.kind) {
    case 'at':
      return [byPath(condition)]
    case 'below':
      return [bySubtree(condition)]
    case 'text':
      return byText(condition, scope)
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
  return { ...noSource, rank: rank.path, rows: sql`node n`, where: compileCondition(condition), covered: condition }
}

function bySubtree(condition: Of<'below'>): Finder {
  if (condition.depth === 0 || condition.depth === 'children') return byPath(condition)
  const { path, depth } = condition
  const paths = path === '/' ? { from: '', before: '\u{10ffff}' } : { from: path, before: `${path}0` }
  // This condition excludes paths such as `/a-b`, which sort between `/a` and `/a/b`.
  const isBelow = sql`(p.path >= ${path === '/' ? path : `${path}/`} OR p.path = ${path})`
  const where = depth === null ? isBelow : sql`(${isBelow} AND p.depth <= ${depthOf(path) + depth})`
  const source = { from: sql`node p`, where, seq: sql`p.seq`, path: sql`p.path`, paths }
  return { ...noSource, ...source, rank: rank.subtree, covered: condition }
}

function byText(condition: Of<'text'>, { gathered }: SearchScope): readonly Finder[] {
  const { expression, negated } = expressionOf(condition.query, condition.in)
  if (negated) return []
  const id = gathered.get(expression)
  const text = { ...noSource, rank: rank.text, covered: condition }
  if (id === null) return [{ ...text, where: sql`0` }]
  return id === undefined
    ? [{ ...text, from: sql`node_words w`, where: sql`w.node_words MATCH ${expression}`, seq: sql`w.rowid` }]
    : [{ ...text, from: sql`temp.text_hit w`, where: sql`w.id = ${id}`, seq: sql`w.seq` }]
}

/** Returns the access path for a range, or no access path if the range is open at both ends. */
function byRange(condition: Of<'range'>): readonly Finder[] {
  if (condition.min === null && condition.max === null) return []
  return [{ ...noSource, rank: rank.range, where: findingBy(condition), covered: condition }]
}

/**
 * Returns the access path for the objects with one of several values. For a single value, a join is sufficient,
 * because it finds each object once, in the order of creation.
 */
function byValues(condition: Of<'any'>, covered: Condition | null): Finder {
  if (condition.index === 'UID') return byUid(condition.values, covered)
  if (condition.values.length !== 1)
    return { ...noSource, rank: rankOf(condition), where: findingBy(condition), covered }
  const from = sql`node_index i INDEXED BY node_index_by_value`
  const where = valueFits(condition, toStorable)
  return { ...noSource, rank: rankOf(condition), from, where, seq: sql`i.seq`, covered }
}

/** Returns the access path for UIDs. The table of nodes has its own index of UIDs, which finds rows in one step. */
function byUid(uids: readonly IndexValue[], covered: Condition | null): Finder {
  const texts = uids.filter(uid => typeof uid === 'string')
  const rows = sql`${rowsOf([...new Set(texts)])} u CROSS JOIN node n ON n.uid = u.value`
  return { ...noSource, rank: rank.path, rows, covered }
}

function rankOf(condition: Of<'any'>): number {
  if (isFlag(condition)) return rank.flag
  if (isCoarse(condition)) return rank.coarse
  return condition.values.length > 1 ? rank.values : rank.value
}

function byKinds({ kinds, share }: QueryPlan): readonly Finder[] {
  if (share === 1) return []
  const where = sql`n.kind_id IN ${among(kinds.map(({ id }) => id))}`
  const rows = sql`node n INDEXED BY node_by_kind`
  return [{ ...noSource, rank: rankOfKinds(share), rows, where, seq: sql`n.seq`, covered: 'kinds' }]
}

function rankOfKinds(share: number): number {
  if (share < 0.1) return rank.rareKinds
  return share < 0.5 ? rank.kinds : rank.commonKinds
}
