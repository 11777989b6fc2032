import type { SessionKey } from './publishedContent.js'

const firstDerivedNumber = 1_000_000_000

/**
 * Assigns integer ids to sessions for schedule apps. The id of a session is its short name if the short name is an
 * integer, and is otherwise derived from the UID. If several sessions would get the same number, the first session gets
 * it, so `sessions` must be sorted by creation time (docs/schedule.md, Files for schedule apps).
 */
export function numberSessions(sessions: readonly Omit<SessionKey, 'number'>[]): readonly SessionKey[] {
  const used = new Set<number>()
  return sessions.map(session => {
    let number = preferredNumber(session)
    while (used.has(number)) number = Math.max(number, firstDerivedNumber) + 1
    used.add(number)
    return { ...session, number }
  })
}

const preferredNumber = ({ uid, shortName }: Omit<SessionKey, 'number'>): number =>
  /^[1-9]\d{0,8}$/.test(shortName) ? Number(shortName) : Number.parseInt(uid.slice(0, 7), 16) + firstDerivedNumber
