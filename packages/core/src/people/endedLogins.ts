import type { Instant } from '../foundation/instants.js'

/** The logins of a user that were revoked before their expiry (docs/content-and-access.md, Logins, rules 5 and 6). */
export interface EndedLogins {
  /** All logins with tokens issued at this instant or earlier are revoked. */
  readonly before: Instant
  /** Further revoked logins by id, each with the expiry of its last token. */
  readonly until: Readonly<Record<string, Instant>>
}

export const noEndedLogins: EndedLogins = { before: 0, until: {} }

/** A login, as identified by its tokens. */
export interface IssuedLogin {
  readonly id: string
  readonly issued: Instant
}

/** The revocation of a login. */
export interface LoginEnd {
  readonly id: string
  /** The expiry of the login's last token. */
  readonly until: Instant
  readonly now: Instant
}

/**
 * Maximum number of revoked logins stored per user. They expire with their tokens, so only a user who logs in and out
 * every five seconds for half a day exceeds it.
 */
export const maxEndedLogins = 10_000

export function hasEnded({ before, until }: EndedLogins, { id, issued }: IssuedLogin): boolean {
  return issued <= before || Object.hasOwn(until, id)
}

/** Revokes a login. Beyond `maxEndedLogins`, revokes all logins of the user. */
export function withEndedLogin(ended: EndedLogins, { id, until, now }: LoginEnd): EndedLogins {
  const remaining = Object.entries(ended.until).filter(([otherId, end]) => end > now && otherId !== id)
  if (remaining.length >= maxEndedLogins) return { before: now, until: {} }
  return { before: ended.before, until: Object.fromEntries([...remaining, [id, until]]) }
}
