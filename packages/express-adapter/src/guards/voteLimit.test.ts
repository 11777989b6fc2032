import { DomainError } from '@plenum/core'
import { voteLimit } from './voteLimit.js'

const start = Date.UTC(2027, 0, 1)

beforeEach(() => jest.useFakeTimers({ now: start }))
afterEach(() => jest.useRealTimers())

/** Seconds to wait for each address in turn; null where the vote may pass. */
async function waits(perMinute: number, addresses: readonly string[], limit = voteLimit(perMinute)) {
  const told: (number | null)[] = []
  for (const address of addresses) {
    const refusal: unknown = await limit(address).then(
      () => null,
      (error: unknown) => error,
    )
    if (refusal !== null && !(refusal instanceof DomainError && refusal.code === 'too-many-requests')) throw refusal
    told.push(refusal?.details.retryAfter ?? null)
  }
  return told
}

describe('votes of an address (docs/polls.md, Rate limit)', () => {
  it('pass as long as they are few, and are told how long to wait after that', async () => {
    expect(await waits(2, Array(4).fill('192.0.2.1'))).toEqual([null, null, 60, 60])
  })

  it('pass again a minute after the first of them, and not a moment before', async () => {
    const limit = voteLimit(2)
    await waits(2, ['192.0.2.1'], limit)
    jest.setSystemTime(start + 30_000)
    expect(await waits(2, Array(2).fill('192.0.2.1'), limit)).toEqual([null, 30])
    jest.setSystemTime(start + 59_999)
    expect(await waits(2, ['192.0.2.1'], limit)).toEqual([1])
    jest.setSystemTime(start + 60_000)
    expect(await waits(2, Array(3).fill('192.0.2.1'), limit)).toEqual([null, null, 60])
  })

  it('are counted for each address, of IPv6 for each network', async () => {
    const network = ['2001:db8:1:2::1', '2001:DB8:1:2:ffff:0:0:9', '2001:0db8:1:2::1', '2001:db8:1:2::']
    expect(await waits(1, network)).toEqual([null, 60, 60, 60])
    const others = ['2001:db8:1:3::1', '2001:db8:1::1', '2001:db8::1:2:0:0:1', '::1', '1::', 'fe80::1%eth0']
    expect(await waits(1, others)).toEqual(others.map(() => null))
  })

  it('are counted apart for addresses of IPv4, be they written as ones of IPv6', async () => {
    expect(await waits(1, ['192.0.2.1', '192.0.2.2', '::ffff:192.0.2.3', '::ffff:192.0.2.4'])).toEqual(
      Array(4).fill(null),
    )
  })

  it('are not counted where there is no limit', async () => {
    expect(await waits(0, Array(100).fill('192.0.2.1'))).toEqual(Array(100).fill(null))
  })
})
