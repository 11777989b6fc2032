import { DomainError, message } from '@plenum/core'

/** Throws unless the `Content-Type` of a body is JSON (docs/http-answers.md, Bodies). */
export function checkMediaType(contentType: string | undefined): void {
  const type = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (type === 'application/json' || type.endsWith('+json')) return
  const reason = type === '' ? message('body.no-type') : message('body.media-type', { type: type.slice(0, 100) })
  throw new DomainError('unsupported-media-type', reason)
}
