import type { Request } from 'express'

/** The cookies of pages (docs/pages.md, Cookies). */
export const sessionCookie = 'plenum_session'
export const visitorCookie = 'plenum_visitor'
export const noticeCookie = 'plenum_notice'

/** The value of a cookie, if it consists of letters, digits and `._-`; otherwise null. */
export function cookieOf({ headers }: Pick<Request, 'headers'>, name: string): string | null {
  const header = headers.cookie
  const start = `${name}=`
  // The fast path: most requests have none of our cookies.
  if (!header?.includes(start)) return null
  const value = header
    .split(';')
    .map(pair => pair.trim())
    .find(pair => pair.startsWith(start))
    ?.slice(start.length)
  return value !== undefined && /^[\w.-]+$/.test(value) ? value : null
}

/**
 * A cookie for this site that scripts cannot read. Without a value it is deleted; without seconds it is a session
 * cookie.
 */
export function cookieFor(base: string, name: string, value: string | null, seconds?: number): string {
  const { pathname, protocol } = new URL(base)
  const age = value === null ? 0 : seconds
  const parts = [`${name}=${value ?? ''}`, `Path=${pathname}`, 'HttpOnly', 'SameSite=Lax']
  if (age !== undefined) parts.push(`Max-Age=${age}`)
  if (protocol === 'https:') parts.push('Secure')
  return parts.join('; ')
}
