import { isJsonObject, type JsonObject, type JsonValue } from '../../foundation/json.js'
import type { OptionsField } from './field.js'
import { accept, type Reading, type ReadValue, refuse } from './reading.js'

const maxOptions = 1000
const maxDescriptionLength = 1024
/** The highest 32-bit integer, because stores use integer columns. */
const highestId = 2_147_483_647

/** Reads the options of a poll. Ids are stable, so that votes still count when an option is moved or edited. */
export const readOptions: ReadValue<OptionsField> = (_, raw) => {
  if (!Array.isArray(raw)) return refuse('field.list-expected')
  if (raw.length > maxOptions) return refuse('field.too-many-rows', { limit: maxOptions })
  const options: readonly JsonValue[] = raw
  for (const [index, option] of options.entries()) {
    const reading = readOption(option)
    if (!reading.ok) return refuse('field.row', { row: index + 1, problem: reading.reason })
  }
  const numbered = withIds(options.filter(isJsonObject))
  const isNumberedTooHigh = numbered.some(({ option_id }) => Number(option_id) > highestId)
  return isNumberedTooHigh ? refuse('field.option-ids', { limit: highestId }) : accept(numbered)
}

function readOption(option: JsonValue): Reading {
  if (!isJsonObject(option)) return refuse('field.option-expected')
  const { description, option_id = 0, ...otherKeys } = option
  const [unknown] = Object.keys(otherKeys)
  if (unknown !== undefined) return refuse('field.option-key', { key: unknown.slice(0, 100) })
  if (typeof description !== 'string' || description === '') return refuse('field.option-description')
  if (description.length > maxDescriptionLength) return refuse('field.too-long', { limit: maxDescriptionLength })
  const isId = typeof option_id === 'number' && Number.isSafeInteger(option_id) && option_id >= 0
  return isId ? accept(option) : refuse('field.option-id')
}

/** Gives new options the ids after the highest one: 0, 3, new -> 0, 3, 4 (docs/polls.md, Ids of options). */
function withIds(options: readonly JsonObject[]): readonly JsonObject[] {
  let last = Math.max(-1, ...options.map(({ option_id = -1 }) => Number(option_id)))
  return options.map(({ description = '', option_id }) => {
    if (option_id === undefined) last += 1
    // Adding 0 turns -0 into 0.
    return { description, option_id: option_id === undefined ? last : Number(option_id) + 0 }
  })
}
