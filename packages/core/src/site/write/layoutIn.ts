import { DomainError } from '../../foundation/domainError.js'
import type { JsonObject } from '../../foundation/json.js'
import { message } from '../../foundation/messages.js'

/** The layout in a body; null if there is none. Throws a DomainError `bad-request` for an invalid name. */
export function layoutIn(body: JsonObject): string | null {
  const { layout } = body
  if (layout === undefined || layout === null) return null
  if (typeof layout === 'string' && /^[\w.-]{1,100}$/.test(layout)) return layout
  throw new DomainError('bad-request', message('layout.malformed'))
}
