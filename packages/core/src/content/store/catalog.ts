import type { Instant } from '../../foundation/instants.js'
import type { JsonObject } from '../../foundation/json.js'
import { coveringPaths, depthBelow, isAtOrBelow } from '../../foundation/paths.js'

export type IndexValue = string | number | boolean

/**
 * The index values of an object by index name. If an index contains several values, a search for any of them finds the
 * object.
 */
export type Indexes = Readonly<Record<string, IndexValue | readonly IndexValue[]>>

/** The catalog entry of an object without its words. Summaries are built from `columns`. */
export interface CatalogFacts {
  /**
   * The roles and principals that can find the object, because they have both the Access contents information
   * permission and the View permission.
   */
  readonly holders: readonly string[]
  readonly indexes: Indexes
  readonly columns: JsonObject
}

/** The folded words of the title, of the description and of all searchable fields, including title and description. */
export interface SearchWords {
  readonly titleWords: readonly string[]
  readonly descriptionWords: readonly string[]
  readonly words: readonly string[]
}

export type CatalogEntry = CatalogFacts & SearchWords

/**
 * A new catalog entry. Most changes do not affect the words, so the words can be omitted. The stored words then remain.
 */
export type CatalogUpdate = CatalogFacts & (SearchWords | { readonly [K in keyof SearchWords]?: undefined })

/** A search hit: the data from which the summary of an object is built, without the fields of the object. */
export interface SearchHit {
  readonly uid: string
  readonly path: string
  readonly type: string
  /** The zero-based position of the object in its container. */
  readonly position: number
  readonly columns: JsonObject
}

/**
 * The roles and principals of a caller. A search finds only objects whose `holders` include one of them. `'system'`
 * finds all objects, so use it only for rules whose results are not sent to the caller.
 */
export type Principals = readonly string[] | 'system'

/** A search condition. `any` requires at least one of the values, and `all` requires all of them. */
export type Condition =
  | { readonly kind: 'any'; readonly index: string; readonly values: readonly IndexValue[] }
  | { readonly kind: 'all'; readonly index: string; readonly values: readonly IndexValue[] }
  /**
   * A range that includes its limits. If `min` or `max` is null, the range is unlimited in this direction. Ranges of
   * numbers never match strings, and vice versa.
   */
  | { readonly kind: 'range'; readonly index: string; readonly min: IndexValue | null; readonly max: IndexValue | null }
  /**
   * Excludes objects that match the ranges of `start` and `end` only with different occurrences. Use this condition
   * together with these ranges. A null boundary means no limit. An object matches if it has fewer starts before
   * `startsFrom` than ends at or before `endsUntil`, and fewer ends before `endsFrom` than starts at or before
   * `startsUntil`.
   */
  | {
      readonly kind: 'sameOccurrence'
      readonly startsFrom: IndexValue | null
      readonly startsUntil: IndexValue | null
      readonly endsFrom: IndexValue | null
      readonly endsUntil: IndexValue | null
    }
  | { readonly kind: 'text'; readonly in: 'title' | 'description' | 'everything'; readonly query: TextQuery }
  /**
   * The object at a path (`depth` 0), its children (`children`), or the object and its descendants down to a depth
   * (`null` for all descendants).
   */
  | { readonly kind: 'below'; readonly path: string; readonly depth: number | null | 'children' }
  | { readonly kind: 'at'; readonly paths: readonly string[] }
  | { readonly kind: 'either'; readonly conditions: readonly Condition[] }
  /** All objects that do not meet the condition, including objects without a value in its index. */
  | { readonly kind: 'not'; readonly condition: Condition }
  /** The objects that are published and not expired at the time `at`. */
  | { readonly kind: 'active'; readonly at: Instant }
  | { readonly kind: 'nothing' }

/**
 * A sort key. `by` is an index, `path`, `position` (in the container) or `relevance` (hits in titles first, then most
 * recently modified first, then by path).
 */
export interface Sort {
  readonly by: string
  readonly descending: boolean
}

export interface CatalogQuery {
  readonly principals: Principals
  /** The conditions that every hit must meet. */
  readonly where: readonly Condition[]
  /** The sort keys. Objects with equal keys, or all objects if `sort` is omitted, are sorted by creation time. */
  readonly sort?: readonly Sort[]
  readonly start?: number
  /** The maximum number of hits. If omitted, the number of hits is unlimited. */
  readonly size?: number
}

/** The path of an object and its catalog entry without columns, to which search conditions apply. */
export interface Indexed extends Omit<CatalogEntry, 'columns'> {
  readonly path: string
}

export function valuesOf(indexes: Indexes, index: string): readonly IndexValue[] {
  const value = Object.hasOwn(indexes, index) ? indexes[index] : undefined
  if (value === undefined) return []
  return typeof value === 'object' ? value : [value]
}

function isWithin(
  path: string,
  subtree: { readonly path: string; readonly depth: number | null | 'children' },
): boolean {
  if (!isAtOrBelow(path, subtree.path)) return false
  if (subtree.depth === null) return true
  const depth = depthBelow(path, subtree.path)
  return subtree.depth === 'children' ? depth === 1 : depth <= subtree.depth
}

function inRange(value: IndexValue, min: IndexValue | null, max: IndexValue | null): boolean {
  const isComparable = [min, max].every(
    bound => bound === null || (typeof bound === 'string') === (typeof value === 'string'),
  )
  return isComparable && (min === null || value >= min) && (max === null || value <= max)
}

const conditions: {
  readonly [K in Condition['kind']]: (condition: Extract<Condition, { kind: K }>, object: Indexed) => boolean
} = {
  any: ({ index, values }, { indexes }) => valuesOf(indexes, index).some(value => values.includes(value)),
  all: ({ index, values }, { indexes }) => values.every(value => valuesOf(indexes, index).includes(value)),
  range: ({ index, min, max }, { indexes }) => valuesOf(indexes, index).some(value => inRange(value, min, max)),
  sameOccurrence: ({ startsFrom, startsUntil, endsFrom, endsUntil }, { indexes }) => {
    const [starts, ends] = [valuesOf(indexes, 'start'), valuesOf(indexes, 'end')]
    const before = (values: readonly IndexValue[], bound: IndexValue | null) =>
      bound === null ? 0 : values.filter(value => value < bound).length
    const upTo = (values: readonly IndexValue[], bound: IndexValue | null) =>
      bound === null ? values.length : values.filter(value => value <= bound).length
    return before(starts, startsFrom) < upTo(ends, endsUntil) && before(ends, endsFrom) < upTo(starts, startsUntil)
  },
  text: (condition, { titleWords, descriptionWords, words }) =>
    matchesText(condition.query, { title: titleWords, description: descriptionWords, everything: words }[condition.in]),
  below: (subtree, { path }) => isWithin(path, subtree),
  at: ({ paths }, { path }) => paths.includes(path),
  either: ({ conditions: parts }, object) => parts.some(part => meetsCondition(part, object)),
  not: ({ condition }, object) => !meetsCondition(condition, object),
  active: ({ at }, { indexes }) =>
    valuesOf(indexes, 'effective').every(effective => Number(effective) <= at) &&
    valuesOf(indexes, 'expires').every(expires => Number(expires) > at),
  nothing: () => false,
}

function meetsCondition(condition: Condition, object: Indexed): boolean {
  const test = conditions[condition.kind] as (condition: Condition, object: Indexed) => boolean
  return test(condition, object)
}

/** Whether an object matches a query. Every store must return the same results as this function. */
export function matchesQuery({ principals, where }: CatalogQuery, object: Indexed): boolean {
  const isVisible = principals === 'system' || object.holders.some(holder => principals.includes(holder))
  return isVisible && where.every(condition => meetsCondition(condition, object))
}

type SubtreeCondition = Extract<Condition, { kind: 'below' }>

/**
 * Returns the smallest list of conditions that covers the subtrees of all paths. A hit must meet at least one
 * condition.
 */
export function subtreeConditions(
  paths: readonly string[],
  depth: SubtreeCondition['depth'],
): readonly SubtreeCondition[] {
  const roots = depth === null ? coveringPaths(paths) : [...new Set(paths)]
  return roots.map(path => ({ kind: 'below', path, depth }))
}

/**
 * Returns a condition for objects that are at or below every path. For `/a` and `/a/b`, objects must be at or below
 * `/a/b`. For `/a` and `/c`, no object matches.
 */
export function belowAll(paths: readonly string[]): Condition {
  const deepest = paths.reduce((deepestPath, path) => (path.length > deepestPath.length ? path : deepestPath), '/')
  const isBelowAll = paths.every(path => isAtOrBelow(deepest, path))
  return isBelowAll ? { kind: 'below', path: deepest, depth: null } : { kind: 'nothing' }
}

/**
 * A parsed text search with folded words (see words.ts). `parts` contains at least two queries, whose kind differs from
 * the kind of the query that contains them.
 */
export type TextQuery =
  | { readonly kind: 'word'; readonly word: string }
  | { readonly kind: 'prefix'; readonly word: string }
  | { readonly kind: 'phrase'; readonly words: readonly string[] }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly TextQuery[] }
  | { readonly kind: 'not'; readonly part: TextQuery }

/**
 * Whether a query matches a text with these words (see `wordsOf`). Every store must return the same results as this
 * function.
 */
export function matchesText(query: TextQuery, words: readonly string[]): boolean {
  switch (query.kind) {
    case 'word':
      return words.includes(query.word)
    case 'prefix':
      return words.some(word => word.startsWith(query.word))
    case 'phrase':
      return words.some((_, start) => query.words.every((word, i) => words[start + i] === word))
    case 'and':
      return query.parts.every(part => matchesText(part, words))
    case 'or':
      return query.parts.some(part => matchesText(part, words))
    case 'not':
      return !matchesText(query.part, words)
  }
}
