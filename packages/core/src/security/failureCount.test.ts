import { failureCount, minuteCounts } from './minuteCount.js'

let time: number
const countOf = (limit: number) =>
  failureCount(
    limit,
    minuteCounts(() => time),
    'logins',
  )

beforeEach(() => {
  time = 1000
})

async function fail(count: ReturnType<typeof failureCount>, key: string): Promise<void> {
  await (await count.begin(key))?.fail()
}

describe('a failing key', () => {
  it('has to wait from its last permitted failure to the end of the minute that began with the first one', async () => {
    const count = countOf(2)
    await fail(count, 'key')
    time += 20_000
    expect(await count.wait('key')).toBe(0)
    await fail(count, 'key')
    expect(await count.wait('key')).toBe(40_000)
    time += 39_000
    expect(await count.wait('key')).toBe(1000)
    time += 1001
    expect(await count.wait('key')).toBe(0)
    await fail(count, 'key')
    expect(await count.wait('key')).toBe(0)
  })

  it('is counted separately, and successes are not counted', async () => {
    const count = countOf(1)
    await fail(count, 'one')
    await (await count.begin('two'))?.succeed()
    expect([await count.wait('one'), await count.wait('two'), await count.wait('three')]).toEqual([60_000, 0, 0])
    expect(await count.begin('two')).not.toBeNull()
  })

  it('is refused while running attempts could reach the limit', async () => {
    const count = countOf(2)
    const first = await count.begin('key')
    expect(await count.begin('key')).not.toBeNull()
    expect([await count.begin('key'), await count.wait('key')]).toEqual([null, 0])
    expect(await count.begin('other')).not.toBeNull()
    await first?.succeed()
    expect(await count.begin('key')).not.toBeNull()
  })

  it('does not reduce the count of a later minute when an earlier attempt succeeds', async () => {
    const count = countOf(1)
    const slow = await count.begin('key')
    time += 60_001
    await fail(count, 'key')
    await slow?.succeed()
    expect(await count.begin('key')).toBeNull()
  })

  it('is evicted after too many other keys, but not by reads', async () => {
    const count = countOf(1)
    for (const key of ['old', 'asked']) await fail(count, key)
    for (let i = 0; i < 15_000; i++) {
      await fail(count, String(i))
      if (i % 1000 === 0) await count.wait('asked')
    }
    expect([await count.wait('old'), await count.wait('asked'), await count.wait('14999')]).toEqual([0, 60_000, 60_000])
    expect(await count.wait('4000')).toBe(0)
  })
})
