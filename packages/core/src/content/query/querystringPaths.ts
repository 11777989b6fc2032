import type { JsonValue } from '../../foundation/json.js'
import { joinPath, parentPath, rootPath } from '../../foundation/paths.js'
import { type Condition, subtreeConditions } from '../store/catalog.js'

export type Scalar = string | number | boolean

/** A subtree to search. `depth` is null if the query row specifies no depth. */
export interface SearchSubtree {
  readonly path: string
  readonly depth: SearchDepth | null
}

/**
 * The depth of a search. `children` matches only the children of the object. A number matches the object and its
 * descendants down to this depth, and `endless` matches the object and all its descendants.
 */
type SearchDepth = number | 'children' | 'endless'

export type Clause =
  | { readonly kind: 'any' | 'all' | 'none'; readonly values: readonly Scalar[] }
  /**
   * In the `SearchableText` index, a condition for words that begin with the values. In other indexes, it is equivalent
   * to `any`.
   */
  | { readonly kind: 'containing'; readonly values: readonly Scalar[] }
  /** A range that includes its limits. If `min` or `max` is null, the range is unlimited in this direction. */
  | { readonly kind: 'range'; readonly min: number | null; readonly max: number | null }
  | { readonly kind: 'places'; readonly subtrees: readonly SearchSubtree[] }
  | { readonly kind: 'everything' }

export function scalarsOf(value: JsonValue | undefined): readonly Scalar[] | null {
  const values = Array.isArray(value) ? (value as readonly JsonValue[]) : [value]
  return values.every(isScalar) ? values : null
}

const isScalar = (value: JsonValue | undefined): value is Scalar =>
  typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)

/** Returns the value of a query row, or null if the row does not contain exactly one value. */
export function singleOf(value: JsonValue | undefined): Scalar | null {
  const [single, ...rest] = scalarsOf(value) ?? []
  return single === undefined || rest.length > 0 ? null : single
}

export function integerOf(value: Scalar | null): number | null {
  const isDigits = typeof value === 'string' && /^\s*[+-]?\d{1,15}\s*$/.test(value)
  const number = isDigits ? Number(value) : value
  return Number.isSafeInteger(number) ? (number as number) : null
}

const depthAtEnd = /::(-?\d{1,4})$/

/**
 * Splits a path value, for example `/a/b::1` into the target `/a/b` and the depth 1. The target is a path, a UID or a
 * relative path (`../b`).
 */
function readTarget(
  value: JsonValue | undefined,
): { readonly target: string; readonly depth: SearchDepth | null } | null {
  if (typeof value !== 'string') return null
  const [depthSuffix = '', digits] = depthAtEnd.exec(value) ?? []
  const target = value.slice(0, value.length - depthSuffix.length)
  const depth = readDepth(digits)
  return target === '' || target.includes('::') || depth === undefined ? null : { target, depth }
}

function readDepth(digits: string | undefined): SearchDepth | null | undefined {
  if (digits === undefined) return null
  const depth = Number(digits)
  if (depth < 0) return depth === -1 ? 'endless' : undefined
  return depth === 1 ? 'children' : depth
}

export function uidNamedBy(value: JsonValue | undefined): string | null {
  const { target } = readTarget(value) ?? { target: '/' }
  return target.startsWith('/') ? null : target
}

/**
 * Resolves an absolute path or a UID. Returns null if the path or UID is invalid or unknown
 * (docs/content-and-access.md, Querystring search).
 */
export function absoluteSubtree(
  value: JsonValue | undefined,
  pathOfUid: (uid: string) => string | undefined,
): SearchSubtree | null {
  const parsed = readTarget(value)
  if (parsed === null) return null
  const { target, depth } = parsed
  const path = target.startsWith('/') ? walk(rootPath, target) : pathOfUid(target)
  return path === undefined ? null : { path, depth }
}

/** Resolves a relative path such as `.`, `..` or `../news`. `..` never leads above the site root. */
export function relativeSubtree(value: JsonValue | undefined, from: string): SearchSubtree | null {
  const parsed = readTarget(value)
  return parsed && { path: walk(from, parsed.target), depth: parsed.depth }
}

function walk(from: string, relativePath: string): string {
  const steps = relativePath.split('/').filter(step => step !== '' && step !== '.')
  return steps.reduce((path, step) => (step === '..' ? parentPath(path) : joinPath(path, step)), from)
}

/**
 * Returns a condition that matches objects in at least one of the subtrees. The last depth that is not null applies to
 * all subtrees.
 */
export function subtreeSearch(subtrees: readonly SearchSubtree[]): readonly Condition[] {
  const depth = subtrees.findLast(({ depth }) => depth !== null)?.depth ?? 'endless'
  return subtreeConditions(
    subtrees.map(({ path }) => path),
    depth === 'endless' ? null : depth,
  )
}
