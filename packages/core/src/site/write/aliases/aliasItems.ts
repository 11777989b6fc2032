import { type Instant, parseInstant } from '../../../foundation/instants.js'
import { excerptOf, isJsonObject, type JsonObject, type JsonValue } from '../../../foundation/json.js'
import { badRequest } from '../../../foundation/messages.js'
import { decodePath, trimPath } from '../../../foundation/paths.js'
import { referencedPath } from '../../run/referencedPath.js'

export interface RequestedAlias {
  readonly path: string
  /**
   * The target of the alias: a path or URL on this site, or an external URL. The value is null if the item contains no
   * target.
   */
  readonly redirectTo: string | null
  readonly created: Instant | null
}

const maxItems = 1000

/**
 * Reads the aliases in a request body. `items` is a path or URL, an object `{path, "redirect-to"?, datetime?}`, or a
 * list of these. Throws a DomainError `bad-request` for other values.
 */
export function readAliasItems({ items }: JsonObject): readonly RequestedAlias[] {
  const requested = Array.isArray(items) ? (items as readonly JsonValue[]) : [items ?? null]
  const aliases = requested.length > maxItems ? [null] : requested.map(readItem)
  if (aliases.includes(null)) throw badRequest('alias.items', { limit: maxItems })
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
  if (created === null) throw badRequest('field.invalid-date', { value: excerptOf(datetime) })
  return created
}

const maxLength = 2000

/**
 * Returns the path of an alias. `address` is a path or URL on this site, with or without percent-encoding. Returns null
 * for the site root and for paths that no request can have (docs/content-and-access.md, Old URLs and aliases, rule 5).
 */
export function readAliasPath(address: string, base: string): string | null {
  const referenced = referencedPath(address.trim(), base) ?? ''
  const path = decodePath(referenced) ?? referenced
  return isPossible(path) ? trimPath(path) : null
}

function isPossible(path: string): boolean {
  if (!path.startsWith('/') || path === '/' || path.length > maxLength) return false
  return trimPath(path).slice(1).split('/').every(isSegment)
}

/**
 * Whether a string can be a segment in the path of an alias. A segment that begins with `@` names a service, and empty
 * segments and dot segments are removed before routing.
 */
const isSegment = (segment: string): boolean =>
  !/^@|[?#\\\p{Cc}\p{Cs}]/u.test(segment) && !['', '.', '..', '++api++'].includes(segment)

const webAddress = /^https?:\/\/[^\s/?#<>"\\]+(?:[/?#][^\s<>"\\]*)?$/i

export const isWebAddress = (text: string): boolean => text.length <= maxLength && webAddress.test(text)
