import { DomainError } from '../foundation/domainError.js'
import { voteLimit } from './voteLimit.js'

let time: number
const now = () => time

beforeEach(() => {
  time = 1000
})

/** Seconds to wait for each address in turn; null where the vote may pass. */
function waits(perMinute: number, addresses: readonly string[], limit = voteLimit(perMinute, now)) {
  return addresses.map(address => {
    try {
      limit(address)
      return null
    } catch (error) {
      if (error instanceof DomainError && error.code === 'too-many-requests') return error.details.retryAfter
      throw error
    }
  })
}

describe('votes of an address (docs/polls.md, Rate limit)', () => {
  it('pass as long as they are few, and are told how long to wait after that', () => {
    expect(waits(2, Array(4).fill('192.0.2.1'))).toEqual([null, null, 60, 60])
  })

  it('pass again a minute after the first of them, and not a moment before', () => {
    const limit = voteLimit(2, now)
    waits(2, ['192.0.2.1'], limit)
    time += 30_000
    expect(waits(2, Array(2).fill('192.0.2.1'), limit)).toEqual([null, 30])
    time += 29_999
    expect(waits(2, ['192.0.2.1'], limit)).toEqual([1])
    time += 1
    expect(waits(2, Array(3).fill('192.0.2.1'), limit)).toEqual([null, null, 60])
  })

  it('are counted for each address', () => {
    expect(waits(1, ['192.0.2.1', '192.0.2.2', '192.0.2.1'])).toEqual([null, null, 60])
  })

  it('are not counted where there is no limit', () => {
    expect(waits(0, Array(100).fill('192.0.2.1'))).toEqual(Array(100).fill(null))
  })
})
