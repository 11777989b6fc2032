import { parseInstant } from '../../foundation/instants.js'
import { excerptOf, type JsonValue } from '../../foundation/json.js'
import type { BooleanField, InstantField, IntegerField } from './field.js'
import { accept, type Reading, type ReadValue, refuse } from './reading.js'

const truths: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  [true, true],
  [false, false],
  ['true', true],
  ['True', true],
  ['false', false],
  ['False', false],
])

/**
 * Parses a boolean in a request body: true, false, or a string such as `true` or Python's `True`. Query parameters
 * accept more strings (see `parseBoolean`).
 */
export const truthOf = (raw: unknown): boolean | undefined => truths.get(raw)

export const readBoolean: ReadValue<BooleanField> = (_, raw) => {
  const truth = truthOf(raw)
  return truth === undefined ? refuse('field.boolean-expected') : accept(truth)
}

export function parseInteger(field: IntegerField, raw: JsonValue): Reading {
  const number = typeof raw === 'string' && /^-?\d{1,15}$/.test(raw) ? Number(raw) : raw
  if (typeof number !== 'number' || !Number.isSafeInteger(number)) return refuse('field.integer-expected')
  if (field.min !== undefined && number < field.min) return refuse('field.too-small', { limit: field.min })
  if (field.max !== undefined && number > field.max) return refuse('field.too-large', { limit: field.max })
  return accept(number)
}

export const readInteger: ReadValue<IntegerField> = (field, raw) => parseInteger(field, raw)

export const readInstant: ReadValue<InstantField> = (_, raw) => {
  const instant = typeof raw === 'string' ? parseInstant(raw) : null
  return instant === null ? refuse('field.invalid-date', { value: excerptOf(raw) }) : accept(instant)
}
