import { DomainError } from '../../foundation/domainError.js'
import type { JsonObject, JsonValue } from '../../foundation/json.js'
import { message } from '../../foundation/messages.js'
import { parseBoolean } from './searchParameters.js'

/** The body of a querystring search. */
export interface QuerystringBody {
  /** Rows `{i, o, v}`: an index, an operator, a value. */
  readonly query: JsonValue | undefined
  /** `names` are the indexes to sort by; `orders` has one order for each name, or one for all. */
  readonly sort: { readonly names: readonly string[]; readonly orders: readonly string[] }
  /** The maximum number of hits; 0 means no limit. */
  readonly limit: number
  readonly batch: { readonly start: number; readonly size: number }
  readonly metadata: readonly string[]
  readonly fullObjects: boolean
}

const defaultSize = 25

/**
 * Reads the body; the rows in `query` are not checked here. Throws a DomainError `bad-request` for an invalid number or
 * flag (docs/http-answers.md, Batches, rule 4).
 */
export function readQuerystringBody(body: JsonObject): QuerystringBody {
  return {
    batch: { start: readWholeNumber(body, 'b_start', 0), size: readWholeNumber(body, 'b_size', defaultSize) },
    fullObjects: readFlag(body, 'fullobjects'),
    query: body.query,
    sort: { names: textsIn(body, 'sort_on'), orders: textsIn(body, 'sort_order') },
    limit: readWholeNumber(body, 'limit', 0),
    metadata: textsIn(body, 'metadata_fields'),
  }
}

/** One text or a list of texts; other values are ignored. */
function textsIn(body: JsonObject, name: string): readonly string[] {
  return [body[name]].flat().filter(text => typeof text === 'string')
}

function readWholeNumber(body: JsonObject, name: string, absent: number): number {
  const raw = body[name]
  if (raw === undefined) return absent
  const number = typeof raw === 'string' && /^\s*\d+\s*$/.test(raw) ? Number(raw) : raw
  if (typeof number === 'number' && Number.isSafeInteger(number) && number >= 0) return number
  throw new DomainError('bad-request', message('query.number', { name }))
}

function readFlag(body: JsonObject, name: string): boolean {
  const raw = body[name] ?? null
  if (raw === null) return false
  const flag = typeof raw === 'object' ? undefined : parseBoolean(String(raw))
  if (flag !== undefined) return flag
  // A list or an object could be very large, so the message does not show it.
  const value = typeof raw === 'object' ? '…' : String(raw).slice(0, 100)
  throw new DomainError('bad-request', message('query.boolean', { name, value }))
}
