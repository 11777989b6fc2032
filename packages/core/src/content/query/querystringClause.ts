import type { JsonValue } from '../../foundation/json.js'

export type Scalar = string | number | boolean

/** A subtree in which a row searches; `depth` is null if the row has none. */
export interface SearchSubtree {
  readonly path: string
  readonly depth: SearchDepth | null
}

/** The depth of a subtree: 0 is the object alone, `children` only its children, `endless` the object and all below. */
export type SearchDepth = number | 'children' | 'endless'

/** The operator and values of one row, in a form that does not depend on its index. */
export type Clause =
  | { readonly kind: 'any' | 'all' | 'none'; readonly values: readonly Scalar[] }
  /** In `SearchableText`: words that begin with the values. In other indexes: like `any`. */
  | { readonly kind: 'containing'; readonly values: readonly Scalar[] }
  /** Both ends are included; null is an open end. */
  | { readonly kind: 'range'; readonly min: number | null; readonly max: number | null }
  | { readonly kind: 'places'; readonly subtrees: readonly SearchSubtree[] }
  /** Matches every object. */
  | { readonly kind: 'everything' }

/** The values of a row, one or several; null if one of them is a list, an object or null. */
export function scalarsOf(value: JsonValue | undefined): readonly Scalar[] | null {
  const values = Array.isArray(value) ? (value as readonly JsonValue[]) : [value]
  return values.every(isScalar) ? values : null
}

function isScalar(value: JsonValue | undefined): value is Scalar {
  return typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)
}

/** The value of a row that has exactly one; otherwise null. */
export function singleOf(value: JsonValue | undefined): Scalar | null {
  const [single, ...rest] = scalarsOf(value) ?? []
  return single === undefined || rest.length > 0 ? null : single
}

/** An integer from a number or from digits; null for anything else. */
export function integerOf(value: Scalar | null): number | null {
  const isDigits = typeof value === 'string' && /^\s*[+-]?\d{1,15}\s*$/.test(value)
  const number = isDigits ? Number(value) : value
  return Number.isSafeInteger(number) ? (number as number) : null
}
