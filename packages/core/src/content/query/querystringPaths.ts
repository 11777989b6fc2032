import type { JsonValue } from '../../foundation/json.js'
import { joinPath, parentPath, rootPath } from '../../foundation/paths.js'
import { type Condition, subtreeConditions } from '../store/catalog.js'

export type Scalar = string | number | boolean

/** A subtree in which a row searches; `depth` is null if the row specifies none. */
export interface SearchSubtree {
  readonly path: string
  readonly depth: SearchDepth | null
}

/**
 * The depth of a subtree: 0 means only the object, `children` only its children, `endless` the object and all objects
 * below it.
 */
type SearchDepth = number | 'children' | 'endless'

/** The operator and values of one row, in a form that does not depend on the index of the row. */
export type Clause =
  | { readonly kind: 'any' | 'all' | 'none'; readonly values: readonly Scalar[] }
  /** In the index `SearchableText`, matches words that begin with the values; in other indexes, like `any`. */
  | { readonly kind: 'containing'; readonly values: readonly Scalar[] }
  /** A range that includes both ends; null is an open end. */
  | { readonly kind: 'range'; readonly min: number | null; readonly max: number | null }
  | { readonly kind: 'places'; readonly subtrees: readonly SearchSubtree[] }
  /** Matches every object. */
  | { readonly kind: 'everything' }

/** The values of a row; null if one of them is a list, an object or null. */
export function scalarsOf(value: JsonValue | undefined): readonly Scalar[] | null {
  const values = Array.isArray(value) ? (value as readonly JsonValue[]) : [value]
  return values.every(isScalar) ? values : null
}

const isScalar = (value: JsonValue | undefined): value is Scalar =>
  typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)

/** The value of a row that contains exactly one value; null for other rows. */
export function singleOf(value: JsonValue | undefined): Scalar | null {
  const [single, ...rest] = scalarsOf(value) ?? []
  return single === undefined || rest.length > 0 ? null : single
}

/** Converts a number or a string of digits to an integer; returns null for anything else. */
export function integerOf(value: Scalar | null): number | null {
  const isDigits = typeof value === 'string' && /^\s*[+-]?\d{1,15}\s*$/.test(value)
  const number = isDigits ? Number(value) : value
  return Number.isSafeInteger(number) ? (number as number) : null
}

const depthAtEnd = /::(-?\d{1,4})$/

/**
 * Splits a path value: `/a/b::1` -> target `/a/b`, depth 1. The target is a path, a UID or a relative path (`../b`).
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

/** The UID in a path value; null for a path. */
export function uidNamedBy(value: JsonValue | undefined): string | null {
  const { target } = readTarget(value) ?? { target: '/' }
  return target.startsWith('/') ? null : target
}

/** The subtree of a path or UID; null if it is invalid or unknown (docs/content-and-access.md, Querystring search). */
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

/**
 * The subtree of a path relative to `from`, such as `.`, `..` or `../news`. The path never leads above the site root.
 */
export function relativeSubtree(value: JsonValue | undefined, from: string): SearchSubtree | null {
  const parsed = readTarget(value)
  return parsed && { path: walk(from, parsed.target), depth: parsed.depth }
}

function walk(from: string, relativePath: string): string {
  const steps = relativePath.split('/').filter(step => step !== '' && step !== '.')
  return steps.reduce((path, step) => (step === '..' ? parentPath(path) : joinPath(path, step)), from)
}

/**
 * The conditions for the subtrees; a hit meets at least one of them. All subtrees get the same depth: the last depth in
 * the row.
 */
export function subtreeSearch(subtrees: readonly SearchSubtree[]): readonly Condition[] {
  const depth = subtrees.findLast(({ depth }) => depth !== null)?.depth ?? 'endless'
  return subtreeConditions(
    subtrees.map(({ path }) => path),
    depth === 'endless' ? null : depth,
  )
}
