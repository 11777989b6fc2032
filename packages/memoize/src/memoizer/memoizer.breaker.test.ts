import {
  countedFunction,
  gatedFunction,
  type MemoizeInstance,
  memoizeInstances,
  type StoreFaultKind,
  serializingCodec,
  slice,
} from '@plenum/testkit'
import type { Counters } from '../status/memoizeStatus.js'

/** Returns the status of an instance. Disables the simulated fault of its store during this query. */
async function statusOf(instance: MemoizeInstance) {
  const { fault } = instance
  instance.fault = null
  const status = await instance.memoizer.status()
  instance.fault = fault
  return status
}

async function countsOf(instance: MemoizeInstance, name = 'work'): Promise<Partial<Counters>> {
  const { functions } = await statusOf(instance)
  const entries = Object.entries(functions[name]?.counters ?? {})
  return Object.fromEntries(entries.filter(([, number]) => number !== 0))
}

async function breakerOf(instance: MemoizeInstance) {
  return (await statusOf(instance)).breaker
}

const closed = { open: false, seconds_until_retry: 0 }

function open(settings = {}) {
  const instances = memoizeInstances(settings)
  const a = instances.start()
  const task = countedFunction((x: number) => ({ x }))
  return { ...instances, a, task, work: a.memoizer.memoize({ name: 'work' }, task.fn) }
}

async function timed<T>(time: { clock(): number; advance(ms: number): Promise<void> }, call: Promise<T>) {
  const start = time.clock()
  let took = Number.NaN
  const value = call.then(result => {
    took = time.clock() - start
    return result
  })
  for (let i = 0; i < 100 && Number.isNaN(took); i++) await time.advance(10)
  return { value: await value, took }
}

describe('a store that is down', () => {
  it.each<StoreFaultKind>(['down', 'rejecting'])(
    '(%s) is contacted once, then RAM replaces it (docs/caching.md, Breaker)',
    async fault => {
      const { a, task, work, time } = open()
      a.fault = fault
      expect(await work(1)).toEqual({ x: 1 })
      expect(await countsOf(a)).toEqual({ errors: 1, ram_misses: 1 })
      expect(await breakerOf(a)).toEqual({ open: true, seconds_until_retry: 1 })
      for (let i = 0; i < 1000; i++) expect(await work(1)).toEqual({ x: 1 })
      expect([task.runs, a.requests.get, a.requests.set]).toEqual([1, 1, 0])
      expect(await countsOf(a)).toEqual({ errors: 1, ram_misses: 1, ram_hits: 1000 })
      await time.advance(12_345.6)
      expect(await breakerOf(a)).toEqual({ open: true, seconds_until_retry: 0.654 })
      expect(a.requests.ping).toBe(12)
    },
  )

  it('logs one line for each change, without a password', async () => {
    const { a, work, time } = open()
    a.fault = 'down'
    for (let i = 0; i < 5; i++) await work(i)
    for (let i = 0; i < 3; i++) {
      await time.advance(30_000)
      await work(10 + i)
    }
    a.fault = null
    await time.advance(30_000)
    await work(20)
    expect(a.log).toEqual([
      'warn: The shared cache does not respond and will not be used until it replies to a PING: connect ECONNREFUSED redis://u:***@cache:6379.',
      'info: The shared cache is in use again.',
    ])
  })

  it('is used again without a restart if it was down from the start (docs/caching.md, Breaker)', async () => {
    const { a, task, work, time, start } = open()
    a.fault = 'down'
    await work(1)
    a.fault = null
    await time.advance(999)
    await work(1)
    expect(a.requests.get).toBe(1)
    await time.advance(1)
    expect(await work(1)).toEqual({ x: 1 })
    await a.memoizer.settled()
    expect(await breakerOf(a)).toEqual(closed)
    expect(task.runs).toBe(2)
    expect(await start().memoizer.memoize({ name: 'work' }, () => ({ x: 9 }))()).toEqual({ x: 9 })
    expect(await start().memoizer.memoize({ name: 'work' }, (x: number) => ({ x: x + 8 }))(1)).toEqual({ x: 1 })
  })

  it('opens the breaker after the configured number of failures', async () => {
    const { start, time } = memoizeInstances()
    const a = start({ threshold: 3 })
    const work = a.memoizer.memoize({ name: 'work' }, async (x: number) => x)
    a.fault = 'rejecting'
    await work(1)
    await work(2)
    expect(await breakerOf(a)).toEqual(closed)
    await work(3)
    expect((await breakerOf(a))?.open).toBe(true)
    await time.advance(30_000)
    await work(4)
    expect(await breakerOf(a)).toEqual({ open: true, seconds_until_retry: 1 })
    expect(a.requests.get).toBe(3)
  })

  it('opens the breaker immediately if it refuses the connection', async () => {
    const { start } = memoizeInstances()
    const a = start({ threshold: 3 })
    a.fault = 'down'
    await a.memoizer.memoize({ name: 'work' }, () => 1)()
    expect((await breakerOf(a))?.open).toBe(true)
  })

  it('is contacted by callers once per second if it ends its PINGs early', async () => {
    const { a, work, time } = open()
    let pings = 0
    a.store.ping = async () => {
      pings += 1
      return { kind: 'unavailable', reason: 'no timers' }
    }
    a.fault = 'down'
    for (let i = 0; i < 100; i++) await work(i)
    await time.advance(5000)
    expect(pings).toBe(1)
    for (let i = 0; i < 10; i++) await work(i)
    expect(pings).toBe(2)
  })

  it('does not evict RAM-only functions, and its replacement in RAM is bounded', async () => {
    const { start } = memoizeInstances({ exclude: ['kept'] })
    const a = start({ ram: { entries: 10, bytes: 10_000 } })
    const inRam = countedFunction((x: number) => x)
    const cachedInRam = a.memoizer.memoize({ name: 'kept' }, inRam.fn)
    const task = countedFunction((x: number) => `${x}`.padEnd(3000))
    const work = a.memoizer.memoize({ name: 'work' }, task.fn)
    for (let i = 0; i < 10; i++) await cachedInRam(i)
    a.fault = 'down'
    for (let i = 0; i < 100; i++) await work(i)
    for (let i = 0; i < 10; i++) await cachedInRam(i)
    expect(inRam.runs).toBe(10)
    for (const i of [99, 98, 97]) await work(i)
    expect(task.runs).toBe(100)
    await work(96)
    expect(task.runs).toBe(101)
  })

  it('still returns copies, and detects unshareable values', async () => {
    const { a, start } = open()
    a.fault = 'down'
    const listed = a.memoizer.memoize({ name: 'list' }, () => [1])
    ;(await listed()).push(2)
    ;(await listed()).push(3)
    expect(await listed()).toEqual([1])
    await a.memoizer.memoize({ name: 'odd' }, () => () => 1)()
    expect((await a.memoizer.status()).functions.odd?.route).toBe('ram-not-shareable')
    expect(start().requests.get).toBe(0)
  })

  it('does not affect a running computation, except that its value stays in RAM', async () => {
    const { a, start, time } = open()
    const gate = gatedFunction<number>()
    const gated = a.memoizer.memoize({ name: 'gated' }, gate.fn)
    const call = gated()
    await slice()
    a.fault = 'hung'
    gate.end(0, 1)
    expect(await call).toBe(1)
    expect(await gated()).toBe(1)
    await time.advance(250)
    await a.memoizer.settled()
    expect(await countsOf(a, 'gated')).toEqual({ shared_misses: 1, errors: 1 })
    expect((await breakerOf(a))?.open).toBe(true)
    expect(await gated()).toBe(1)
    expect(gate.runs).toBe(1)
    expect(await countsOf(a, 'gated')).toEqual({ shared_misses: 1, errors: 1, ram_hits: 1 })
    expect(start().requests.get).toBe(0)
  })
})

describe('a store that hangs (docs/caching.md, Breaker)', () => {
  it('costs one timeout, and then none until it is contacted again', async () => {
    const { a, work, time } = open()
    const startTime = time.clock()
    a.fault = 'hung'
    expect(await timed(time, work(1))).toEqual({ value: { x: 1 }, took: 250 })
    expect(await countsOf(a)).toEqual({ errors: 1, ram_misses: 1 })
    for (let i = 0; i < 1000; i++) expect((await timed(time, work(i))).took).toBe(0)
    expect([a.requests.get, a.requests.set, time.timers]).toEqual([1, 0, 1])
    await time.advance(30_000)
    expect((await timed(time, work(5000))).took).toBe(0)
    expect(a.requests.get).toBe(1)
    expect(a.requests.ping).toBeGreaterThan(25)
    expect(a.requests.ping).toBeLessThanOrEqual((time.clock() - startTime) / 1000)
  })

  it('costs three consecutive timeouts by default', async () => {
    const { start, time } = memoizeInstances()
    const a = start({ threshold: 3 })
    const work = a.memoizer.memoize({ name: 'work' }, (x: number) => x)
    a.fault = 'hung'
    const took: number[] = []
    for (let x = 0; x < 10; x++) took.push((await timed(time, work(x))).took)
    expect(took).toEqual([250, 250, 250, 0, 0, 0, 0, 0, 0, 0])
  })

  it('lets only three callers wait for the whole timeout while others arrive later', async () => {
    const { start, time } = memoizeInstances()
    const a = start({ threshold: 3 })
    const work = a.memoizer.memoize({ name: 'work' }, (x: number) => x)
    a.fault = 'hung'
    const ends: number[] = []
    for (let x = 0; x < 20; x++) {
      const startTime = time.clock()
      void work(x).then(() => ends.push(time.clock() - startTime))
      await time.advance(10)
    }
    await time.advance(1000)
    expect(ends).toHaveLength(20)
    expect(ends.filter(end => end >= 250)).toHaveLength(3)
  })

  it('costs all concurrent callers one timeout', async () => {
    const { a, work, time } = open()
    a.fault = 'hung'
    const calls = await timed(time, Promise.all(Array.from({ length: 100 }, (_, x) => work(x))))
    expect(calls.took).toBe(250)
    expect(await breakerOf(a)).toEqual({ open: true, seconds_until_retry: 1 })
  })

  it('does not block the status', async () => {
    const { a, time } = open()
    await a.memoizer.status()
    a.fault = 'hung'
    const { value, took } = await timed(time, a.memoizer.status())
    expect(took).toBe(1000)
    expect(value.server).toEqual({
      latency_ms: 1000,
      product: 'memory',
      version: null,
      error: 'no answer within 1000 ms',
    })
    expect(value.breaker).toEqual(closed)
  })

  it('is used again after a PING, and ignores its late replies', async () => {
    const { a, work, time } = open()
    a.fault = 'hung'
    await timed(time, work(1))
    a.fault = null
    a.release()
    await slice()
    expect((await breakerOf(a))?.open).toBe(true)
    const { get } = a.requests
    await time.advance(999)
    await Promise.all(Array.from({ length: 50 }, (_, x) => work(x)))
    expect([a.requests.get - get, a.requests.ping]).toEqual([0, 0])
    await time.advance(1)
    expect([await breakerOf(a), a.requests.ping]).toEqual([closed, 1])
    await Promise.all(Array.from({ length: 50 }, (_, x) => work(x)))
    expect(a.requests.get - get).toBe(50)
  })

  it('serves invalidated values for at most two seconds after it answers again', async () => {
    const { a, start, work, task, time } = open()
    a.fault = 'hung'
    await timed(time, work(1))
    await time.advance(5600)
    await start().memoizer.invalidate('work')
    await work(1)
    expect(task.runs).toBe(1)
    // The earlier requests are lost, so the store replies only to a new PING.
    a.fault = null
    await time.advance(2000)
    await work(1)
    expect(task.runs).toBe(2)
  })

  it('does not share calls that began during its outage with later callers', async () => {
    const { a, start, time } = open()
    const gate = gatedFunction<string>()
    const gated = a.memoizer.memoize({ name: 'gated' }, gate.fn)
    a.fault = 'down'
    const before = gated()
    await slice()
    a.fault = null
    await time.advance(1000)
    await start().memoizer.invalidate('gated')
    const after = gated()
    await slice()
    gate.end(0, 'old')
    gate.end(1, 'new')
    expect([await before, await after]).toEqual(['old', 'new'])
  })
})

describe('a store that is available again', () => {
  it('and has lost its data causes new computations, and no previous value returns (docs/caching.md, Invalidation tokens)', async () => {
    const { a, start, server, work, task, time } = open()
    await work(1)
    a.fault = 'down'
    await work(2)
    await server.invalidate(null)
    a.fault = null
    await time.advance(30_000)
    expect(await work(1)).toEqual({ x: 1 })
    expect([task.runs, await breakerOf(a)]).toEqual([3, closed])
    expect(await start().memoizer.memoize({ name: 'work' }, () => ({ x: -1 }))()).toEqual({ x: -1 })
  })

  it('invalidates the values that replaced it', async () => {
    const { a, start, work, task, time } = open()
    const b = start()
    await work(1)
    a.fault = 'down'
    await work(2)
    await work(1)
    await b.memoizer.invalidate('work')
    a.fault = null
    await time.advance(30_000)
    await work(3)
    a.fault = 'down'
    await work(4)
    const { runs } = task
    await work(1)
    await work(2)
    expect(task.runs).toBe(runs + 2)
  })

  it('does not drop values that are too large for it, unless another instance has invalidated them (docs/caching.md, RAM)', async () => {
    const { start, time } = memoizeInstances({ maxSize: 10 })
    const [a, b] = [start(), start()]
    const task = countedFunction(() => 'too large for it')
    const work = a.memoizer.memoize({ name: 'work' }, task.fn)
    const callAfterOutage = async (during: () => Promise<unknown>) => {
      a.fault = 'down'
      await work()
      await during()
      a.fault = null
      await time.advance(2000)
      await work()
      await a.memoizer.settled()
      return task.runs
    }
    await work()
    await a.memoizer.settled()
    expect(await callAfterOutage(async () => {})).toBe(1)
    expect(await callAfterOutage(() => b.memoizer.invalidate('work'))).toBe(2)
  })

  it('invalidates replacement values of functions that were not called in the meantime', async () => {
    const { a, start, time } = open()
    const gate = gatedFunction<string>()
    const gated = a.memoizer.memoize({ name: 'gated' }, gate.fn)
    const other = a.memoizer.memoize({ name: 'other' }, async () => 1)
    a.fault = 'down'
    const call = gated()
    await slice()
    gate.end(0, 'old')
    await call
    a.fault = null
    await time.advance(30_000)
    await other()
    await start().memoizer.invalidate('gated')
    a.fault = 'down'
    await other()
    await statusOf(a)
    const again = gated()
    await slice()
    gate.end(1, 'new')
    expect(await again).toBe('new')
  })

  it('receives no writes of calls during which it failed', async () => {
    const { a, work } = open()
    const gate = gatedFunction<number>()
    const gated = a.memoizer.memoize({ name: 'gated' }, gate.fn)
    const call = gated()
    await slice()
    a.fault = 'down'
    await work(1)
    gate.end(0, 1)
    await call
    await a.memoizer.settled()
    expect([a.requests.set, await gated(), gate.runs]).toEqual([0, 1, 1])
  })

  it('does not receive values that were computed during the outage, as they may be stale', async () => {
    const { a, time } = open()
    const gate = gatedFunction<string>()
    const gated = a.memoizer.memoize({ name: 'gated' }, gate.fn)
    const other = a.memoizer.memoize({ name: 'other' }, async () => 1)
    a.fault = 'down'
    const call = gated()
    await slice()
    a.fault = null
    await time.advance(30_000)
    await other()
    gate.end(0, 'old')
    expect(await call).toBe('old')
    await a.memoizer.settled()
    expect(a.requests.set).toBe(1)
    a.fault = 'down'
    await other()
    const again = gated()
    await slice()
    gate.end(1, 'new')
    expect(await again).toBe('new')
  })
})

describe('a store that is full (docs/caching.md, Breaker)', () => {
  it('is still read, and its values remain while RAM caches the others for a while', async () => {
    const { a, work, task, time } = open()
    await work(1)
    await slice()
    a.fault = 'full'
    await work(2)
    await slice()
    expect(await countsOf(a)).toEqual({ shared_misses: 2, errors: 1 })
    expect(await breakerOf(a)).toEqual(closed)
    await work(1)
    await work(2)
    expect(task.runs).toBe(2)
    expect(await countsOf(a)).toEqual({ shared_misses: 2, shared_hits: 1, ram_hits: 1, errors: 1 })
    a.fault = null
    await time.advance(30_000)
    await work(2)
    await slice()
    await work(2)
    expect(task.runs).toBe(3)
    expect(await countsOf(a)).toMatchObject({ shared_misses: 3, shared_hits: 2 })
    expect(await a.memoizer.invalidate('work')).toMatchObject({ removed: 2 })
  })
})

describe.each<StoreFaultKind>(['refusing', 'crowded'])('a store that rejects writes (%s)', fault => {
  it('is still read while RAM replaces it for a while and one log line gives the reason', async () => {
    const { a, work, task, time } = open()
    a.fault = fault
    for (let i = 0; i < 10; i++) expect(await work(1)).toEqual({ x: 1 })
    await work(2)
    expect([task.runs, await breakerOf(a)]).toEqual([2, closed])
    expect(await countsOf(a)).toEqual({ errors: 11, ram_misses: 2, ram_hits: 9 })
    expect(a.log).toEqual([expect.stringMatching(/^warn: The shared cache rejected a request for values of work;/)])
    await time.advance(30_000)
    await work(1)
    expect([task.runs, a.log.length]).toEqual([3, 2])
  })

  it('serves its values again when it answers, and voids the fallback if another instance has invalidated it', async () => {
    const { a, work, task, start } = open()
    await work(1)
    await slice()
    a.fault = fault
    await work(2)
    a.fault = null
    await work(1)
    await work(2)
    expect(task.runs).toBe(2)
    await start().memoizer.invalidate('work')
    await work(2)
    expect(task.runs).toBe(3)
  })
})

it('a PING that never leaves the process leaves the breaker open', async () => {
  const { a, work, time } = open()
  a.fault = 'down'
  await work(1)
  a.fault = 'crowded'
  await time.advance(30_000)
  await work(2)
  expect(await breakerOf(a)).toEqual({ open: true, seconds_until_retry: 1 })
})

describe('a damaged value (docs/caching.md, Envelopes)', () => {
  it.each<StoreFaultKind>(['poisoned', 'garbled'])(
    '(%s) is counted, computed again and replaced; the breaker stays closed',
    async fault => {
      const { a, work, task } = open()
      await work(1)
      await slice()
      a.fault = fault
      expect(await work(1)).toEqual({ x: 1 })
      await slice()
      expect(await countsOf(a)).toEqual({ shared_misses: 2, undecodable: 1 })
      expect([await breakerOf(a), a.requests.set]).toEqual([closed, 2])
      a.fault = null
      await work(1)
      expect(task.runs).toBe(2)
      expect(await countsOf(a)).toEqual({ shared_misses: 2, undecodable: 1, shared_hits: 1 })
    },
  )

  it('is not computed repeatedly if the store rejects its replacement', async () => {
    const { start } = memoizeInstances({ maxSize: 10 })
    const a = start()
    const task = countedFunction(() => 'too large for it')
    const work = a.memoizer.memoize({ name: 'work' }, task.fn)
    await work()
    await slice()
    a.fault = 'poisoned'
    for (let i = 0; i < 5; i++) await work()
    expect(task.runs).toBe(1)
    expect(await countsOf(a)).toEqual({ shared_misses: 1, too_large: 1, ram_hits: 5 })
  })

  it('does not affect concurrent reads', async () => {
    const { start } = memoizeInstances()
    const bad = serializingCodec.encode('bad')
    const codec = {
      ...serializingCodec,
      decode: (bytes: Uint8Array) => {
        if (Buffer.from(bytes).equals(bad)) throw new Error('poison')
        return serializingCodec.decode(bytes)
      },
    }
    const a = start({ codec })
    const task = countedFunction((text: string) => text)
    const work = a.memoizer.memoize({ name: 'work' }, task.fn)
    await Promise.all(['bad', 'good'].map(text => work(text)))
    await slice()
    expect(await Promise.all(['bad', 'good', 'bad'].map(text => work(text)))).toEqual(['bad', 'good', 'bad'])
    await slice()
    expect(await countsOf(a)).toEqual({ shared_misses: 3, undecodable: 1, shared_hits: 1 })
    expect(task.runs).toBe(3)
  })
})
