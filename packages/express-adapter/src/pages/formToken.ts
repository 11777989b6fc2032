import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Request } from 'express'
import { cookieFor, cookieOf, sessionCookie, visitorCookie } from './cookies.js'

/** What fills the places of the form token in a page, and the cookie that goes with it. */
export interface FormToken {
  readonly token: string
  /** A cookie to be set, as what the token belongs to is new. */
  readonly cookie: string | null
}

/** Bytes of every token. */
export const tokenSize = 43

/**
 * The token of forms for whoever asks: it belongs to the session, or to a cookie that the browser of a visitor is given
 * (docs/security.md, Forms of pages).
 */
export function formTokenFor(req: Request, base: string): FormToken {
  const known = ownerOf(req)
  if (known !== null) return { token: tokenOf(known), cookie: null }
  const made = randomBytes(16).toString('base64url')
  return { token: tokenOf(made), cookie: cookieFor(base, visitorCookie, made) }
}

/** Whether a token was made for whoever sends it. */
export function isTokenOf(req: Request, token: string): boolean {
  const owner = ownerOf(req)
  if (owner === null || token.length !== tokenSize) return false
  const sent = Buffer.from(token)
  return sent.length === tokenSize && timingSafeEqual(sent, Buffer.from(tokenOf(owner)))
}

const ownerOf = (req: Request): string | null => cookieOf(req, sessionCookie) ?? cookieOf(req, visitorCookie)

/** Owners of whom one process remembers the token: to make it anew takes a tenth of what a kept page costs. */
const maxRemembered = 1000
/** Characters of an owner who is remembered. */
const longest = 512

const remembered = new Map<string, string>()

/** Who does not have the cookie cannot make it, and who sees the token does not get at the cookie. */
function tokenOf(owner: string): string {
  const known = remembered.get(owner)
  if (known !== undefined) return known
  const token = hash('sha256', `plenum form ${owner}`, 'base64url')
  if (remembered.size >= maxRemembered) remembered.clear()
  if (owner.length <= longest) remembered.set(owner, token)
  return token
}

/** The bytes of a page with a token between its parts. */
export function withFormToken(parts: readonly Uint8Array[], { token }: FormToken): readonly Uint8Array[] {
  const bytes = Buffer.from(token)
  return parts.flatMap((part, i) => (i === 0 ? [part] : [bytes, part]))
}
