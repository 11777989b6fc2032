import { excerptOf, isJsonObject, type JsonObject, type JsonValue } from '../../foundation/json.js'
import { badRequest, message, type ReadResult } from '../../foundation/messages.js'
import { operatorNamed } from './querystringOperators.js'
import { uidNamedBy } from './querystringPaths.js'
import { parseBoolean } from './searchParameters.js'

interface QuerystringBody {
  /** The rows `{i, o, v}`, each with an index, an operator and a value. */
  readonly query: JsonValue | undefined
  /** The indexes to sort by, and the sort orders: one per index, or one for all indexes. */
  readonly sort: { readonly names: readonly string[]; readonly orders: readonly string[] }
  /** The maximum number of hits. 0 means that the number of hits is unlimited. */
  readonly limit: number
  readonly batch: { readonly start: number; readonly size: number }
  readonly metadata: readonly string[]
  readonly fullObjects: boolean
}

const defaultSize = 25

/**
 * Reads the body except for its rows, which `readRows` validates later. Throws a DomainError `bad-request` for an
 * invalid number or flag (docs/http-answers.md, Batches, rule 4).
 */
export const readQuerystringBody = (body: JsonObject): QuerystringBody => ({
  batch: { start: readWholeNumber(body, 'b_start', 0), size: readWholeNumber(body, 'b_size', defaultSize) },
  fullObjects: readFlag(body, 'fullobjects'),
  query: body.query,
  sort: { names: textsIn(body, 'sort_on'), orders: textsIn(body, 'sort_order') },
  limit: readWholeNumber(body, 'limit', 0),
  metadata: textsIn(body, 'metadata_fields'),
})

function textsIn(body: JsonObject, name: string): readonly string[] {
  return [body[name]].flat().filter(text => typeof text === 'string')
}

function readWholeNumber(body: JsonObject, name: string, absent: number): number {
  const raw = body[name]
  if (raw === undefined) return absent
  const number = typeof raw === 'string' && /^\s*\d+\s*$/.test(raw) ? Number(raw) : raw
  if (typeof number === 'number' && Number.isSafeInteger(number) && number >= 0) return number
  throw badRequest('query.number', { name })
}

function readFlag(body: JsonObject, name: string): boolean {
  const raw = body[name] ?? null
  if (raw === null) return false
  const flag = typeof raw === 'object' ? undefined : parseBoolean(String(raw))
  if (flag !== undefined) return flag
  throw badRequest('query.boolean', { name, value: excerptOf(raw) })
}

/** A row `{i, o, v}`: `i` is the index name, `o` the full operator name and `v` the value. */
export interface QuerystringRow {
  readonly index: string
  readonly operator: string
  readonly value: JsonValue | undefined
}

const maxRows = 100
/** The maximum number of values per query row. */
const maxValues = 100

/** Validates the rows of a query (docs/content-and-access.md, Querystring search). */
export function readRows(input: JsonValue | undefined): ReadResult<{ readonly rows: readonly QuerystringRow[] }> {
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

const hasTooManyValues = (row: JsonValue): boolean =>
  isJsonObject(row) && Array.isArray(row.v) && row.v.length > maxValues

function readRow(row: JsonValue): readonly QuerystringRow[] {
  if (!isJsonObject(row) || typeof row.i !== 'string' || typeof row.o !== 'string') return []
  return row.i === '' ? [] : [{ index: row.i, operator: row.o, value: row.v }]
}

/**
 * Returns the UIDs in the query rows for the `path` index. They must be resolved to paths before the rows can be
 * converted.
 */
export function uidsInRows(rows: readonly QuerystringRow[]): readonly string[] {
  const uids = rows.filter(({ index }) => index === 'path').flatMap(({ value }) => uidNamedBy(value) ?? [])
  return [...new Set(uids)]
}
