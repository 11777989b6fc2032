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

const usualSize = 25

/**
 * Reads the body; the rows in `query` are not checked here. Throws a DomainError `bad-request` for an invalid number or
 * flag (docs/http-answers.md, Batches, rule 4).
 */
export function readQuerystringBody(body: JsonObject): QuerystringBody {
  return {
    batch: { start: wholeNumber(body, 'b_start', 0), size: wholeNumber(body, 'b_size', usualSize) },
    fullObjects: readFlag(body, 'fullobjects'),
    query: body.query,
    sort: { names: textsIn(body, 'sort_on'), orders: textsIn(body, 'sort_order') },
    limit: wholeNumber(body, 'limit', 0),
    metadata: textsIn(body, 'metadata_fields'),
  }
}

/** One text or a list of texts; other values are ignored. */
function textsIn(body: JsonObject, name: string): readonly string[] {
  return [body[name]].flat().filter(text => typeof text === 'string')
}

function wholeNumber(body: JsonObject, name: string, absent: number): number {
  const sent = body[name]
  if (sent === undefined) return absent
  const number = typeof sent === 'string' && /^\s*\d+\s*$/.test(sent) ? Number(sent) : sent
  if (typeof number === 'number' && Number.isSafeInteger(number) && number >= 0) return number
  throw new DomainError('bad-request', message('query.number', { name }))
}

function readFlag(body: JsonObject, name: string): boolean {
  const sent = body[name] ?? null
  if (sent === null) return false
  const flag = typeof sent === 'object' ? undefined : parseBoolean(String(sent))
  if (flag !== undefined) return flag
  // A list or an object could be very large, so the message does not show it.
  const value = typeof sent === 'object' ? '…' : String(sent).slice(0, 100)
  throw new DomainError('bad-request', message('query.boolean', { name, value }))
}
