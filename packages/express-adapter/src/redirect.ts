import { addressOf, isForeignTarget, type Location } from '@plenum/core'
import type { Reply } from './reply.js'

/**
 * Reading follows with 302; everything else repeats its method and body with 307 (docs/content-and-access.md, Old
 * addresses).
 */
export function redirectReply(method: string, url: string, rawQuery: string): Reply {
  const status = method === 'GET' || method === 'HEAD' ? 302 : 307
  return { kind: 'empty', status, headers: { Location: rawQuery === '' ? url : `${url}?${rawQuery}` } }
}

interface Asked {
  readonly base: string
  readonly location: Extract<Location, { kind: 'resource' }>
  readonly rawQuery: string
}

/**
 * Leads from an old address on: within the site with service and query, to another site as that address was given. Null
 * for a service of what is on another site.
 */
export function movedReply(method: string, target: string, { base, location, rawQuery }: Asked): Reply | null {
  if (!isForeignTarget(target)) return redirectReply(method, movedUrl(base, target, location), rawQuery)
  return location.view === null ? redirectReply(method, target, '') : null
}

/** The new address of what was asked for at an old one, with the same service behind it. */
export function movedUrl(base: string, path: string, asked: Extract<Location, { kind: 'resource' }>): string {
  return addressOf(asked.api ? `${base}/++api++` : base, { ...asked, path })
}
