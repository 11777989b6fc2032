import type { Condition } from '../store/catalog.js'

/** The indexes whose only value is true. The absence of a value in one of these indexes means false. */
const trueOnly: ReadonlySet<string> = new Set(['is_default_page'])

export const countsAbsentAsFalse = (index: string): boolean => trueOnly.has(index)

export function flagCondition(index: string, values: readonly boolean[]): Condition {
  if (!countsAbsentAsFalse(index)) return { kind: 'any', index, values }
  const isTrue: Condition = { kind: 'any', index, values: [true] }
  const conditions = [...new Set(values)].map(
    (value): Condition => (value ? isTrue : { kind: 'not', condition: isTrue }),
  )
  return { kind: 'either', conditions }
}
