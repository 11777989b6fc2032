import { DomainError, message } from '@plenum/core'
import type { Request } from 'express'
import type { TargetOptions } from '../exchange/target.js'

export interface WriteSource {
  readonly origin: string | undefined
  readonly fetchSite: string | undefined
}

export interface OwnPages {
  /**
   * The hosts of this site, optionally with ports: from the Host header, from trusted forwarded and virtual hosts,
   * and from the public URL.
   */
  readonly hosts: readonly string[]
  /** The additional origins whose pages may send write requests. */
  readonly origins: readonly string[]
}

export interface OriginOptions {
  /**
   * The origins whose pages may read and write, for example `https://www.example.org`. If omitted, only the origin of
   * this site is allowed. `*` allows all pages to read without credentials.
   */
  readonly corsOrigins?: readonly string[]
}

const writing = new Set(['POST', 'PATCH', 'DELETE'])

export const isWriting = (method: string): boolean => writing.has(method)

/** Refuses writes from pages of other origins. `base` is the base URL of the request. */
export function refuseForeignWrites(
  req: Request,
  base: string,
  { publicUrl, corsOrigins: origins = [] }: TargetOptions & OriginOptions,
): void {
  if (!isWriting(req.method)) return
  refuseForeignPages(sourceOf(req), { hosts: hostsOf(req, base, publicUrl), origins })
}

const sourceOf = (req: Request): WriteSource => ({ origin: req.get('origin'), fetchSite: req.get('sec-fetch-site') })

/**
 * Returns the hosts of this site. `req.host` is the host that a trusted proxy has forwarded. `base` may contain the
 * host of a trusted virtual host.
 */
function hostsOf(req: Request, base: string, publicUrl: string | undefined): readonly string[] {
  const urls = publicUrl === undefined ? [base] : [base, publicUrl]
  return [req.get('host'), req.host, ...urls.map(url => new URL(url).host)].filter(host => host !== undefined)
}

/**
 * Refuses a form unless browser headers confirm that it comes from a page of this site, because any page can send a
 * form with the cookies of this site. `corsOrigins` does not apply (docs/security.md, Page forms).
 */
export function refuseOtherOrigins(req: Request, base: string, { publicUrl }: TargetOptions): void {
  const source = sourceOf(req)
  const hasOrigin = source.origin !== undefined && URL.canParse(source.origin)
  const ownPages = { hosts: hostsOf(req, base, publicUrl), origins: [] }
  const isOwn = hasOrigin && !isForeign({ ...source, fetchSite: undefined }, ownPages)
  // An unencrypted page could have been modified in transit, so it is not treated as a page of an HTTPS site.
  const isDowngraded = base.startsWith('https:') && source.origin?.startsWith('http:') === true
  if (!isOwn || isDowngraded || isForeign({ ...source, origin: undefined }, ownPages)) throw foreignOrigin(source)
}

/** Throws if a write comes from a page with another origin (docs/http-answers.md, Cross-origin writes). */
export function refuseForeignPages(source: WriteSource, ownPages: OwnPages): void {
  if (isForeign(source, ownPages)) throw foreignOrigin(source)
}

function foreignOrigin(source: WriteSource): DomainError {
  const origin = (source.origin ?? 'another site').slice(0, 200)
  return new DomainError('foreign-origin', message('origin.foreign', { origin }), { context: null })
}

/**
 * Whether a write comes from a page of another origin. Returns false if `Origin` and `Sec-Fetch-Site` are missing,
 * because browsers always send at least one of these headers.
 */
function isForeign({ origin, fetchSite }: WriteSource, { hosts, origins }: OwnPages): boolean {
  if (origin !== undefined && origins.includes(origin)) return false
  if (fetchSite !== undefined) return fetchSite !== 'same-origin' && fetchSite !== 'none'
  if (origin === undefined) return false
  const url = URL.canParse(origin) ? new URL(origin) : undefined
  return url === undefined || !hosts.some(host => isAt(url, host))
}

/** Whether an origin has the given host. The scheme is ignored, because it may differ behind a proxy. */
function isAt(origin: URL, host: string): boolean {
  const { name, port } = splitHost(host)
  if (origin.hostname === '' || origin.hostname !== name.toLowerCase()) return false
  if (port === '') return origin.port === ''
  return port === (origin.port || (origin.protocol === 'https:' ? '443' : '80'))
}

/** Splits a host and its optional port. Colons in brackets belong to an IPv6 address. */
function splitHost(host: string): { readonly name: string; readonly port: string } {
  const colon = host.lastIndexOf(':')
  if (colon <= host.lastIndexOf(']')) return { name: host, port: '' }
  return { name: host.slice(0, colon), port: host.slice(colon + 1) }
}
