import { countedFunction, gatedFunction, type MemoizeInstance, memoizeInstances, slice } from '@plenum/testkit'

describe('an invalidation', () => {
  it('deletes the values of one function from the store and from RAM, and returns the number in the store', async () => {
    const { start } = memoizeInstances({ exclude: ['c'], maxSize: 100 })
    const a = start()
    const functions = ['a.b', 'a.bc', 'c'].map(name => {
      const task = countedFunction((x: number) => `${x}`.repeat(x === 9 ? 200 : 1))
      return { task, work: a.memoizer.memoize({ name }, task.fn) }
    })
    const [ab, abc, c] = functions
    const callAll = async () => {
      for (const { work } of functions) for (const x of [1, 2, 9]) await work(x)
      await a.memoizer.settled()
    }
    await callAll()
    await callAll()
    expect(functions.map(({ task }) => task.runs)).toEqual([3, 3, 3])
    expect(await a.memoizer.invalidate('a.b')).toEqual({ kind: 'invalidated', function: 'a.b', removed: 2 })
    await callAll()
    expect([ab?.task.runs, abc?.task.runs, c?.task.runs]).toEqual([6, 3, 3])
    expect(await a.memoizer.invalidate('c')).toMatchObject({ removed: 0 })
    await callAll()
    expect([ab?.task.runs, abc?.task.runs, c?.task.runs]).toEqual([6, 3, 6])
    expect(await a.memoizer.invalidate(null)).toEqual({ kind: 'invalidated', function: null, removed: 4 })
    await callAll()
    expect([ab?.task.runs, abc?.task.runs, c?.task.runs]).toEqual([9, 6, 9])
  })

  it('immediately deletes values in RAM, also while the store hangs', async () => {
    const { start, time } = memoizeInstances({ exclude: ['*'] })
    const a = start()
    const task = countedFunction(() => 1)
    const work = a.memoizer.memoize({ name: 'work' }, task.fn)
    await work()
    a.fault = 'hung'
    const invalidated = a.memoizer.invalidate(null)
    await work()
    expect(task.runs).toBe(2)
    await time.advance(10_000)
    expect((await invalidated).kind).toBe('unavailable')
  })

  it('also deletes values of a function that only other instances know', async () => {
    const { start } = memoizeInstances()
    const b = start()
    await b.memoizer.memoize({ name: 'work' }, () => 1)()
    await b.memoizer.settled()
    expect(await start().memoizer.invalidate('work')).toMatchObject({ removed: 1 })
  })

  it.each(['', 'a b', 'a:b', '*', 'x'.repeat(300)])('of the unknown function %p deletes nothing', async name => {
    const { start } = memoizeInstances()
    const a = start()
    await a.memoizer.memoize({ name: 'work' }, () => 1)()
    expect(await a.memoizer.invalidate(name)).toEqual({ kind: 'invalidated', function: name, removed: 0 })
    expect(a.requests.invalidate).toBe(0)
  })

  it('increments no counter, and works also while the breaker is open', async () => {
    const { start } = memoizeInstances()
    const [a, b] = [start(), start()]
    const work = a.memoizer.memoize({ name: 'work' }, () => 1)
    await b.memoizer.memoize({ name: 'work' }, () => 1)()
    a.fault = 'down'
    await work()
    a.fault = null
    const before = await a.memoizer.status()
    expect(await a.memoizer.invalidate('work')).toEqual({ kind: 'invalidated', function: 'work', removed: 1 })
    const after = await a.memoizer.status()
    expect(after.functions).toEqual(before.functions)
    expect(after.breaker).toEqual(before.breaker)
    expect(after.breaker?.open).toBe(true)
  })
})

describe('an invalidation during a computation', () => {
  it.each(['work', null])(
    '(%p) lets waiting callers receive the value, but no later ones (docs/caching.md, Single flight)',
    async name => {
      const { start } = memoizeInstances()
      const a = start()
      const gate = gatedFunction<string>()
      const work = a.memoizer.memoize({ name: 'work' }, gate.fn)
      const before = work()
      await slice()
      await a.memoizer.invalidate(name)
      const between = work()
      await slice()
      expect(gate.runs).toBe(2)
      gate.end(0, 'old')
      expect(await before).toBe('old')
      await a.memoizer.settled()
      expect(a.requests.set).toBe(0)
      const after = work()
      await slice()
      expect(gate.runs).toBe(2)
      gate.end(1, 'new')
      expect([await between, await after]).toEqual(['new', 'new'])
      await slice()
      expect(await work()).toBe('new')
      expect(gate.runs).toBe(2)
    },
  )

  it('of a function in RAM has the same effect', async () => {
    const { start } = memoizeInstances({ exclude: ['*'] })
    const a = start()
    const gate = gatedFunction<string>()
    const work = a.memoizer.memoize({ name: 'work' }, gate.fn)
    const before = work()
    await a.memoizer.invalidate('work')
    const between = work()
    await slice()
    gate.end(1, 'new')
    gate.end(0, 'old')
    expect([await before, await between, await work()]).toEqual(['old', 'new', 'new'])
    expect(gate.runs).toBe(2)
  })

  it('on another instance prevents reads of late writes (docs/caching.md, Invalidation tokens)', async () => {
    const { start } = memoizeInstances()
    const [a, b] = [start(), start()]
    const gate = gatedFunction<string>()
    const atB = b.memoizer.memoize({ name: 'work' }, gate.fn)
    const atA = a.memoizer.memoize({ name: 'work' }, () => 'new')
    const late = atB()
    await slice()
    await a.memoizer.invalidate('work')
    gate.end(0, 'old')
    expect(await late).toBe('old')
    await b.memoizer.settled()
    expect(b.requests.set).toBe(1)
    expect(await atA()).toBe('new')
    await a.memoizer.settled()
    expect(await atB()).toBe('new')
    expect((await a.memoizer.status()).functions.work?.counters).toMatchObject({ shared_misses: 1, undecodable: 0 })
  })

  it('on another instance prevents later callers from joining once the instance has noticed', async () => {
    const { start } = memoizeInstances()
    const [a, b] = [start(), start()]
    const gate = gatedFunction<string>()
    const atB = b.memoizer.memoize({ name: 'work', key: (x: number) => x }, (_: number) => gate.fn())
    const before = atB(1)
    await slice()
    await a.memoizer.invalidate('work')
    const other = atB(2)
    await slice()
    const after = atB(1)
    await slice()
    expect(gate.runs).toBe(3)
    gate.end(0, 'old')
    gate.end(1, 'other')
    gate.end(2, 'new')
    expect([await before, await other, await after]).toEqual(['old', 'other', 'new'])
    await b.memoizer.settled()
    expect(b.requests.set).toBe(2)
  })

  it('leaves no earlier value in RAM if the store was too small for it', async () => {
    const { start } = memoizeInstances({ maxSize: 10 })
    const [a, b] = [start(), start()]
    const gate = gatedFunction<string>()
    const work = a.memoizer.memoize({ name: 'work' }, gate.fn)
    const before = work()
    await slice()
    await b.memoizer.invalidate('work')
    gate.end(0, 'old'.padEnd(100))
    await before
    await a.memoizer.settled()
    const after = work()
    await slice()
    expect(gate.runs).toBe(2)
    gate.end(1, 'new')
    expect(await after).toBe('new')
  })
})

/** Delays the store's replies to the reads of an instance until the test releases them. */
function holdReplies({ store }: MemoizeInstance): (() => void)[] {
  const releases: (() => void)[] = []
  const { get } = store
  Object.assign(store, {
    get: async (...request: Parameters<typeof get>) => {
      const read = await get(...request)
      await new Promise<void>(resolve => releases.push(resolve))
      return read
    },
  })
  return releases
}

describe('a late reply from before an invalidation', () => {
  it('is shared with no caller after the invalidation is acknowledged', async () => {
    const { start } = memoizeInstances()
    const [a, b] = [start(), start()]
    await b.memoizer.memoize({ name: 'work' }, () => 'old')()
    await b.memoizer.settled()
    const releases = holdReplies(a)
    const work = a.memoizer.memoize({ name: 'work' }, () => 'new')
    const { invalidate } = a.store
    let during: Promise<string> | undefined
    Object.assign(a.store, {
      invalidate: async (name: string | null) => {
        during = work()
        await slice()
        return invalidate(name)
      },
    })
    await a.memoizer.invalidate('work')
    const after = work()
    await slice()
    for (const letGo of releases) letGo()
    expect([await during, await after]).toEqual(['old', 'new'])
  })

  it('is shared with no caller once the instance has read a newer token, even on its first access', async () => {
    const { start } = memoizeInstances()
    const [a, b] = [start(), start()]
    await a.memoizer.memoize({ name: 'work' }, (_: number) => 'old')(1)
    await a.memoizer.settled()
    const releases = holdReplies(b)
    const atB = b.memoizer.memoize({ name: 'work' }, (_: number) => 'new')
    const before = atB(1)
    await slice()
    await a.memoizer.invalidate('work')
    const other = atB(2)
    await slice()
    releases[1]?.()
    await other
    const after = atB(1)
    await slice()
    for (const letGo of releases) letGo()
    expect([await before, await after]).toEqual(['old', 'new'])
  })

  it('may be cached for one second while another invalidation of the store is pending', async () => {
    const { start, time, server } = memoizeInstances()
    const [a, b] = [start(), start()]
    const task = countedFunction(() => 1)
    const work = a.memoizer.memoize({ name: 'work' }, task.fn)
    await work()
    Object.assign(server, { invalidate: async () => ({ kind: 'failed', reason: 'NOPERM' }) })
    await a.memoizer.invalidate('work')
    for (let i = 0; i < 3; i++) await work()
    expect(task.runs).toBe(2)
    await b.memoizer.invalidate('work')
    await time.advance(1000)
    await work()
    expect(task.runs).toBe(3)
  })

  it('does not survive in the fallback when the store is available again', async () => {
    const { start, time } = memoizeInstances()
    const [a, b] = [start(), start()]
    const task = countedFunction((_: number) => 1)
    const work = a.memoizer.memoize({ name: 'work' }, task.fn)
    a.fault = 'down'
    await work(1)
    await a.memoizer.invalidate('work')
    await work(1)
    await b.memoizer.invalidate('work')
    a.fault = null
    await time.advance(30_000)
    await work(2)
    a.fault = 'down'
    await work(1)
    expect(task.runs).toBe(4)
  })
})

describe('invalidation tokens that the store lost (docs/caching.md, Invalidation tokens)', () => {
  it('cause a miss, then hits with new values; old values never return', async () => {
    const { start, server } = memoizeInstances()
    const a = start()
    const writes: Parameters<typeof server.set>[] = []
    const { set } = a.store
    Object.assign(a.store, {
      set: (...request: Parameters<typeof set>) => {
        writes.push(request)
        return set(...request)
      },
    })
    let runs = 0
    const work = a.memoizer.memoize({ name: 'work' }, () => ({ run: ++runs }))
    await work()
    await a.memoizer.settled()
    // The invalidation deletes the token. The same values are then written again, although no token exists.
    await server.invalidate(null)
    for (const request of writes) expect(await server.set(...request)).toEqual({ kind: 'stored' })
    expect(writes).toHaveLength(1)
    expect(await work()).toEqual({ run: 2 })
    await a.memoizer.settled()
    expect(await work()).toEqual({ run: 2 })
    expect((await a.memoizer.status()).functions.work?.counters).toMatchObject({ shared_misses: 2, shared_hits: 1 })
  })
})

describe('an invalidation that does not reach the store (docs/caching.md, Invalidation tokens)', () => {
  it('deletes values in RAM, reports the failure, and is repeated before the store is used again', async () => {
    const { start, time } = memoizeInstances()
    const [a, b] = [start(), start()]
    const task = countedFunction(() => 'new')
    const work = a.memoizer.memoize({ name: 'work' }, task.fn)
    await b.memoizer.memoize({ name: 'work' }, () => 'old')()
    await b.memoizer.settled()
    a.fault = 'down'
    await work()
    expect(await a.memoizer.invalidate('work')).toEqual({
      kind: 'unavailable',
      reason: 'connect ECONNREFUSED redis://u:***@cache:6379',
    })
    await work()
    expect(task.runs).toBe(2)
    a.fault = null
    await time.advance(30_000)
    expect(await work()).toBe('new')
    await a.memoizer.settled()
    expect(await work()).toBe('new')
    await a.memoizer.settled()
    expect((await a.memoizer.status()).breaker?.open).toBe(false)
    expect(await b.memoizer.memoize({ name: 'work/other' }, () => 1)()).toBe(1)
    expect((await a.memoizer.status()).functions.work?.counters.shared_hits).toBe(1)
    expect(a.log[1]).toBe(
      'warn: work could not be invalidated in the shared cache; the invalidation will be repeated before the cached values are used again: connect ECONNREFUSED redis://u:***@cache:6379.',
    )
  })

  it('disables the store for all functions if the failed invalidation was global', async () => {
    const { start, time } = memoizeInstances()
    const [a, b] = [start(), start()]
    await b.memoizer.memoize({ name: 'one' }, () => 'old')()
    await b.memoizer.memoize({ name: 'two' }, () => 'old')()
    await b.memoizer.settled()
    const [one, two] = ['one', 'two'].map(name => a.memoizer.memoize({ name }, () => 'new'))
    a.fault = 'down'
    expect((await a.memoizer.invalidate(null)).kind).toBe('unavailable')
    expect([await one?.(), await two?.()]).toEqual(['new', 'new'])
    a.fault = null
    await time.advance(30_000)
    expect([await one?.(), await two?.()]).toEqual(['new', 'new'])
    await a.memoizer.settled()
    expect([await one?.(), await two?.()]).toEqual(['new', 'new'])
  })

  it('does not open the breaker, and other functions use the store', async () => {
    const { start, time } = memoizeInstances()
    const a = start()
    const [one, two] = ['one', 'two'].map(name => a.memoizer.memoize({ name }, () => name))
    await one?.()
    await two?.()
    await a.memoizer.settled()
    a.fault = 'down'
    await a.memoizer.invalidate('one')
    a.fault = null
    await two?.()
    const { breaker, functions } = await a.memoizer.status()
    expect([breaker?.open, functions.two?.counters.shared_hits]).toEqual([false, 1])
    // The first call repeats the invalidation, and calls do not use the store until the invalidation has succeeded.
    await one?.()
    await a.memoizer.settled()
    await one?.()
    await a.memoizer.settled()
    await time.advance(0)
    await one?.()
    const { counters } = (await a.memoizer.status()).functions.one ?? {}
    expect(counters).toMatchObject({ shared_misses: 2, ram_misses: 1, shared_hits: 1, errors: 0 })
  })

  it('of one function is independent of that of another', async () => {
    const { start } = memoizeInstances()
    const [a, b] = [start(), start()]
    for (const name of ['one', 'two']) await b.memoizer.memoize({ name }, () => 'old')()
    await b.memoizer.settled()
    a.fault = 'down'
    for (const name of ['one', 'two']) await a.memoizer.invalidate(name)
    a.fault = null
    await a.memoizer.invalidate('one')
    expect(await a.memoizer.memoize({ name: 'two' }, () => 'new')()).toBe('new')
  })

  it('deletes replacement values after it is repeated', async () => {
    const { start, time } = memoizeInstances()
    const [a, b] = [start(), start()]
    const task = countedFunction(() => 1)
    const work = a.memoizer.memoize({ name: 'work' }, task.fn)
    const other = a.memoizer.memoize({ name: 'other' }, () => 1)
    a.fault = 'down'
    await a.memoizer.invalidate(null)
    await work()
    await a.memoizer.settled()
    a.fault = null
    await time.advance(30_000)
    await other()
    await a.memoizer.settled()
    await b.memoizer.invalidate('work')
    a.fault = 'down'
    await work()
    expect(task.runs).toBe(2)
  })

  it('is not repeated by every call', async () => {
    const { start, time } = memoizeInstances()
    const a = start()
    const work = a.memoizer.memoize({ name: 'work' }, (x: number) => x)
    a.fault = 'down'
    await a.memoizer.invalidate('work')
    for (let x = 0; x < 100; x++) {
      await work(x)
      await a.memoizer.settled()
    }
    expect([a.requests.invalidate, a.requests.get]).toEqual([2, 0])
    await time.advance(30_000)
    await work(1)
    await work(2)
    expect(a.requests.invalidate).toBe(3)
  })

  it('disables the store only for this function if it fails again when the store is available', async () => {
    const { start, time, server } = memoizeInstances()
    const a = start()
    const work = a.memoizer.memoize({ name: 'work' }, () => 1)
    const other = a.memoizer.memoize({ name: 'other' }, () => 2)
    a.fault = 'down'
    await work()
    await a.memoizer.invalidate('work')
    a.fault = null
    const { invalidate } = server
    Object.assign(server, { invalidate: async () => ({ kind: 'failed', reason: 'OOM' }) })
    await time.advance(1000)
    const gets = a.requests.get
    for (let i = 0; i < 3; i++) await work()
    await a.memoizer.settled()
    expect([a.requests.get, a.requests.invalidate]).toEqual([gets, 2])
    await other()
    expect([a.requests.get, (await a.memoizer.status()).breaker?.open]).toEqual([gets + 1, false])
    Object.assign(server, { invalidate })
    await time.advance(30_000)
    await work()
    await a.memoizer.settled()
    await work()
    expect(a.requests.get).toBe(gets + 2)
  })

  it('does not delay calls while it is repeated, and the store is not used for the function in the meantime', async () => {
    const { start, time, server } = memoizeInstances()
    const a = start()
    const task = countedFunction((x: number) => x)
    const work = a.memoizer.memoize({ name: 'work' }, task.fn)
    a.fault = 'down'
    await work(1)
    await a.memoizer.invalidate('work')
    a.fault = null
    let end = (): void => {}
    const { invalidate } = server
    Object.assign(server, {
      invalidate: async (name: string | null) => {
        await new Promise<void>(resolve => {
          end = resolve
        })
        return invalidate(name)
      },
    })
    await time.advance(1000)
    const gets = a.requests.get
    for (let x = 0; x < 10; x++) expect(await work(x)).toBe(x)
    expect(a.requests.get).toBe(gets)
    expect((await a.memoizer.status()).breaker).toEqual({ open: false, seconds_until_retry: 0 })
    let isSettled = false
    const settled = a.memoizer.settled().then(() => {
      isSettled = true
    })
    await slice()
    expect(isSettled).toBe(false)
    end()
    await settled
    expect((await a.memoizer.status()).breaker?.open).toBe(false)
    await work(1)
    expect(a.requests.get).toBe(gets + 1)
  })

  it('is completed by a later one that reaches the store', async () => {
    const { start } = memoizeInstances()
    const a = start()
    const work = a.memoizer.memoize({ name: 'work' }, () => 1)
    a.fault = 'down'
    await a.memoizer.invalidate('work')
    a.fault = null
    expect(await a.memoizer.invalidate('work')).toMatchObject({ kind: 'invalidated' })
    await work()
    await a.memoizer.settled()
    await work()
    expect((await a.memoizer.status()).functions.work?.counters).toMatchObject({ shared_misses: 1, shared_hits: 1 })
    expect(a.requests.invalidate).toBe(2)
  })

  it('fails after ten seconds if the store hangs', async () => {
    const { start, time } = memoizeInstances()
    const a = start()
    a.fault = 'hung'
    const outcome = a.memoizer.invalidate('work')
    await time.advance(10_000)
    expect(await outcome).toEqual({ kind: 'unavailable', reason: 'no answer within 10000 ms' })
  })
})
