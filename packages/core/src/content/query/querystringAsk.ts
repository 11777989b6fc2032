import type { JsonValue } from '../../foundation/json.js'

export type Scalar = string | number | boolean

/** A place by path; null when the row names no depth. */
export interface AskedPlace {
  readonly path: string
  readonly depth: AskedDepth | null
}

/** How far down: 0 is the object alone, `children` leaves it out, `endless` is all that is below. */
export type AskedDepth = number | 'children' | 'endless'

/** What one row of a query asks of its index, whatever index that is. */
export type Ask =
  | { readonly kind: 'any' | 'all' | 'none'; readonly values: readonly Scalar[] }
  /** Words with any ending where words are looked for; elsewhere as `any`. */
  | { readonly kind: 'containing'; readonly values: readonly Scalar[] }
  /** Both ends count; null is open. */
  | { readonly kind: 'range'; readonly min: number | null; readonly max: number | null }
  | { readonly kind: 'places'; readonly places: readonly AskedPlace[] }
  /** Says nothing about what is found. */
  | { readonly kind: 'everything' }

/** The values of a row, one or several; null when some of it is no value. */
export function scalarsOf(value: JsonValue | undefined): readonly Scalar[] | null {
  const values = Array.isArray(value) ? (value as readonly JsonValue[]) : [value]
  return values.every(isScalar) ? values : null
}

function isScalar(value: JsonValue | undefined): value is Scalar {
  return typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)
}

/** The value of a row that has just one. */
export function singleOf(value: JsonValue | undefined): Scalar | null {
  const [only, ...others] = scalarsOf(value) ?? []
  return only === undefined || others.length > 0 ? null : only
}

/** A whole number, as one or in digits; null for anything else. */
export function wholeNumber(value: Scalar | null): number | null {
  const isWritten = typeof value === 'string' && /^\s*[+-]?\d{1,15}\s*$/.test(value)
  const number = isWritten ? Number(value) : value
  return Number.isSafeInteger(number) ? (number as number) : null
}
