import type { Instant } from '../../foundation/instants.js'
import { depthBelow, isAtOrBelow } from '../../foundation/paths.js'
import type { Indexes, IndexValue } from './catalog.js'
import { matchesText, type TextQuery } from './textQuery.js'

/**
 * Whose eyes a query has: names of roles and principals, of which one has to be among those who may find an object;
 * `'system'` is for questions of the rules themselves, whose answers are not sent to anyone.
 */
export type Principals = readonly string[] | 'system'

export type Condition =
  | { readonly kind: 'any'; readonly index: string; readonly values: readonly IndexValue[] }
  | { readonly kind: 'all'; readonly index: string; readonly values: readonly IndexValue[] }
  /** Both ends count; null is open. A text is never in a range of numbers, nor a number in one of texts. */
  | { readonly kind: 'range'; readonly index: string; readonly min: IndexValue | null; readonly max: IndexValue | null }
  | { readonly kind: 'text'; readonly in: 'title' | 'description' | 'everything'; readonly query: TextQuery }
  /** At a path (`depth` 0), its children (`children`), or all of its subtree down to a depth (null: without end), itself included. */
  | { readonly kind: 'below'; readonly path: string; readonly depth: number | null | 'children' }
  /** At one of the paths. */
  | { readonly kind: 'at'; readonly paths: readonly string[] }
  | { readonly kind: 'either'; readonly conditions: readonly Condition[] }
  /** Whatever the condition does not let through; objects that lack a value are among it. */
  | { readonly kind: 'not'; readonly condition: Condition }
  /** Published by then and not expired. */
  | { readonly kind: 'active'; readonly at: Instant }
  | { readonly kind: 'nothing' }

/** `by` is an index, `path`, `position` within the container, or `relevance`: hits in the title, newest, path. */
export interface Sort {
  readonly by: string
  readonly descending: boolean
}

export interface CatalogQuery {
  readonly principals: Principals
  /** All of them hold. */
  readonly where: readonly Condition[]
  /** What ties, and everything when there is no sort, comes in the order of creation. */
  readonly sort?: readonly Sort[]
  readonly start?: number
  /** At most so many; all when it is left out. */
  readonly size?: number
}

/** What a store knows of an object when it looks for it. */
export interface Indexed {
  readonly path: string
  readonly holders: readonly string[]
  readonly indexes: Indexes
  readonly titleWords: readonly string[]
  readonly descriptionWords: readonly string[]
  readonly words: readonly string[]
}

export function valuesOf(indexes: Indexes, index: string): readonly IndexValue[] {
  const value = Object.hasOwn(indexes, index) ? indexes[index] : undefined
  if (value === undefined) return []
  return typeof value === 'object' ? value : [value]
}

function isWithin(path: string, place: { readonly path: string; readonly depth: number | null | 'children' }): boolean {
  if (!isAtOrBelow(path, place.path)) return false
  if (place.depth === null) return true
  const depth = depthBelow(path, place.path)
  return place.depth === 'children' ? depth === 1 : depth <= place.depth
}

function inRange(value: IndexValue, min: IndexValue | null, max: IndexValue | null): boolean {
  const isComparable = [min, max].every(
    end => end === null || (typeof end === 'string') === (typeof value === 'string'),
  )
  return isComparable && (min === null || value >= min) && (max === null || value <= max)
}

const conditions: {
  readonly [K in Condition['kind']]: (condition: Extract<Condition, { kind: K }>, object: Indexed) => boolean
} = {
  any: ({ index, values }, { indexes }) => valuesOf(indexes, index).some(value => values.includes(value)),
  all: ({ index, values }, { indexes }) => values.every(value => valuesOf(indexes, index).includes(value)),
  range: ({ index, min, max }, { indexes }) => valuesOf(indexes, index).some(value => inRange(value, min, max)),
  text: (condition, { titleWords, descriptionWords, words }) =>
    matchesText(condition.query, { title: titleWords, description: descriptionWords, everything: words }[condition.in]),
  below: (place, { path }) => isWithin(path, place),
  at: ({ paths }, { path }) => paths.includes(path),
  either: ({ conditions: parts }, object) => parts.some(part => holds(part, object)),
  not: ({ condition }, object) => !holds(condition, object),
  active: ({ at }, { indexes }) =>
    valuesOf(indexes, 'effective').every(effective => Number(effective) <= at) &&
    valuesOf(indexes, 'expires').every(expires => Number(expires) > at),
  nothing: () => false,
}

function holds(condition: Condition, object: Indexed): boolean {
  const test = conditions[condition.kind] as (condition: Condition, object: Indexed) => boolean
  return test(condition, object)
}

/** What a query means: the reference that every store agrees with. */
export function matchesQuery({ principals, where }: CatalogQuery, object: Indexed): boolean {
  const isSeen = principals === 'system' || object.holders.some(holder => principals.includes(holder))
  return isSeen && where.every(condition => holds(condition, object))
}
