import { DomainError } from '../foundation/messages.js'
import { minuteCounts } from '../security/minuteCount.js'
import { voteLimit } from './voteLimit.js'

let time: number
const limitOf = (perMinute: number) => voteLimit(perMinute, minuteCounts(() => time)('votes'))

beforeEach(() => {
  time = 1000
})

async function waits(perMinute: number, addresses: readonly string[], limit = limitOf(perMinute)) {
  const all: (number | null | undefined)[] = []
  for (const address of addresses) {
    try {
      await limit(address)
      all.push(null)
    } catch (error) {
      if (error instanceof DomainError && error.code === 'too-many-requests') all.push(error.details.retryAfter)
      else throw error
    }
  }
  return all
}

describe('votes of an address (docs/polls.md, Rate limit)', () => {
  it('are accepted up to the limit, then refused with the seconds to wait', async () => {
    expect(await waits(2, Array(4).fill('192.0.2.1'))).toEqual([null, null, 60, 60])
  })

  it('are accepted again exactly one minute after the first of them', async () => {
    const limit = limitOf(2)
    await waits(2, ['192.0.2.1'], limit)
    time += 30_000
    expect(await waits(2, Array(2).fill('192.0.2.1'), limit)).toEqual([null, 30])
    time += 29_999
    expect(await waits(2, ['192.0.2.1'], limit)).toEqual([1])
    time += 1
    expect(await waits(2, Array(3).fill('192.0.2.1'), limit)).toEqual([null, null, 60])
  })

  it('are counted separately for each address', async () => {
    expect(await waits(1, ['192.0.2.1', '192.0.2.2', '192.0.2.1'])).toEqual([null, null, 60])
  })

  it('are not counted without a limit', async () => {
    expect(await waits(0, Array(100).fill('192.0.2.1'))).toEqual(Array(100).fill(null))
  })
})
