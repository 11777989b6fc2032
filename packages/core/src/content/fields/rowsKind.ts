import { runnableScheme } from '../../foundation/addresses.js'
import { isJsonObject, type JsonObject, type JsonValue } from '../../foundation/json.js'
import { message } from '../../foundation/messages.js'
import type { Field, OptionsField, RowsField } from './field.js'
import { accept, type Reading, type ReadValue, refuse } from './reading.js'

const maxRows = 1000
const idForm = /^[\x21-\x7e]{1,255}$/

type At = Parameters<ReadValue<Field>>[2]

/**
 * Reads a table from a request. `readColumn` is `readField`, which is passed as a parameter to avoid a circular import.
 */
export const readRows =
  (readColumn: ReadValue<Field>): ReadValue<RowsField> =>
  (field, raw, at) => {
    if (!Array.isArray(raw)) return refuse('field.list-expected')
    if (raw.length > maxRows) return refuse('field.too-many-rows', { limit: maxRows })
    const before = rowsById(at.stored)
    const rows: JsonValue[] = []
    for (const [index, row] of (raw as readonly JsonValue[]).entries()) {
      const reading = isJsonObject(row)
        ? readRow(field, row, { ...at, readColumn, before })
        : refuse('field.object-expected')
      if (!reading.ok) return refuse('field.row', { row: index + 1, problem: reading.reason })
      rows.push(reading.value)
    }
    return accept(rows)
  }

function readRow(
  field: RowsField,
  row: JsonObject,
  at: At & { readColumn: ReadValue<Field>; before: ReadonlyMap<JsonValue | undefined, JsonObject> },
): Reading {
  const id = readRowId(field, row, at)
  if (!id.ok) return id
  const values: Record<string, JsonValue> = {
    ...(field.preservesRowKeys ? { '@id': keyOf(row) ?? id.value } : {}),
    id: id.value,
  }
  const before = at.before.get(id.value)
  for (const column of field.columns) {
    const input = Object.hasOwn(row, column.name) ? row[column.name] : undefined
    const reading =
      input === undefined || input === null
        ? readAbsent(column)
        : at.readColumn(column, input, { ...at, stored: before?.[column.name] })
    if (!reading.ok) return refuse('field.column', { column: column.name, problem: reading.reason })
    values[column.name] = reading.value
  }
  return accept(values)
}

/**
 * Returns the stored rows by id. The rows are needed because a column may keep a stored value even if the editor can no
 * longer select it.
 */
function rowsById(stored: JsonValue | undefined): ReadonlyMap<JsonValue | undefined, JsonObject> {
  const rows: readonly JsonValue[] = Array.isArray(stored) ? stored : []
  // If several rows have the same id, the first one takes precedence, so rows are added in reverse order.
  return new Map(
    rows
      .filter(isJsonObject)
      .map(row => [row.id, row] as const)
      .toReversed(),
  )
}

const keyOf = ({ '@id': key }: JsonObject): string | undefined =>
  typeof key === 'string' && idForm.test(key) && runnableScheme(key) === undefined ? key : undefined

function readRowId({ rowIds }: RowsField, row: JsonObject, at: At): Reading {
  const { id = null } = row
  if ((id === null || id === '') && rowIds !== 'required')
    return accept(rowIds === 'generated' ? at.context.newId() : rowIds(row))
  if (typeof id !== 'string' || id === '') return refuse('field.row-id-required')
  return idForm.test(id) ? accept(id) : { ok: false, reason: message('field.not-ascii') }
}

function readAbsent(column: Field): Reading {
  if (column.default !== undefined && typeof column.default !== 'function') return accept(column.default)
  return column.required ? refuse('field.required') : accept(null)
}

const maxOptions = 1000
const maxDescriptionLength = 1024
/** The maximum option id. Stores keep option ids in signed 32-bit integer columns. */
const highestId = 2_147_483_647

/**
 * Reads the options of a poll from a request. The option ids are stable, so that an option keeps its votes when it is
 * moved or edited.
 */
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

/**
 * Assigns ids to new options. These ids are above the highest existing id: 0, 3, new -> 0, 3, 4 (docs/polls.md, Option
 * ids).
 */
function withIds(options: readonly JsonObject[]): readonly JsonObject[] {
  let last = Math.max(-1, ...options.map(({ option_id = -1 }) => Number(option_id)))
  return options.map(({ description = '', option_id }) => {
    if (option_id === undefined) last += 1
    // Adding 0 converts -0 to 0.
    return { description, option_id: option_id === undefined ? last : Number(option_id) + 0 }
  })
}
