import { isJsonObject, type JsonValue } from '../../foundation/json.js'
import { type Message, message } from '../../foundation/messages.js'
import { operatorNamed } from './querystringOperators.js'
import { uidNamedBy } from './querystringPaths.js'

/** The keys `i`, `o` and `v` of a row: the name of an index, the full name of an operator, and a value. */
export interface QuerystringRow {
  readonly index: string
  readonly operator: string
  readonly value: JsonValue | undefined
}

export type RowsResult =
  | { readonly ok: true; readonly rows: readonly QuerystringRow[] }
  | { readonly ok: false; readonly reason: Message }

const maxRows = 100
/** Per row. */
const maxValues = 100

/** Checks the rows of a query (docs/content-and-access.md, Querystring search). */
export function readRows(input: JsonValue | undefined): RowsResult {
  if (input === undefined || input === null || (Array.isArray(input) && input.length === 0))
    return { ok: false, reason: message('querystring.missing') }
  if (!Array.isArray(input)) return { ok: false, reason: message('querystring.malformed') }
  if (input.length > maxRows || input.some(hasTooManyValues))
    return { ok: false, reason: message('querystring.too-long', { rows: maxRows, values: maxValues }) }
  const rows = (input as readonly JsonValue[]).flatMap(readRow)
  if (rows.length < input.length) return { ok: false, reason: message('querystring.malformed') }
  const unknown = rows.find(({ operator }) => operatorNamed(operator) === undefined)
  if (unknown === undefined) return { ok: true, rows }
  return { ok: false, reason: message('querystring.operator', { operator: unknown.operator.slice(0, 100) }) }
}

function hasTooManyValues(row: JsonValue): boolean {
  return isJsonObject(row) && Array.isArray(row.v) && row.v.length > maxValues
}

function readRow(row: JsonValue): readonly QuerystringRow[] {
  if (!isJsonObject(row) || typeof row.i !== 'string' || typeof row.o !== 'string') return []
  return row.i === '' ? [] : [{ index: row.i, operator: row.o, value: row.v }]
}

/** The UIDs in rows with paths. The paths of these objects must be known before the rows can be read. */
export function uidsInRows(rows: readonly QuerystringRow[]): readonly string[] {
  const uids = rows.filter(({ index }) => index === 'path').flatMap(({ value }) => uidNamedBy(value) ?? [])
  return [...new Set(uids)]
}
