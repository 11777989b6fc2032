import { failureCount } from './failureCount.js'

let time: number
const now = () => time

beforeEach(() => {
  time = 1000
})

function fail(count: ReturnType<typeof failureCount>, key: string): void {
  count.begin(key)
  count.end(key, true)
}

describe('what fails', () => {
  it('has to wait for the end of the minute that began with the first failure, once it is too much', () => {
    const count = failureCount(2, now)
    fail(count, 'key')
    time += 20_000
    expect(count.wait('key')).toBe(0)
    fail(count, 'key')
    expect(count.wait('key')).toBe(40_000)
    time += 39_000
    expect(count.wait('key')).toBe(1000)
    time += 1001
    expect(count.wait('key')).toBe(0)
    fail(count, 'key')
    expect(count.wait('key')).toBe(0)
  })

  it('is counted by key, and what succeeds is not', () => {
    const count = failureCount(1, now)
    fail(count, 'one')
    count.begin('two')
    count.end('two', false)
    expect([count.wait('one') > 0, count.wait('two'), count.wait('three')]).toEqual([true, 0, 0])
  })

  it('leaves no room while what runs could still reach the limit', () => {
    const count = failureCount(2, now)
    count.begin('key')
    expect(count.hasRoom('key')).toBe(true)
    count.begin('key')
    expect([count.hasRoom('key'), count.hasRoom('other'), count.wait('key')]).toEqual([false, true, 0])
    count.end('key', false)
    expect(count.hasRoom('key')).toBe(true)
  })

  it('is forgotten when too many other keys came after it, and not when it is asked for', () => {
    const count = failureCount(1, now)
    for (const key of ['old', 'asked']) fail(count, key)
    for (let i = 0; i < 15_000; i++) {
      fail(count, String(i))
      if (i % 1000 === 0) count.wait('asked')
    }
    expect([count.wait('old'), count.wait('asked') > 0, count.wait('14999') > 0]).toEqual([0, true, true])
    expect(count.wait('4000')).toBe(0)
  })
})
