import { DomainError } from '../../../foundation/domainError.js'
import { type Instant, parseInstant } from '../../../foundation/instants.js'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../foundation/json.js'
import { message } from '../../../foundation/messages.js'

/** An alias of a request body. */
export interface RequestedAlias {
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
export function readAliasItems({ items }: JsonObject): readonly RequestedAlias[] {
  const requested = Array.isArray(items) ? (items as readonly JsonValue[]) : [items ?? null]
  const aliases = requested.length > maxItems ? [null] : requested.map(readItem)
  if (aliases.includes(null)) throw new DomainError('bad-request', message('alias.items', { limit: maxItems }))
  return aliases.filter(item => item !== null)
}

function readItem(item: JsonValue): RequestedAlias | null {
  const { path, 'redirect-to': target = null, datetime = null } = isJsonObject(item) ? item : { path: item }
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
