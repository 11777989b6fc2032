import type { Condition } from '../store/catalog.js'
import { listOf, partOf, partsOf, type SearchParameter } from './parameterParts.js'

/**
 * Returns the conditions for an index of values. An object must match at least one value, all values (operator `and`),
 * or the range between the values. It must match none of the values in the part `not`.
 */
export function valueConditions(index: string, value: SearchParameter): readonly Condition[] {
  const [wanted, excluded] = [listOf(value), partsOf(value, 'not')]
  if (excluded.length === 0) return [wantedCondition(index, value, wanted)]
  const others: Condition = { kind: 'not', condition: { kind: 'any', index, values: excluded } }
  return wanted.length === 0 ? [others] : [wantedCondition(index, value, wanted), others]
}

function wantedCondition(index: string, value: SearchParameter, values: readonly string[]): Condition {
  if (values.every(part => part === '')) return { kind: 'nothing' }
  const range = partOf(value, 'range') ?? ''
  const [hasMin, hasMax] = [range.includes('min'), range.includes('max')]
  if (!hasMin && !hasMax) return { kind: isConjunction(value) ? 'all' : 'any', index, values }
  const sorted = [...values].sort()
  return { kind: 'range', index, min: limit(hasMin, sorted.at(0)), max: limit(hasMax, sorted.at(-1)) }
}

const isConjunction = (value: SearchParameter): boolean => partOf(value, 'operator')?.toLowerCase() === 'and'

const limit = (isLimited: boolean, value: string | undefined): string | null => (isLimited ? (value ?? null) : null)
