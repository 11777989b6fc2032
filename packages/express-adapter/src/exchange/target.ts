import { DomainError, isHost, message, namesVirtualHost, readVirtualHost, type VirtualHost } from '@plenum/core'
import type { Request } from 'express'
import { hasOneHost } from '../guards/hostHeader.js'
import { isLoopback } from '../guards/networkOf.js'

export interface TargetOptions {
  /** The base URL of every `@id`, without a trailing slash. If omitted, it is derived from the request. */
  readonly publicUrl?: string
}

interface TargetSource {
  readonly req: Request
  readonly options: TargetOptions
  readonly limits: {
    /** The maximum length of a request URL, in bytes. */
    readonly url: number
  }
}

export interface Target extends Pick<VirtualHost, 'base'> {
  /**
   * The percent-encoded path below the site root, or null if the request names a virtual host that is not trusted or
   * that belongs to another site.
   */
  readonly path: string | null
  readonly query: string
}

/**
 * Returns the base URL, path and query of a request, which need not have passed through Express. Throws if the Host
 * header is missing, repeated or malformed, or if the URL is too long.
 */
export function targetOf({ req, limits, options }: TargetSource): Target {
  if (req.headers.host === undefined && req.httpVersion === '1.1')
    throw new DomainError('bad-request', message('request.host'), { context: null })
  if (!hasOneHost(req)) throw new DomainError('bad-request', message('request.hosts'), { context: null })
  const { path, query } = partsOf(req.url)
  const isVirtual = namesVirtualHost(path)
  const virtual = isVirtual && isTrustedProxy(req, options) ? readVirtualHost(path, req.socket.localPort) : null
  const base = virtual?.base ?? options.publicUrl ?? baseUrl(req)
  if ((req.originalUrl ?? req.url).length > limits.url)
    throw new DomainError('uri-too-long', message('request.too-long', { limit: limits.url }), { context: null })
  return { base, path: virtual?.path ?? (isVirtual ? null : path), query }
}

/**
 * Splits a URL into its path and query. The host of an absolute URL, which clients send to proxies, is ignored (RFC
 * 9112, section 3.2.2).
 */
function partsOf(rawUrl: string): { readonly path: string; readonly query: string } {
  const url = rawUrl.replace(/^https?:\/\/[^/?#]*/i, '')
  const mark = url.indexOf('?')
  return mark < 0 ? { path: url, query: '' } : { path: url.slice(0, mark), query: url.slice(mark + 1) }
}

/**
 * Whether the peer may name a virtual host because it is a trusted proxy or, without a public URL, a program on the
 * same machine (docs/http-answers.md, Virtual hosts, rule 3).
 */
function isTrustedProxy({ app, socket }: Request, { publicUrl }: TargetOptions): boolean {
  const address = socket.remoteAddress ?? ''
  const isTrusted = app.get('trust proxy fn') as ((address: string, hop: number) => boolean) | undefined
  return isTrusted?.(address, 0) === true || (publicUrl === undefined && isLoopback(address))
}

function baseUrl(req: Request): string {
  const host = req.get('host') ?? 'localhost'
  // Invalid Host headers are rejected, because the host becomes part of every URL in the response.
  if (!isHost(host)) throw new DomainError('bad-request', message('request.host'), { context: null })
  return `${req.protocol}://${host}${req.baseUrl ?? ''}`
}
