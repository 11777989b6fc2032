import type { CatalogQuery, Condition, Principals } from '@plenum/core/ports'
import { toStorable } from '../indexValues.js'
import { isKindIndex } from '../rows/catalogColumns.js'
import { allOf, among, type Sql, sql } from '../sql.js'
import { isActive, type Stored } from './conditions/compileCondition.js'
import type { Kind } from './kinds.js'
import { visibleTo } from './visibleTo.js'

/**
 * A query divided into the conditions that counts of objects can answer, and those that require the objects themselves.
 */
export interface QueryPlan {
  readonly principals: Principals
  /** The kinds of all hits, except those without objects visible to the caller. */
  readonly kinds: readonly Kind[]
  /** Whether the caller may see every object of these kinds. */
  readonly isOpen: boolean
  /** Whether every object that the caller may see is of one of these kinds. */
  readonly isOfAllKinds: boolean
  /** The objects of these kinds as a share of all objects, from 0 to 1. */
  readonly share: number
  /** The number of objects that are of other kinds, or hidden from the caller. */
  readonly excluded: number
  /** Hits are published at `from` or before, and expire after `until`; null if dates do not matter. */
  readonly active: { readonly from: number; readonly until: number } | null
  /** The conditions on neither kinds nor dates. */
  readonly otherConditions: readonly Condition[]
}

export function planQuery({ principals, where }: CatalogQuery, all: readonly Kind[]): QueryPlan {
  const conditions = where.map(single).filter(condition => !isOfWholeSite(condition))
  const ofKind = conditions.filter(isOfKind)
  const times = conditions.flatMap(condition => (condition.kind === 'active' ? [condition.at] : []))
  const visible = all.filter(kind => kind.visible > 0)
  const kinds = visible.filter(kind => ofKind.every(condition => kindMeets(kind, condition)))
  return {
    principals,
    kinds,
    isOpen: kinds.every(({ objects, visible: count }) => objects === count),
    isOfAllKinds: kinds.length === visible.length,
    share: objectCount(kinds) / Math.max(1, objectCount(all)),
    excluded: objectCount(all) - visibleCount(kinds),
    active: times.length === 0 ? null : { from: Math.min(...times), until: Math.max(...times) },
    otherConditions: conditions.filter(condition => !isOfKind(condition) && condition.kind !== 'active'),
  }
}

/** The number of objects of some kinds. */
export const objectCount = (kinds: readonly Kind[]): number => kinds.reduce((sum, { objects }) => sum + objects, 0)

/** The number of these objects that the caller may see. */
export const visibleCount = (kinds: readonly Kind[]): number => kinds.reduce((sum, { visible }) => sum + visible, 0)

/** Unwraps an `either` with a single alternative. */
function single(condition: Condition): Condition {
  const [only, ...more] = condition.kind === 'either' ? condition.conditions : []
  return only && more.length === 0 ? single(only) : condition
}

const isOfWholeSite = (condition: Condition): boolean =>
  condition.kind === 'below' && condition.path === '/' && condition.depth === null

type Of<K extends Condition['kind']> = Extract<Condition, { kind: K }>

/** A condition met by all objects of a kind, or by none. */
type KindCondition = Of<'any' | 'all' | 'either' | 'not' | 'nothing'>

function isOfKind(condition: Condition): condition is KindCondition {
  switch (condition.kind) {
    case 'any':
    case 'all':
      return isKindIndex(condition.index)
    case 'either':
      return condition.conditions.every(isOfKind)
    case 'not':
      return isOfKind(condition.condition)
    default:
      return condition.kind === 'nothing'
  }
}

/** Whether the objects of a kind meet a condition. */
function kindMeets(kind: Pick<Kind, 'values'>, condition: Condition): boolean {
  switch (condition.kind) {
    case 'any':
      return condition.values.map(toStorable).some(value => valuesOf(kind, condition.index).includes(value))
    case 'all':
      return condition.values.map(toStorable).every(value => valuesOf(kind, condition.index).includes(value))
    case 'either':
      return condition.conditions.some(one => kindMeets(kind, one))
    case 'not':
      return !kindMeets(kind, condition.condition)
    default:
      return false
  }
}

const valuesOf = ({ values }: Pick<Kind, 'values'>, index: string) => values.get(index) ?? []

// These functions check the rows `n` of nodes. SQLite must not use them to find rows, because another condition does.

export const publicationChecks = ({ active }: Pick<QueryPlan, 'active'>, stored: Stored): Sql[] =>
  active === null ? [] : [isActive(active, stored)]

export const accessChecks = ({ principals, isOpen }: Pick<QueryPlan, 'principals' | 'isOpen'>): Sql[] =>
  isOpen || principals === 'system' ? [] : [sql`{unindexed}n.access_id ${visibleTo(principals)}`]

export const isOfKinds = ({ kinds }: Pick<QueryPlan, 'kinds'>): Sql =>
  sql`{unindexed}n.kind_id IN ${among(kinds.map(({ id }) => id))}`

/**
 * A condition that the objects counted by a row `c` are of other kinds than the requested ones, or hidden from the
 * caller.
 */
export function isExcluded({ kinds, principals }: Pick<QueryPlan, 'kinds' | 'principals'>): Sql {
  const access = principals === 'system' ? [] : [sql`c.access_id ${visibleTo(principals)}`]
  return sql`NOT (${allOf([sql`c.kind_id IN ${among(kinds.map(({ id }) => id))}`, ...access])})`
}
