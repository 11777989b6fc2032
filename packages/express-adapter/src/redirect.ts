import { urlOf } from '@plenum/core'
import type { Location } from './locate.js'
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
export function movedUrl(
  base: string,
  path: string,
  { view, rest, api }: Extract<Location, { kind: 'resource' }>,
): string {
  const service = view === null ? [] : [encodeView(view), ...rest.map(encodeURIComponent)]
  return [urlOf(api ? `${base}/++api++` : base, path), ...service].join('/')
}

/** Names of services begin with `@` or `@@`, which addresses show as they are. */
function encodeView(view: string): string {
  return encodeURIComponent(view).replace(/^(?:%40){1,2}/, marks => (marks.length > 3 ? '@@' : '@'))
}
