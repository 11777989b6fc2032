import type { Request } from 'express'
import { isWriting } from './foreignOrigin.js'

/** The value of `corsOrigins` that allows pages of any origin to read content without credentials. */
const anyOrigin = '*'

const requestHeaders = [
  'Authorization',
  'Content-Type',
  'Accept',
  'Accept-Language',
  'Lock-Token',
  'Prefer',
  'If-Match',
  'If-None-Match',
]

const exposedHeaders = 'Location, ETag, Content-Language, Content-Disposition, Content-Range, Retry-After, X-Request-Id'

const allowedHeaders = new Set(requestHeaders.map(name => name.toLowerCase()))

/** The maximum time for which a browser may cache the response to a preflight, in seconds. */
const maxAge = 3600

type Headers = Readonly<Record<string, string>>

export const isPreflight = ({ method, headers }: Pick<Request, 'method' | 'headers'>): boolean =>
  method === 'OPTIONS' && headers.origin !== undefined && requestedMethod({ headers }) !== ''

export const requestedMethod = ({ headers }: Pick<Request, 'headers'>): string =>
  headers['access-control-request-method'] ?? ''

/**
 * Returns the CORS headers of every response except responses to preflights, as alternating names and values
 * (docs/http-answers.md, Cross-origin, rule 3).
 */
export function originHeaders(req: Pick<Request, 'method' | 'headers'>, origins: readonly string[]): readonly string[] {
  if (origins.length === 0 || req.method === 'OPTIONS') return []
  const allowed = allowedFor(req.headers.origin, origins)
  return allowed ? [...Object.entries(allowed).flat(), 'Access-Control-Expose-Headers', exposedHeaders] : []
}

export const variesByOrigin = (origins: readonly string[]): boolean => origins.some(origin => origin !== anyOrigin)

/**
 * Returns the headers that allow a page to send its request. Returns null if the origin or one of the request headers
 * is not allowed (docs/http-answers.md, Cross-origin, rule 2).
 */
export function grantOf(req: Pick<Request, 'headers'>, origins: readonly string[]): Headers | null {
  const { origin, 'access-control-request-headers': headers = '' } = req.headers
  const names = headers.split(',').map(name => name.trim().toLowerCase())
  const permitted = isWriting(requestedMethod(req)) ? origins.filter(candidate => candidate !== anyOrigin) : origins
  const allowed = allowedFor(origin, permitted)
  if (!allowed || names.some(name => name !== '' && !allowedHeaders.has(name))) return null
  return {
    ...allowed,
    'Access-Control-Allow-Methods': requestedMethod(req),
    'Access-Control-Allow-Headers': requestHeaders.join(', '),
    'Access-Control-Max-Age': String(maxAge),
  }
}

/**
 * Returns the headers that grant access to an origin, or null if the origin is not allowed. Only an explicitly listed
 * origin may send credentials.
 */
function allowedFor(origin: string | undefined, origins: readonly string[]): Headers | null {
  if (origin === undefined) return null
  if (origin !== anyOrigin && origins.includes(origin))
    return { 'Access-Control-Allow-Origin': origin, 'Access-Control-Allow-Credentials': 'true' }
  return origins.includes(anyOrigin) ? { 'Access-Control-Allow-Origin': anyOrigin } : null
}
