import { createPlaces } from './places.js'

/** Whether a promise is resolved now. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol('pending')
  return (await Promise.race([promise, Promise.resolve(pending)])) !== pending
}

describe('places', () => {
  it('are acquired immediately while permits are free', async () => {
    const places = createPlaces({ count: 2 })
    expect(places.tryTake()).not.toBeNull()
    expect(await isSettled(places.wait().place)).toBe(true)
    expect(places.tryTake()).toBeNull()
  })

  it('go to those who wait, in order, as they are given back', async () => {
    const places = createPlaces({ count: 1 })
    const release = places.tryTake()
    const order: string[] = []
    const [first, second] = [places.wait(), places.wait()]
    void first.place.then(() => order.push('first'))
    void second.place.then(() => order.push('second'))
    release?.()
    await first.place
    expect(order).toEqual(['first'])
    ;(await first.place)()
    await second.place
    expect(order).toEqual(['first', 'second'])
  })

  it('go to the addresses in rotation', async () => {
    const places = createPlaces({ count: 1 })
    const release = places.tryTake()
    const order: string[] = []
    for (const [address, name] of [
      ['a', 'a1'],
      ['a', 'a2'],
      ['b', 'b1'],
    ])
      void places.wait(address).place.then(leave => {
        order.push(String(name))
        leave()
      })
    release?.()
    for (let i = 0; i < 10; i++) await null
    expect(order).toEqual(['a1', 'b1', 'a2'])
  })

  it('are refused to the last of the address that has most waiting, where others find the queue full', async () => {
    const places = createPlaces({ count: 1, maxWaiting: 2 })
    places.tryTake()
    const [, last] = [places.wait('a'), places.wait('a')]
    const other = places.wait('b')
    await expect(last?.place).rejects.toMatchObject({ code: 'busy' })
    expect(await isSettled(other.place)).toBe(false)
  })

  it('are counted, with those who wait', () => {
    const places = createPlaces({ count: 1 })
    expect(places.counts()).toEqual({ running: 0, waiting: 0 })
    const release = places.tryTake()
    const waiting = places.wait()
    expect(places.counts()).toEqual({ running: 1, waiting: 1 })
    waiting.leave()
    release?.()
    expect(places.counts()).toEqual({ running: 0, waiting: 0 })
  })

  it('are not taken past somebody who waits', async () => {
    const places = createPlaces({ count: 1 })
    const release = places.tryTake()
    const waiting = places.wait()
    release?.()
    expect(places.tryTake()).toBeNull()
    ;(await waiting.place)()
    expect(places.tryTake()).not.toBeNull()
  })

  it('are released once, even if released repeatedly', () => {
    const places = createPlaces({ count: 2 })
    const release = places.tryTake()
    places.tryTake()
    release?.()
    release?.()
    expect(places.tryTake()).not.toBeNull()
    expect(places.tryTake()).toBeNull()
  })

  it('have a bounded queue: the next caller is refused with a time to retry', async () => {
    const places = createPlaces({ count: 1, maxWaiting: 2 })
    const release = places.tryTake()
    const waiting = [places.wait(), places.wait()]
    await expect(places.wait().place).rejects.toMatchObject({ code: 'busy', details: { retryAfter: 1 } })
    waiting[0]?.leave()
    const late = places.wait()
    release?.()
    ;(await waiting[1]?.place)?.()
    expect(await isSettled(late.place)).toBe(true)
  })

  it('skip waiters that left the queue, and are released by holders that leave', async () => {
    const places = createPlaces({ count: 1 })
    const release = places.tryTake()
    const [gone, next] = [places.wait(), places.wait()]
    gone.leave()
    release?.()
    await next.place
    expect(await isSettled(gone.place)).toBe(false)
    next.leave()
    expect(places.tryTake()).not.toBeNull()
  })
})
