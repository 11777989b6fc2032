import type { Request } from 'express'

/** The name of the session cookie that pages use (docs/pages.md, Cookies). */
export const sessionCookie = 'plenum_session'

/**
 * Returns the value of a cookie. Returns null if the cookie is missing or contains characters other than letters,
 * digits and `._-`.
 */
export function cookieOf({ headers }: Pick<Request, 'headers'>, name: string): string | null {
  const header = headers.cookie
  const start = `${name}=`
  // Fast path for most requests, which do not contain the cookie.
  if (!header?.includes(start)) return null
  const value = header
    .split(';')
    .map(pair => pair.trim())
    .find(pair => pair.startsWith(start))
    ?.slice(start.length)
  return value !== undefined && /^[\w.-]+$/.test(value) ? value : null
}
