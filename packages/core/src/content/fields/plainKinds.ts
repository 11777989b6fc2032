import { parseInstant } from '../../foundation/instants.js'
import type { BooleanField, InstantField, IntegerField } from './field.js'
import { accepted, type ReadValue, refused, shown } from './reading.js'

const truths: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  [true, true],
  [false, false],
  ['true', true],
  ['True', true],
  ['false', false],
  ['False', false],
])

/**
 * Yes or no as bodies give them, also in words of Python; undefined for anything else. Parameters of a query take more
 * words (`parseBoolean`).
 */
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
  return instant === null ? refused('field.invalid-date', { value: shown(raw) }) : accepted(instant)
}
