import type { CatalogQuery, Condition, Principals } from '@plenum/core/ports'
import { type IndexRow, toStorable } from '../indexValues.js'
import { isKindIndex } from '../rows/indexRows.js'
import { allOf, among, type Rows, type Sql, type StorableValue, sql } from '../sql.js'
import { isActive, type Stored } from './conditions/compileCondition.js'
import { visibleTo } from './visibleTo.js'

/**
 * A query, divided into conditions that can be evaluated from object counts, and conditions that require the objects
 * themselves.
 */
export interface QueryPlan {
  readonly principals: Principals
  /** The kinds that hits can have. Kinds without objects that the caller may view are omitted. */
  readonly kinds: readonly Kind[]
  readonly isOpen: boolean
  /** Whether all objects that the caller may view have one of these kinds. */
  readonly isOfAllKinds: boolean
  readonly share: number
  /** The number of objects that have other kinds or are hidden from the caller. */
  readonly excluded: number
  /**
   * The bounds for the dates of hits. A hit must be published at or before `from` and expire after `until`. The bounds
   * are null if the query ignores dates.
   */
  readonly active: { readonly from: number; readonly until: number } | null
  /** The conditions that depend on neither kinds nor dates. */
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

export const objectCount = (kinds: readonly Kind[]): number => kinds.reduce((sum, { objects }) => sum + objects, 0)

export const visibleCount = (kinds: readonly Kind[]): number => kinds.reduce((sum, { visible }) => sum + visible, 0)

function single(condition: Condition): Condition {
  const [only, ...more] = condition.kind === 'either' ? condition.conditions : []
  return only && more.length === 0 ? single(only) : condition
}

const isOfWholeSite = (condition: Condition): boolean =>
  condition.kind === 'below' && condition.path === '/' && condition.depth === null

type Of<K extends Condition['kind']> = Extract<Condition, { kind: K }>

function isOfKind(condition: Condition): condition is Of<'any' | 'all' | 'either' | 'not' | 'nothing'> {
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

// The following functions return checks for node rows `n` that another condition has found. SQLite must not use indexes
// for these checks, because the rows have already been found.

export const publicationChecks = ({ active }: Pick<QueryPlan, 'active'>, stored: Stored): Sql[] =>
  active === null ? [] : [isActive(active, stored)]

export const accessChecks = ({ principals, isOpen }: Pick<QueryPlan, 'principals' | 'isOpen'>): Sql[] =>
  isOpen || principals === 'system' ? [] : [sql`{unindexed}n.access_id ${visibleTo(principals)}`]

export const isOfKinds = ({ kinds }: Pick<QueryPlan, 'kinds'>): Sql =>
  sql`{unindexed}n.kind_id IN ${among(kinds.map(({ id }) => id))}`

/** Returns the condition that the query excludes the objects counted in row `c`, by their kind or by their access. */
export function isExcluded({ kinds, principals }: Pick<QueryPlan, 'kinds' | 'principals'>): Sql {
  const access = principals === 'system' ? [] : [sql`c.access_id ${visibleTo(principals)}`]
  return sql`NOT (${allOf([sql`c.kind_id IN ${among(kinds.map(({ id }) => id))}`, ...access])})`
}

/** A set of objects that have the same values in all kind indexes (see `isOfKinds`). */
export interface Kind {
  readonly id: number
  readonly values: ReadonlyMap<string, readonly StorableValue[]>
  readonly objects: number
  /** The number of objects that the caller may view if dates are ignored. */
  readonly visible: number
}

/** Returns the kinds of the objects that principals may view. Kinds without objects are omitted. */
export type KindsFor = (connection: Rows, stamp: string, principals: Principals) => Promise<readonly Kind[]>

const maxCallers = 200

/** Creates a function that reads the kinds once per caller and content stamp. */
export function createKinds(): KindsFor {
  let cachedStamp: string | undefined
  let cache = new Map<string, readonly Kind[]>()
  return async (connection, stamp, principals) => {
    if (stamp !== cachedStamp || cache.size > maxCallers) cache = new Map()
    cachedStamp = stamp
    const currentCache = cache
    const caller = JSON.stringify(principals)
    const kinds = currentCache.get(caller) ?? (await readKinds(connection, principals))
    currentCache.set(caller, kinds)
    return kinds
  }
}

interface KindRow extends Omit<Kind, 'values'> {
  readonly value_list: string
}

async function readKinds(connection: Rows, principals: Principals): Promise<readonly Kind[]> {
  const isVisible = principals === 'system' ? sql`true` : sql`c.access_id ${visibleTo(principals)}`
  const rows = await connection.rows<KindRow>(sql`
    SELECT k.id, k.value_list, sum(c.objects) AS objects, sum(CASE WHEN ${isVisible} THEN c.objects ELSE 0 END) AS visible
    FROM kind_count c JOIN kind k ON k.id = c.kind_id GROUP BY k.id`)
  return rows.map(kindOf)
}

function kindOf({ id, value_list, objects, visible }: KindRow): Kind {
  const values = new Map<string, StorableValue[]>()
  for (const [name, value] of JSON.parse(value_list) as IndexRow[])
    values.set(name, [...(values.get(name) ?? []), value])
  return { id, objects, visible, values }
}
