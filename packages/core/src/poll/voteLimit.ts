import { DomainError, message } from '../foundation/messages.js'
import type { MinuteCount } from '../security/minuteCount.js'

/** Counts a vote from an address. Throws a DomainError `too-many-requests` after too many votes within a minute. */
export type VoteLimit = (address: string) => Promise<void>

/**
 * Limits the votes of visitors per address and minute (docs/polls.md, Rate limit). A `perMinute` of 0 means no limit.
 */
export function voteLimit(perMinute: number, votes: MinuteCount): VoteLimit {
  return async address => {
    if (perMinute === 0) return
    const { times, wait } = await votes.add(address)
    if (times > perMinute) throw tooMany(Math.ceil(wait / 1000))
  }
}

const tooMany = (seconds: number): DomainError =>
  new DomainError('too-many-requests', message('vote.too-many', { seconds }), { retryAfter: seconds })
