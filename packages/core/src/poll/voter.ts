/**
 * Returns the name of the cookie that contains a visitor's token. Scripts in the browser read this cookie to determine
 * whether the visitor has voted.
 */
export const voteCookieName = (uid: string): string => `collective.poll.${uid}`

/** The lifetime of the vote cookie in seconds: one year. */
export const voteCookieAge = 31_536_000

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Encodes 16 random bytes as 22 base64url characters. */
export function visitorToken(random: Uint8Array): string {
  const bits = [...random].map(byte => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,6}/g) ?? []
  return groups.map(group => alphabet[Number.parseInt(group.padEnd(6, '0'), 2)]).join('')
}

/**
 * Reads the token from the value of a vote cookie, with or without quotes. Returns null if the value is not a token.
 */
export const tokenInCookie = (value: string): string | null => /^"?([\w-]{22})"?$/.exec(value)?.[1] ?? null
