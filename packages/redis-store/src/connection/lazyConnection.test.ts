import { setTimeout as delay } from 'node:timers/promises'
import { createLazyConnection } from './lazyConnection.js'

interface Attempt {
  readonly signal: AbortSignal
  readonly lose: () => void
  succeed(): void
  fail(reason: Error): void
}

function open(longest = 60_000, load?: () => Promise<unknown>) {
  const attempts: Attempt[] = []
  const connection = createLazyConnection<number>(
    (signal, lose) =>
      new Promise((resolve, reject) => {
        const number = attempts.length
        attempts.push({ signal, lose, succeed: () => resolve(number), fail: reject })
        signal.addEventListener('abort', () => reject(signal.reason))
      }),
    longest,
    load,
  )
  const used = () => connection.use(async number => number)
  return { connection, attempts, used }
}

const broken = new Error('broken')

describe('a lazy connection', () => {
  it('is opened once for simultaneous callers, and reused', async () => {
    const { attempts, used } = open()
    const both = Promise.all([used(), used()])
    attempts[0]?.succeed()
    expect(await both).toEqual([0, 0])
    expect(await used()).toBe(0)
    expect(attempts).toHaveLength(1)
  })

  it('is not retried by itself after a failure, only for the next caller', async () => {
    const { attempts, used } = open()
    const both = [used(), used()]
    attempts[0]?.fail(broken)
    for (const one of both) await expect(one).rejects.toBe(broken)
    await delay(20)
    expect(attempts).toHaveLength(1)
    const next = used()
    attempts[1]?.succeed()
    expect(await next).toBe(1)
  })

  it('is opened again after it has been lost', async () => {
    const { attempts, used } = open()
    const first = used()
    attempts[0]?.succeed()
    await first
    attempts[0]?.lose()
    expect(attempts[0]?.signal.aborted).toBe(true)
    const next = used()
    attempts[1]?.succeed()
    expect(await next).toBe(1)
    attempts[0]?.lose()
    expect(await used()).toBe(1)
  })

  it('is dropped by a reset, unless it is younger than the longest request', async () => {
    const { connection, attempts, used } = open()
    const first = used()
    connection.reset(broken, 0)
    await delay(40)
    attempts[0]?.succeed()
    expect(await first).toBe(0)
    connection.reset(broken, 30)
    expect(await used()).toBe(0)
    await delay(40)
    connection.reset(broken, 30)
    expect(attempts[0]?.signal.reason).toBe(broken)
    const next = used()
    expect(attempts).toHaveLength(2)
    attempts[1]?.succeed()
    await next
  })

  it('is replaced by a renewal after a while, and still completes pending requests', async () => {
    const { connection, attempts, used } = open(30)
    const first = used()
    attempts[0]?.succeed()
    await first
    connection.renew()
    expect(await used()).toBe(0)
    await delay(40)
    connection.renew()
    expect(attempts[0]?.signal.aborted).toBe(false)
    const next = used()
    attempts[1]?.succeed()
    expect(await next).toBe(1)
    await delay(60)
    expect(attempts[0]?.signal.aborted).toBe(true)
    expect(attempts[1]?.signal.aborted).toBe(false)
    connection.renew()
    connection.close()
    expect(attempts[1]?.signal.reason.message).toContain('closed')
  })

  it('times out if opening it takes too long', async () => {
    const { attempts, used } = open(20)
    await expect(used()).rejects.toThrow('no connection within 20 ms')
    expect(attempts[0]?.signal.aborted).toBe(true)
    const next = used()
    attempts[1]?.succeed()
    await next
    await delay(40)
    expect(await used()).toBe(1)
  })

  it('does not count the time of loading its module towards the timeout', async () => {
    const { attempts, used } = open(20, () => delay(60))
    const first = used()
    await delay(40)
    attempts[0]?.succeed()
    expect(await first).toBe(0)
    await delay(60)
    expect(await used()).toBe(0)
    const slow = open(20, () => delay(30))
    await expect(slow.used()).rejects.toThrow('no connection within 20 ms')
  })

  it('limits the number of waiting callers', async () => {
    const { attempts, used } = open()
    const all = Array.from({ length: 5010 }, () => used())
    const outcomes = Promise.allSettled(all)
    await expect(all[5000]).rejects.toThrow('queue is full')
    attempts[0]?.succeed()
    expect((await outcomes).filter(({ status }) => status === 'rejected')).toHaveLength(10)
    expect(await Promise.all(Array.from({ length: 5010 }, () => used()))).toHaveLength(5010)
  })

  it('may be opened before the first use, and a failure then affects no caller', async () => {
    const { connection, attempts, used } = open()
    connection.begin()
    connection.begin()
    expect(attempts).toHaveLength(1)
    attempts[0]?.fail(broken)
    await delay(1)
    const next = used()
    attempts[1]?.succeed()
    expect(await next).toBe(1)
  })

  it.each([true, false])('closes permanently, whether it is open (%p) or still opening', async isMade => {
    const { connection, attempts, used } = open()
    const first = used()
    if (isMade) {
      attempts[0]?.succeed()
      await first
    }
    connection.close()
    connection.close()
    if (!isMade) await expect(first).rejects.toThrow('closed')
    expect(attempts[0]?.signal.aborted).toBe(true)
    await expect(used()).rejects.toThrow('closed')
    expect(attempts).toHaveLength(1)
  })
})
