import { isIPv6 } from 'node:net'
import { DomainError, message } from '@plenum/core'
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible'

/** Counts a vote of an address; throws `too-many-requests` when there were too many within a minute. */
export type VoteLimit = (address: string) => Promise<void>

/** So many votes of visitors an address may cast in a minute (decisions, section 3: Rate limit); 0: as many as it likes. */
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

/** Of IPv6 the first four groups, however they are written: everybody has all addresses of such a network. */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address
  const [head = '', tail] = address.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...after].slice(0, 4)
  return groups.map(group => Number.parseInt(group, 16)).join(':')
}
