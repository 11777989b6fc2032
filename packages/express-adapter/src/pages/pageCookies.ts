/** The names of the cookies that pages use in addition to the session cookie (docs/pages.md, Cookies). */
export const visitorCookie = 'plenum_visitor'
export const noticeCookie = 'plenum_notice'

/**
 * Returns a `Set-Cookie` header for a cookie that scripts cannot read. If `value` is null, the header deletes the
 * cookie. If `seconds` is omitted, the cookie lasts until the browser is closed.
 */
export function cookieFor(base: string, name: string, value: string | null, seconds?: number): string {
  const { pathname, protocol } = new URL(base)
  const age = value === null ? 0 : seconds
  const parts = [`${name}=${value ?? ''}`, `Path=${pathname}`, 'HttpOnly', 'SameSite=Lax']
  if (age !== undefined) parts.push(`Max-Age=${age}`)
  if (protocol === 'https:') parts.push('Secure')
  return parts.join('; ')
}
