import { addressOf, type Location } from './locate.js'
import type { Reply } from './reply.js'

/**
 * Reading follows with 302; everything else repeats its method and body with 307 (docs/content-and-access.md, Old
 * addresses).
 */
export function redirectReply(method: string, url: string, rawQuery: string): Reply {
  const status = method === 'GET' || method === 'HEAD' ? 302 : 307
  return { kind: 'empty', status, headers: { Location: rawQuery === '' ? url : `${url}?${rawQuery}` } }
}

/** The new address of what was asked for at an old one, with the same service behind it. */
export function movedUrl(base: string, path: string, asked: Extract<Location, { kind: 'resource' }>): string {
  return addressOf(asked.api ? `${base}/++api++` : base, { ...asked, path })
}
