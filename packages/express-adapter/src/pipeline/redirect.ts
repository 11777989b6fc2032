import { addressOf, isExternalTarget, type Location } from '@plenum/core'
import type { Reply } from '../exchange/reply.js'

/**
 * Returns a redirect. The status is 302 for reads and 307 for writes, so that clients repeat the method and body of a
 * write (docs/content-and-access.md, Old URLs and aliases).
 */
export function redirectReply(method: string, url: string, rawQuery: string): Reply {
  const status = method === 'GET' || method === 'HEAD' ? 302 : 307
  return { kind: 'empty', status, headers: { Location: rawQuery === '' ? url : `${url}?${rawQuery}` } }
}

interface OldAddress {
  readonly base: string
  readonly location: Extract<Location, { kind: 'resource' }>
  readonly rawQuery: string
}

/**
 * Returns the redirect from an old URL to its target. A redirect within the site preserves the view and the query. A
 * redirect to another site uses the exact target URL. Returns null if the target is on another site and the request
 * names a view.
 */
export function movedReply(method: string, target: string, { base, location, rawQuery }: OldAddress): Reply | null {
  if (!isExternalTarget(target)) return redirectReply(method, movedUrl(base, target, location), rawQuery)
  return location.view === null ? redirectReply(method, target, '') : null
}

export const movedUrl = (base: string, path: string, location: Extract<Location, { kind: 'resource' }>): string =>
  addressOf(location.api ? `${base}/++api++` : base, { ...location, path })
