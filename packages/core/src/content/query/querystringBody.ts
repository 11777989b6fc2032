import { DomainError } from '../../foundation/domainError.js'
import type { JsonObject, JsonValue } from '../../foundation/json.js'
import { message } from '../../foundation/messages.js'
import { parseBoolean } from './searchParameters.js'

/** A querystring search as it was sent: which rows, in which order, which page, and how it is to be given. */
export interface QuerystringBody {
  /** Rows `{i, o, v}`: an index, an operator, a value. */
  readonly query: JsonValue | undefined
  /** Names to sort by, and for each or for all of them `descending` or anything else. */
  readonly sort: { readonly names: readonly string[]; readonly orders: readonly string[] }
  /** Hits beyond so many do not count; 0 is no limit. */
  readonly limit: number
  readonly batch: { readonly start: number; readonly size: number }
  readonly metadata: readonly string[]
  readonly fullObjects: boolean
}

const usualSize = 25

/**
 * Reads all but the rows. Throws `bad-request` for numbers and flags that are none (docs/http-answers.md, Batches,
 * rule 4).
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

/** One text or several; whatever else is there names nothing. */
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
  // A list or an object may be of any size and depth.
  const value = typeof sent === 'object' ? '…' : String(sent).slice(0, 100)
  throw new DomainError('bad-request', message('query.boolean', { name, value }))
}
