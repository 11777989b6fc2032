/** Name of the cookie in which a visitor keeps the token of a vote; scripts of clients read it. */
export function voteCookieName(uid: string): string {
  return `collective.poll.${uid}`
}

/** Seconds that the cookie is kept: a year. */
export const voteCookieAge = 31_536_000

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** The token of a visitor: 16 random bytes in 22 characters that are safe in URLs and cookies. */
export function visitorToken(random: Uint8Array): string {
  const bits = [...random].map(byte => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,6}/g) ?? []
  return groups.map(group => alphabet[Number.parseInt(group.padEnd(6, '0'), 2)]).join('')
}

/** The token in the value of a vote cookie, which clients may have quoted; null when it can be none. */
export function tokenInCookie(value: string): string | null {
  return /^"?([\w-]{22})"?$/.exec(value)?.[1] ?? null
}
