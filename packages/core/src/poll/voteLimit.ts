import { englishVotes } from '../foundation/englishVotes.js'
import { messagesFrom } from '../foundation/message.js'
import { DomainError } from '../foundation/messages.js'
import type { MinuteCount } from '../security/minuteCount.js'

/**
 * Counts a vote from a network address. Throws a DomainError `too-many-requests` after too many votes in one minute.
 */
export type VoteLimit = (address: string) => Promise<void>

/**
 * Creates a function that limits the votes of visitors per network address and minute (docs/polls.md, Rate limit). If
 * `perMinute` is 0, votes are not limited.
 */
export function voteLimit(perMinute: number, votes: MinuteCount): VoteLimit {
  return async address => {
    if (perMinute === 0) return
    const { times, wait } = await votes.add(address)
    if (times > perMinute) throw tooMany(Math.ceil(wait / 1000))
  }
}

const message = messagesFrom(englishVotes)

const tooMany = (seconds: number): DomainError =>
  new DomainError('too-many-requests', message('vote.too-many', { seconds }), { retryAfter: seconds })
