import type { IndexValue } from '../content/store/catalog.js'

/** Compares two values. Missing values come first, then numbers, then strings. Booleans are compared as 0 and 1. */
export function compareValues(a: IndexValue | undefined, b: IndexValue | undefined): number {
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b)
  if (typeof a === 'string' || typeof b === 'string') return typeof a === 'string' ? 1 : -1
  return compareNumbers(
    a === undefined ? Number.NEGATIVE_INFINITY : Number(a),
    b === undefined ? Number.NEGATIVE_INFINITY : Number(b),
  )
}

const compareNumbers = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1)

/** Compares strings by code point, so that the order is the same as in databases that compare UTF-8 bytes. */
export function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const difference = rank(a.charCodeAt(i)) - rank(b.charCodeAt(i))
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

/** Returns the sort rank of a UTF-16 code unit. Surrogates come last, because they encode the highest code points. */
const rank = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit)
