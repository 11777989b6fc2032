import type { Instant } from '../foundation/instants.js'

/** The logins of a user that have ended before their time (docs/content-and-access.md, Logins, rules 5 and 6). */
export interface EndedLogins {
  /** All whose token was issued at this instant or before. */
  readonly before: Instant
  /** Of the others those that have ended, by id: the instant from which no token of theirs is valid anyway. */
  readonly until: Readonly<Record<string, Instant>>
}

export const noEndedLogins: EndedLogins = { before: 0, until: {} }

/** A login as its tokens identify it. */
export interface IssuedLogin {
  readonly id: string
  readonly issued: Instant
}

/** The end of a login. */
export interface LoginEnd {
  readonly id: string
  /** The instant from which no token of the login would be valid anyway. */
  readonly until: Instant
  readonly now: Instant
}

/**
 * The number of ended logins that are stored for a user. They expire with their tokens, so only who logs in and out more
 * often than every five seconds for half a day gets beyond it.
 */
export const mostEndedLogins = 10_000

export function hasEnded({ before, until }: EndedLogins, { id, issued }: IssuedLogin): boolean {
  return issued <= before || Object.hasOwn(until, id)
}

/** Adds a login to those that have ended. Beyond `mostEndedLogins` all logins of the user end. */
export function withEndedLogin(ended: EndedLogins, { id, until, now }: LoginEnd): EndedLogins {
  const others = Object.entries(ended.until).filter(([other, end]) => end > now && other !== id)
  if (others.length >= mostEndedLogins) return { before: now, until: {} }
  return { before: ended.before, until: Object.fromEntries([...others, [id, until]]) }
}
