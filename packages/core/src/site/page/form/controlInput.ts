import type { FormControl, FormRow, LinesControl, RowsControl } from '../../../answers/formControls.js'
import { parseInstant } from '../../../foundation/instants.js'
import { isJsonObject, type JsonObject, type JsonValue, sameJson } from '../../../foundation/json.js'
import { parseJson } from '../../../foundation/parseJson.js'
import { localTimeIn } from '../../../foundation/wallClock.js'
import { blocksOfHtml } from './blocksHtml.js'
import { linkLine } from './controlOf.js'
import { listIn } from './payloadValues.js'

/**
 * Returns the part of a control that the user can change. If this part is the same before and after the form is
 * submitted, the value is unchanged.
 */
function enteredPart(control: FormControl): JsonValue {
  switch (control.kind) {
    case 'choice':
      return control.values
    case 'set':
      return [...control.values].sort()
    case 'relation':
    case 'relations':
      return control.targets.map(({ UID }) => UID)
    case 'rows':
      return control.rows.map(({ key, controls }) => [key, ...controls.map(enteredPart)])
    case 'file':
    case 'image':
      return [control.isRemoved, control.upload ?? null]
    default:
      return control.value
  }
}

export const isSameEntry = (a: FormControl, b: FormControl): boolean => sameJson(enteredPart(a), enteredPart(b))

export function isEmptyControl(control: FormControl): boolean {
  if (control.kind === 'boolean') return false
  if (control.kind === 'file' || control.kind === 'image')
    return control.upload === undefined && (control.file === null || control.isRemoved)
  if (control.kind === 'rows') return control.rows.length === 0
  const part = enteredPart(control)
  return Array.isArray(part) ? part.length === 0 : typeof part === 'string' && part.trim() === ''
}

interface Before {
  readonly control: FormControl | undefined
  /** The value in the payload of the object, or null if the object has no value. */
  readonly stored: JsonValue
}

/**
 * Converts the value of a control to the format of request bodies. Rows and links retain the keys in `before` that the
 * form does not show. A string that cannot be converted is returned unchanged, so that the operation rejects it.
 */
export function controlInput(control: FormControl, before: Before): JsonValue {
  const { stored } = before
  switch (control.kind) {
    case 'boolean':
      return control.value
    case 'choice':
      return control.values[0] ?? null
    case 'set':
      return control.values
    case 'relation':
      return control.targets.length > 1 ? control.targets.map(uidOf) : (control.targets[0]?.UID ?? null)
    case 'relations':
      return control.targets.map(uidOf)
    case 'rows':
      return rowsInput(control, before)
    case 'file':
    case 'image':
      return control.isRemoved ? null : stored
    case 'lines':
      return linesIn(control)
    case 'links':
      return linksInput(control, stored)
    case 'instant':
      return instantInput(control.value, control.zone)
    case 'json':
      return jsonInput(control.value)
    case 'richText':
      return control.blocks ? blocksOfHtml(control.value, stored) : control.value
    case 'integer':
      return control.value.trim() === '' ? null : control.value.trim()
    default:
      return control.value
  }
}

const uidOf = ({ UID }: { readonly UID: string }): string => UID

const linesIn = ({ value }: LinesControl): readonly string[] =>
  value
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean)

/**
 * Converts the lines of a control to links in the format of payloads. A link whose line is unchanged remains unchanged.
 */
function linksInput(control: LinesControl, stored: JsonValue): JsonValue {
  const before = typeof stored === 'string' ? [stored] : listIn(stored)
  const links = linesIn(control).map(line => {
    const [address = '', ...title] = line.split(' ')
    return before.find(link => linkLine(link) === line) ?? { '@id': address, title: title.join(' ').trim() }
  })
  // If the stored value is a string instead of a list, a single link also remains a string.
  const [only] = links
  return typeof stored === 'string' && links.length === 1 && isJsonObject(only) ? (only['@id'] ?? null) : links
}

function instantInput(value: string, zone: string): JsonValue {
  if (value === '') return null
  const isLocal = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(value)
  const local = isLocal ? parseInstant(`${value}Z`) : null
  return local === null ? value : new Date(localTimeIn(zone).toInstant(local)).toISOString()
}

function jsonInput(value: string): JsonValue {
  if (value.trim() === '') return null
  try {
    const parsed = parseJson(value)
    return isJsonObject(parsed) ? parsed : value
  } catch {
    return value
  }
}

/** Converts the rows of a control to the format of request bodies. New rows without values are omitted. */
function rowsInput({ rows }: RowsControl, { control, stored }: Before): JsonValue {
  const rowsBefore = control?.kind === 'rows' ? control.rows : []
  return rows.flatMap(row => {
    const storedRow = listIn(stored)[Number(row.key)]
    const rowBefore = rowsBefore.find(({ key }) => key === row.key)
    if (rowBefore && isJsonObject(storedRow)) return [{ ...storedRow, ...changedColumns(row, rowBefore, storedRow) }]
    return row.controls.every(isUntouched) ? [] : [newColumns(row)]
  })
}

export const isUntouched = (control: FormControl): boolean =>
  isEmptyControl(control) || (control.kind === 'boolean' && !control.value)

const columnOf = ({ name }: FormControl): string => name.slice(name.lastIndexOf('.') + 1)

const newColumns = ({ controls }: FormRow): JsonObject =>
  Object.fromEntries(
    controls
      .filter(control => !isUntouched(control))
      .map(control => [columnOf(control), controlInput(control, { control: undefined, stored: null })]),
  )

function changedColumns({ controls }: FormRow, rowBefore: FormRow, stored: JsonObject): JsonObject {
  const changes = controls.flatMap((control, i) => {
    const before = rowBefore.controls[i]
    if (before && isSameEntry(control, before)) return []
    const column = columnOf(control)
    return [[column, controlInput(control, { control: before, stored: stored[column] ?? null })] as const]
  })
  return Object.fromEntries(changes)
}
