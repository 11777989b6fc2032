import { DomainError } from '../../../foundation/domainError.js'
import { type Instant, parseInstant } from '../../../foundation/instants.js'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../foundation/json.js'
import { message } from '../../../foundation/messages.js'

/** An alias of a request body. */
export interface SentAlias {
  readonly path: string
  /** A path or URL of this site, or a URL of another one; null if omitted. */
  readonly redirectTo: string | null
  readonly created: Instant | null
}

const maxItems = 1000

/**
 * The aliases of a body: `items` is an address, an object `{path, "redirect-to"?, datetime?}`, or a list of those.
 * Throws a DomainError (`bad-request`) for anything else.
 */
export function readAliasItems({ items }: JsonObject): readonly SentAlias[] {
  const sent = Array.isArray(items) ? (items as readonly JsonValue[]) : [items ?? null]
  const read = sent.length > maxItems ? [null] : sent.map(readItem)
  if (read.includes(null)) throw new DomainError('bad-request', message('alias.items', { limit: maxItems }))
  return read.filter(item => item !== null)
}

function readItem(sent: JsonValue): SentAlias | null {
  const { path, 'redirect-to': target = null, datetime = null } = isJsonObject(sent) ? sent : { path: sent }
  if (typeof path !== 'string' || path === '') return null
  const redirectTo = typeof target === 'string' && target !== '' ? target : null
  return { path, redirectTo, created: datetime === null ? null : readTime(datetime) }
}

function readTime(datetime: JsonValue): Instant {
  const created = typeof datetime === 'string' ? parseInstant(datetime) : null
  if (created === null)
    throw new DomainError('bad-request', message('field.invalid-date', { value: String(datetime).slice(0, 100) }))
  return created
}
