import { DomainError, message } from '@plenum/core'
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible'
import { networkOf } from './networkOf.js'

/** Counts a vote of an address; throws `too-many-requests` when there were too many within a minute. */
export type VoteLimit = (address: string) => Promise<void>

/** So many votes of visitors an address may cast in a minute (docs/polls.md, Rate limit); 0: as many as it likes. */
export function voteLimit(perMinute: number): VoteLimit {
  if (perMinute === 0) return async () => {}
  const limiter = new RateLimiterMemory({ points: perMinute, duration: 60 })
  return async address => {
    try {
      await limiter.consume(networkOf(address))
    } catch (error) {
      if (error instanceof Error) throw error
      const seconds = Math.ceil((error as RateLimiterRes).msBeforeNext / 1000)
      throw new DomainError('too-many-requests', message('vote.too-many', { seconds }), { retryAfter: seconds })
    }
  }
}
