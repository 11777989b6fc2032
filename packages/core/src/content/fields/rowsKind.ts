import { runnableScheme } from '../../foundation/addresses.js'
import { isJsonObject, type JsonObject, type JsonValue } from '../../foundation/json.js'
import { message } from '../../foundation/messages.js'
import type { Field, RowsField } from './field.js'
import { accept, type Reading, type ReadValue, refuse } from './reading.js'

const maxRows = 1000
const idForm = /^[\x21-\x7e]{1,255}$/

type At = Parameters<ReadValue<Field>>[2]

/**
 * Reads a table. `readColumn` is `readField`; it is a parameter because an import would be circular.
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

/** The stored rows by id: a column may retain its stored value even if the editor could not choose it now. */
function rowsById(stored: JsonValue | undefined): ReadonlyMap<JsonValue | undefined, JsonObject> {
  const rows: readonly JsonValue[] = Array.isArray(stored) ? stored : []
  // Reversed, so that the first of several rows with the same id wins.
  return new Map(
    rows
      .filter(isJsonObject)
      .map(row => [row.id, row] as const)
      .toReversed(),
  )
}

/** The key that clients use for a row during editing. */
function keyOf({ '@id': key }: JsonObject): string | undefined {
  return typeof key === 'string' && idForm.test(key) && runnableScheme(key) === undefined ? key : undefined
}

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
