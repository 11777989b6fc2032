import type { Instant } from '../foundation/instants.js'

/** Which logins of a user have ended before their time (docs/content-and-access.md, Logins, rules 5 and 6). */
export interface EndedLogins {
  /** All whose token was issued at this instant or before. */
  readonly before: Instant
  /** Of the others those that have ended, by id: the instant from which no token of theirs is valid anyway. */
  readonly until: Readonly<Record<string, Instant>>
}

export const noEndedLogins: EndedLogins = { before: 0, until: {} }

/** Each token of the user is compared with all of them: there is an end to how many are kept. */
const maxKept = 50

export function hasEnded(
  { before, until }: EndedLogins,
  login: { readonly id: string; readonly issued: Instant },
): boolean {
  return login.issued <= before || Object.hasOwn(until, login.id)
}

/**
 * Adds a login to those that have ended; `until` is when the last token of it stops being valid. Where too many have
 * ended in a short time, all of the user end.
 */
export function withEndedLogin(
  ended: EndedLogins,
  { id, until, now }: { readonly id: string; readonly until: Instant; readonly now: Instant },
): EndedLogins {
  const others = Object.entries(ended.until).filter(([other, end]) => end > now && other !== id)
  if (others.length >= maxKept) return { before: now, until: {} }
  return { before: ended.before, until: Object.fromEntries([...others, [id, until]]) }
}
