import type { Instant } from '../../foundation/instants.js'
import type { Condition } from '../store/catalog.js'
import { forever, never } from './absentDates.js'

/** The dates that represent a missing value, by index name. */
const absentDates: ReadonlyMap<string, Instant> = new Map([
  ['effective', never],
  ['expires', forever],
])

/**
 * Returns a range condition that includes its limits. A null limit means that the range is unlimited in this direction.
 * Objects that were never published, or that never expire, match according to the dates in their summaries
 * (docs/content-and-access.md, Search, rule 3).
 */
export function rangeCondition(index: string, min: number | null, max: number | null): Condition {
  const absent = absentDates.get(index)
  if (absent === undefined || (min !== null && min > absent) || (max !== null && max < absent))
    return { kind: 'range', index, min, max }
  const outside: Condition[] = []
  if (min !== null) outside.push({ kind: 'range', index, min: null, max: min - 1 })
  if (max !== null) outside.push({ kind: 'range', index, min: max + 1, max: null })
  return { kind: 'not', condition: { kind: 'either', conditions: outside } }
}
