import { parseInstant } from '../../foundation/instants.js'
import { isJsonObject } from '../../foundation/json.js'
import type { BooleanField, InstantField, IntegerField, JsonField } from './field.js'
import { accepted, type ReadValue, refused } from './reading.js'

const truths: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  [true, true],
  [false, false],
  ['true', true],
  ['True', true],
  ['false', false],
  ['False', false],
])

/** Yes or no, also in words; undefined for anything else. */
export function truthOf(raw: unknown): boolean | undefined {
  return truths.get(raw)
}

export const readBoolean: ReadValue<BooleanField> = (_, raw) => {
  const truth = truthOf(raw)
  return truth === undefined ? refused('field.boolean-expected') : accepted(truth)
}

export const readInteger: ReadValue<IntegerField> = (field, raw) => {
  const number = typeof raw === 'string' && /^-?\d{1,15}$/.test(raw) ? Number(raw) : raw
  if (typeof number !== 'number' || !Number.isSafeInteger(number)) return refused('field.integer-expected')
  if (field.min !== undefined && number < field.min) return refused('field.too-small', { limit: field.min })
  if (field.max !== undefined && number > field.max) return refused('field.too-large', { limit: field.max })
  return accepted(number)
}

export const readInstant: ReadValue<InstantField> = (_, raw) => {
  const instant = typeof raw === 'string' ? parseInstant(raw) : null
  return instant === null ? refused('field.invalid-date', { value: String(raw).slice(0, 100) }) : accepted(instant)
}

const deepest = 100

/** Blocks nest, but not without end: what reads them later does so by recursion. */
function isTooDeep(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some(part => isTooDeep(part, levels - 1))
}

export const readJson: ReadValue<JsonField> = (_, raw) => {
  if (!isJsonObject(raw)) return refused('field.object-expected')
  return isTooDeep(raw, deepest) ? refused('field.too-deep', { limit: deepest }) : accepted(raw)
}
