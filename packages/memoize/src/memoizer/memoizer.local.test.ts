import { memoizeInstances } from '@plenum/testkit'

function twoInstances(localFor = 5) {
  const instances = memoizeInstances()
  const options = { localFor }
  const [a, b] = [instances.start({ options }), instances.start({ options })]
  let version = 1
  const works = [a, b].map(({ memoizer }) =>
    memoizer.memoize({ name: 'work', tags: ['t'] }, (x: number) => ({ x, version })),
  )
  const [workA = async () => ({}), workB = async () => ({})] = works
  return { instances, a, b, works, workA, workB, change: () => ++version }
}

describe('local copies (docs/caching.md, Local copies)', () => {
  it('are served without a request to the store, and every caller gets a separate copy', async () => {
    const { a, workA, instances } = twoInstances()
    await workA(1)
    const [first, second] = [await workA(1), await workA(1)]
    expect([first, second, a.requests.get]).toEqual([{ x: 1, version: 1 }, { x: 1, version: 1 }, 1])
    expect(first).not.toBe(second)
    await instances.time.advance(4999)
    await workA(1)
    expect(a.requests.get).toBe(1)
    await instances.time.advance(1)
    await workA(1)
    expect(a.requests.get).toBe(2)
  })

  it('are counted as hits in RAM', async () => {
    const { a, workA } = twoInstances()
    for (let i = 0; i < 3; i++) {
      await workA(1)
      await a.memoizer.settled()
    }
    const { functions } = await a.memoizer.status()
    expect(functions.work?.counters).toMatchObject({ shared_misses: 1, ram_hits: 2, shared_hits: 0 })
  })

  it('are dropped immediately by every kind of invalidation in the same process', async () => {
    const { a, workA, works, change } = twoInstances()
    const kinds = [
      () => a.memoizer.invalidate('work'),
      () => a.memoizer.invalidate(null),
      () => a.memoizer.invalidateTag('t'),
      () => works[0]?.invalidate(1),
    ]
    for (const invalidate of kinds) {
      await workA(1)
      const version = change()
      await invalidate()
      expect(await workA(1)).toEqual({ x: 1, version })
    }
  })

  it('are dropped when another process announces an invalidation', async () => {
    const { a, workA, workB, change } = twoInstances()
    await workA(1)
    await workB(1)
    const version = change()
    await a.memoizer.invalidate('work')
    expect(await workB(1)).toEqual({ x: 1, version })
  })

  it('are never older than their time without an announcement', async () => {
    const { instances, a, workA, workB, change } = twoInstances()
    await workA(1)
    await workB(1)
    const version = change()
    // This invalidation is not announced, as if another program had invalidated values directly in the store.
    const { listen: _, ...silent } = instances.server
    await instances.time.advance(4000)
    await silent.invalidate('other')
    await a.memoizer.invalidate('work')
    await instances.time.advance(5000)
    expect(await workB(1)).toEqual({ x: 1, version })
  })

  it('are counted from before the read that found the value, not from its reply', async () => {
    const { instances, a, b, workA, workB } = twoInstances()
    await workA(1)
    const { get } = b.store
    Object.assign(b.store, {
      get: async (...request: Parameters<typeof get>) => {
        const reply = await get(...request)
        await new Promise<void>(resolve => instances.time.timer(200, resolve))
        return reply
      },
    })
    const first = workB(1)
    await instances.time.advance(200)
    await first
    await instances.time.advance(4799)
    await workB(1)
    expect(b.requests.get).toBe(1)
    await instances.time.advance(1)
    void workB(1)
    await instances.time.advance(200)
    expect([b.requests.get, a.requests.get]).toEqual([2, 1])
  })

  it('end with the lifetime of the value', async () => {
    const instances = memoizeInstances()
    const a = instances.start({ options: { localFor: 60 } })
    let runs = 0
    const work = a.memoizer.memoize({ name: 'work', ttl: 10 }, () => ++runs)
    await work()
    await instances.time.advance(10_000)
    expect(await work()).toBe(2)
  })

  it('do not exist for values that are computed while the function is invalidated', async () => {
    const { a, works, change } = twoInstances()
    let finish = () => {}
    const slow = a.memoizer.memoize(
      { name: 'slow' },
      () =>
        new Promise(resolve => {
          finish = () => resolve(change())
        }),
    )
    const early = slow()
    await new Promise(resolve => setImmediate(resolve))
    await a.memoizer.invalidate('slow')
    finish()
    const stale = await early
    const next = slow()
    await new Promise(resolve => setImmediate(resolve))
    finish()
    expect(await next).not.toBe(stale)
    expect(works).toHaveLength(2)
  })

  it('are switched off by default, and with 0', async () => {
    const instances = memoizeInstances()
    const a = instances.start({ options: { localFor: 5 } })
    const work = a.memoizer.memoize({ name: 'work', localFor: 0 }, () => 1)
    await work()
    await a.memoizer.settled()
    await work()
    expect(a.requests.get).toBe(2)
  })
})
