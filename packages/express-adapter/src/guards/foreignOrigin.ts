import { DomainError, message } from '@plenum/core'
import type { Request } from 'express'
import type { RouterOptions } from '../routerOptions.js'

/** What a browser tells of the page that a write comes from. */
export interface WriteSource {
  /** The headers `Origin` and `Sec-Fetch-Site`. */
  readonly origin: string | undefined
  readonly fetchSite: string | undefined
}

/** What the pages of this site are known by. */
export interface OwnPages {
  /** Names with an optional port: of the Host header, of a forwarded or virtual one that is believed, of the public URL. */
  readonly hosts: readonly string[]
  /** Origins whose pages may write too. */
  readonly origins: readonly string[]
}

const writing = new Set(['POST', 'PATCH', 'DELETE'])

/** Whether requests of a method are judged by where they come from. */
export const isWriting = (method: string): boolean => writing.has(method)

/** Throws when a request would write on behalf of a page of another site; `base` is the URL that the site has for it. */
export function refuseForeignWrites(
  req: Request,
  base: string,
  { publicUrl, corsOrigins: origins = [] }: Pick<RouterOptions, 'publicUrl' | 'corsOrigins'>,
): void {
  if (!isWriting(req.method)) return
  refuseForeignPages(sourceOf(req), { hosts: hostsOf(req, base, publicUrl), origins })
}

const sourceOf = (req: Request): WriteSource => ({ origin: req.get('origin'), fetchSite: req.get('sec-fetch-site') })

/** Express tells the host that a believed proxy has forwarded; the base may be that of a believed virtual host. */
function hostsOf(req: Request, base: string, publicUrl: string | undefined): readonly string[] {
  const urls = publicUrl === undefined ? [base] : [base, publicUrl]
  return [req.get('host'), req.host, ...urls.map(url => new URL(url).host)].filter(host => host !== undefined)
}

/**
 * Throws unless a page of this site has sent a form: its browser has to say so, as a form may be sent from any page, with
 * the cookies of this one. Other origins that may write are not meant (docs/security.md, Forms of pages).
 */
export function refuseOtherOrigins(req: Request, base: string, { publicUrl }: Pick<RouterOptions, 'publicUrl'>): void {
  const source = sourceOf(req)
  const isSaid = source.origin !== undefined && URL.canParse(source.origin)
  const own = { hosts: hostsOf(req, base, publicUrl), origins: [] }
  const isOwn = isSaid && !isForeign({ ...source, fetchSite: undefined }, own)
  // What came over a line that anybody may change is no page of a site that is only shown over one that nobody can.
  const isDowngraded = base.startsWith('https:') && source.origin?.startsWith('http:') === true
  if (!isOwn || isDowngraded || isForeign({ ...source, origin: undefined }, own)) throw foreignOrigin(source)
}

/** Throws when a write comes from a page of another site (docs/http-answers.md, Writes from foreign pages). */
export function refuseForeignPages(source: WriteSource, own: OwnPages): void {
  if (isForeign(source, own)) throw foreignOrigin(source)
}

function foreignOrigin(source: WriteSource): DomainError {
  const origin = (source.origin ?? 'another site').slice(0, 200)
  return new DomainError('foreign-origin', message('origin.foreign', { origin }), { context: null })
}

/** Programs that are no browsers send neither of the headers. */
function isForeign({ origin, fetchSite }: WriteSource, { hosts, origins }: OwnPages): boolean {
  if (origin !== undefined && origins.includes(origin)) return false
  if (fetchSite !== undefined) return fetchSite !== 'same-origin' && fetchSite !== 'none'
  if (origin === undefined) return false
  const url = URL.canParse(origin) ? new URL(origin) : undefined
  return url === undefined || !hosts.some(host => isAt(url, host))
}

/** Whether an origin is at a host and port. The scheme does not count: it may be another one behind a proxy. */
function isAt(origin: URL, host: string): boolean {
  const { name, port } = takenApart(host)
  if (origin.hostname === '' || origin.hostname !== name.toLowerCase()) return false
  if (port === '') return origin.port === ''
  return port === (origin.port || (origin.protocol === 'https:' ? '443' : '80'))
}

/** Colons within brackets belong to an address of IPv6. */
function takenApart(host: string): { readonly name: string; readonly port: string } {
  const colon = host.lastIndexOf(':')
  if (colon <= host.lastIndexOf(']')) return { name: host, port: '' }
  return { name: host.slice(0, colon), port: host.slice(colon + 1) }
}
