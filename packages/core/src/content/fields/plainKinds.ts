import { parseInstant } from '../../foundation/instants.js'
import { isJsonObject, type JsonValue } from '../../foundation/json.js'
import type { BooleanField, InstantField, IntegerField, JsonField } from './field.js'
import { accepted, type ReadValue, refused, shown } from './reading.js'

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
  return instant === null ? refused('field.invalid-date', { value: shown(raw) }) : accepted(instant)
}

const deepest = 100

/** Blocks nest, but not without end: what reads them later does so by recursion. */
function isTooDeep(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some(part => isTooDeep(part, levels - 1))
}

/** Blocks of raw HTML are cleaned, wherever they stand among the others. */
function withCleanBlocks(value: JsonValue, cleanHtml: (html: string) => string): JsonValue {
  if (Array.isArray(value)) return value.map(item => withCleanBlocks(item, cleanHtml))
  if (!isJsonObject(value)) return value
  const parts = Object.entries(value).map(([key, part]): [string, JsonValue] => {
    const isHtml = key === 'html' && value['@type'] === 'html' && typeof part === 'string'
    return [key, isHtml ? cleanHtml(part) : withCleanBlocks(part, cleanHtml)]
  })
  return Object.fromEntries(parts)
}

export const readJson: ReadValue<JsonField> = (_, raw, { context }) => {
  if (!isJsonObject(raw)) return refused('field.object-expected')
  if (isTooDeep(raw, deepest)) return refused('field.too-deep', { limit: deepest })
  return accepted(withCleanBlocks(raw, context.cleanHtml))
}
