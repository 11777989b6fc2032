import { DomainError } from '../foundation/domainError.js'
import { message } from '../foundation/messages.js'
import { minuteCount } from '../security/minuteCount.js'

/** Counts a vote from an address; throws `too-many-requests` when there were too many within a minute. */
export type VoteLimit = (address: string) => void

/**
 * So many votes of visitors may come from an address in a minute (docs/polls.md, Rate limit); 0: as many as it likes. `now`
 * are milliseconds of any clock.
 */
export function voteLimit(perMinute: number, now: () => number): VoteLimit {
  const votes = minuteCount(now)
  return address => {
    if (perMinute === 0) return
    if (votes.timesOf(address) >= perMinute) throw tooMany(Math.ceil(votes.wait(address) / 1000))
    votes.add(address)
  }
}

const tooMany = (seconds: number): DomainError =>
  new DomainError('too-many-requests', message('vote.too-many', { seconds }), { retryAfter: seconds })
