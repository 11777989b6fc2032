import { DomainError } from '../../foundation/domainError.js'
import { isJsonObject, type JsonValue } from '../../foundation/json.js'
import { message } from '../../foundation/messages.js'
import type { Portrait } from '../../people/userDirectory.js'
import type { RequestContext } from '../run/requestContext.js'

/** Limited, because a portrait is read into memory as a whole. */
const maxBytes = 2 * 1024 * 1024

/** Image formats that every browser shows, and that cannot contain scripts. */
const kinds = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']

/**
 * The portrait in a body; null to remove it, undefined to leave it unchanged. Payloads contain its URL, which is
 * accepted as unchanged. Throws `invalid-user` (docs/content-and-access.md, Users, rule 7).
 */
export function readPortrait(context: RequestContext, input: JsonValue | undefined): Portrait | null | undefined {
  if (input === undefined || typeof input === 'string') return undefined
  if (input === null) return null
  if (!isJsonObject(input) || typeof input.data !== 'string') throw invalid('field.file-expected')
  if ((input.encoding ?? 'base64') !== 'base64') throw invalid('field.encoding')
  const upload = context.uploads?.get(input.data) ?? context.environment.readUpload(input.data)
  if (!upload) throw invalid('field.encoding')
  const { bytes, digest, image } = upload
  if (!image || !kinds.includes(image.contentType)) throw invalid('field.image')
  if (bytes.length > maxBytes)
    throw new DomainError('invalid-user', message('field.file-too-large', { limit: maxBytes }))
  return { digest, contentType: image.contentType, bytes }
}

const invalid = (id: 'field.file-expected' | 'field.encoding' | 'field.image'): DomainError =>
  new DomainError('invalid-user', message(id))
