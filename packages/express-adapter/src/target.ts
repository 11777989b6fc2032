import { DomainError, message } from '@plenum/core'
import type { Request } from 'express'
import { baseUrl } from './baseUrl.js'
import type { Exchange } from './exchange.js'
import { hasOneHost } from './guards/hostHeader.js'
import { isLoopback } from './guards/networkOf.js'
import type { RouterOptions } from './routerOptions.js'
import { namesVirtualHost, readVirtualHost, type VirtualHost } from './virtualHost.js'

/** What a request asks for, and where the client sees the site. */
export interface Target extends Pick<VirtualHost, 'base'> {
  /** Below the site root, percent-encoded; null where a virtual host is named that is not believed, or is another's. */
  readonly path: string | null
  /** As it was sent, without the question mark. */
  readonly query: string
}

/** Works in front of an application too. Throws when the client names the site in no possible way, or sends too long an address. */
export function targetOf({ req, limits, options }: Pick<Exchange, 'req' | 'limits' | 'options'>): Target {
  if (req.headers.host === undefined && req.httpVersion === '1.1')
    throw new DomainError('bad-request', message('request.host'), { context: null })
  if (!hasOneHost(req)) throw new DomainError('bad-request', message('request.hosts'), { context: null })
  const { path, query } = partsOf(req.url)
  const isVirtual = namesVirtualHost(path)
  const virtual = isVirtual && isBelieved(req, options) ? readVirtualHost(path, req.socket.localPort) : null
  const base = virtual?.base ?? options.publicUrl ?? baseUrl(req)
  if ((req.originalUrl ?? req.url).length > limits.url)
    throw new DomainError('uri-too-long', message('request.too-long', { limit: limits.url }), { context: null })
  return { base, path: virtual?.path ?? (isVirtual ? null : path), query }
}

/** Clients of proxies send whole addresses, of which the host counts as little as in any other (RFC 9112, 3.2.2). */
function partsOf(sent: string): { readonly path: string; readonly query: string } {
  const url = sent.replace(/^https?:\/\/[^/?#]*/i, '')
  const mark = url.indexOf('?')
  return mark < 0 ? { path: url, query: '' } : { path: url.slice(0, mark), query: url.slice(mark + 1) }
}

/**
 * Whether the other end of the connection may say where the client sees the site: a proxy that is believed, or a
 * program of this machine as long as nothing else says it (docs/http-answers.md, Virtual hosts, rule 3).
 */
function isBelieved({ app, socket }: Request, { publicUrl }: Pick<RouterOptions, 'publicUrl'>): boolean {
  const address = socket.remoteAddress ?? ''
  const isTrusted = app.get('trust proxy fn') as ((address: string, hop: number) => boolean) | undefined
  return isTrusted?.(address, 0) === true || (publicUrl === undefined && isLoopback(address))
}
