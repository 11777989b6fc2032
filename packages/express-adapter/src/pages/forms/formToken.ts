import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Request } from 'express'
import type { FormToken } from '../../exchange/reply.js'
import { cookieOf, sessionCookie } from '../../headers/cookies.js'
import { cookieFor, visitorCookie } from '../pageCookies.js'

/** The size of a form token in bytes. */
export const tokenSize = 43

/**
 * Returns the form token for a request. The token belongs to the session, or to a cookie that identifies the visitor's
 * browser (docs/security.md, Page forms).
 */
export function formTokenFor(req: Request, base: string): FormToken {
  const owner = ownerOf(req)
  if (owner !== null) return { token: tokenOf(owner), cookie: null }
  const newOwner = randomBytes(16).toString('base64url')
  return { token: tokenOf(newOwner), cookie: cookieFor(base, visitorCookie, newOwner) }
}

/** Returns the form token for a session that the response starts. */
export const tokenOfSession = (session: string): FormToken => ({ token: tokenOf(session), cookie: null })

export function isTokenOf(req: Request, token: string): boolean {
  const owner = ownerOf(req)
  if (owner === null || token.length !== tokenSize) return false
  const bytes = Buffer.from(token)
  return bytes.length === tokenSize && timingSafeEqual(bytes, Buffer.from(tokenOf(owner)))
}

const ownerOf = (req: Request): string | null => cookieOf(req, sessionCookie) ?? cookieOf(req, visitorCookie)

/**
 * The maximum number of cached tokens per process. The cache is worthwhile because computing a token takes a tenth of
 * the time needed to send a cached page.
 */
const maxCached = 1000
/** The maximum length, in characters, of a session or cookie value whose form token is cached. */
const maxLength = 512

const cachedTokens = new Map<string, string>()

/**
 * Returns the form token for the value of a session or visitor cookie. The token cannot be computed without the cookie
 * and does not disclose the cookie.
 */
function tokenOf(owner: string): string {
  const cached = cachedTokens.get(owner)
  if (cached !== undefined) return cached
  const token = hash('sha256', `plenum form ${owner}`, 'base64url')
  if (cachedTokens.size >= maxCached) cachedTokens.clear()
  if (owner.length <= maxLength) cachedTokens.set(owner, token)
  return token
}

export function withFormToken(parts: readonly Uint8Array[], { token }: FormToken): readonly Uint8Array[] {
  const bytes = Buffer.from(token)
  return parts.flatMap((part, i) => (i === 0 ? [part] : [bytes, part]))
}
