import {
  countedFunction,
  gatedFunction,
  type MemoizeInstance,
  memoizeInstances,
  serializingCodec,
  slice,
} from '@plenum/testkit'
import { dontCache } from '../calls/memoizedFunction.js'
import { defaultMemoizeSettings } from '../settings/settings.js'
import type { Counters } from '../status/memoizeStatus.js'

class Moment {
  constructor(readonly at = 0) {}
}

async function statusOf({ memoizer }: MemoizeInstance, name: string) {
  await memoizer.settled()
  const { functions } = await memoizer.status()
  return functions[name]
}

async function countsOf(instance: MemoizeInstance, name: string): Promise<Partial<Counters>> {
  const entries = Object.entries((await statusOf(instance, name))?.counters ?? {})
  return Object.fromEntries(entries.filter(([, number]) => number !== 0))
}

describe('shared values', () => {
  it('are computed by one instance and read by the others (docs/caching.md, Routes)', async () => {
    const { start } = memoizeInstances()
    const [a, b] = [start(), start()]
    const task = countedFunction((x: number) => ({ x }))
    const [atA, atB] = [a, b].map(({ memoizer }) => memoizer.memoize({ name: 'work' }, task.fn))
    expect(await atA?.(1)).toEqual({ x: 1 })
    expect(await atB?.(1)).toEqual({ x: 1 })
    expect(task.runs).toBe(1)
    expect(await countsOf(a, 'work')).toEqual({ shared_misses: 1 })
    expect(await countsOf(b, 'work')).toEqual({ shared_hits: 1 })
  })

  const cycle: { self?: unknown } = {}
  cycle.self = cycle

  it.each([
    ['undefined', undefined],
    ['null', null],
    ['NaN', Number.NaN],
    ['-0', -0],
    ['a bigint', 2n ** 80n],
    ['maps in maps', new Map([[new Map([[1, new Set([null])]]), 'x']])],
    ['a cycle', cycle],
    ['a Buffer', Buffer.from('abc')],
    ['an object with a key __proto__', JSON.parse('{"__proto__":{"a":1}}')],
    ['a date, an error and a list with holes', [new Date(5), new RangeError('r'), Object.assign([], { 3: 1 })]],
  ])('are returned equal: %s (docs/caching.md, Shareable values)', async (_, value) => {
    const { start } = memoizeInstances()
    const a = start()
    const give = countedFunction(() => value)
    const cached = a.memoizer.memoize({ name: 'give' }, give.fn)
    expect(await cached()).toBe(value)
    await slice()
    const again: unknown = await cached()
    expect(again).toEqual(value)
    expect(nameOfClass(again)).toBe(nameOfClass(value))
    expect(give.runs).toBe(1)
    expect(await countsOf(a, 'give')).toEqual({ shared_misses: 1, shared_hits: 1 })
  })

  it('are read by instances that start later, and not under another version', async () => {
    const { start } = memoizeInstances()
    await start().memoizer.memoize({ name: 'work', version: 1 }, () => 'old')()
    expect(await start().memoizer.memoize({ name: 'work', version: 1 }, () => 'new')()).toBe('old')
    expect(await start().memoizer.memoize({ name: 'work', version: 2 }, () => 'new')()).toBe('new')
  })

  it('expire shortly before the requested TTL, never later (docs/caching.md, TTL and jitter)', async () => {
    const { start, time, server } = memoizeInstances()
    const lifetimes: number[] = []
    const set = server.set
    Object.assign(server, {
      set: (...[address, value]: Parameters<typeof set>) => {
        lifetimes.push(value.lifetime)
        return set(address, value)
      },
    })
    const a = start()
    const task = countedFunction((x: number) => x)
    const work = a.memoizer.memoize({ name: 'work' }, task.fn)
    for (let i = 0; i < 200; i++) await work(i)
    expect(Math.min(...lifetimes)).toBeGreaterThanOrEqual(0.95 * 86_400_000)
    expect(Math.max(...lifetimes)).toBeLessThanOrEqual(86_400_000)
    expect(new Set(lifetimes).size).toBeGreaterThan(20)
    expect(lifetimes.every(Number.isInteger)).toBe(true)
    await time.advance(86_400_000)
    await work(0)
    expect(task.runs).toBe(201)
    expect(await countsOf(a, 'work')).toEqual({ shared_misses: 201 })
  })

  it('are not written if they are not cacheable', async () => {
    const { start } = memoizeInstances()
    const a = start()
    const work = a.memoizer.memoize({ name: 'work', ttl: x => x }, (x: number) => x)
    for (const x of [0, -1, Number.NaN, 1]) await work(x)
    expect(a.requests.set).toBe(1)
  })

  it('are not read for uncacheable calls, which increment no counter (docs/caching.md, Keys)', async () => {
    const { start } = memoizeInstances()
    const a = start()
    const roll = countedFunction((x: number) => x)
    const rolled = a.memoizer.memoize({ name: 'roll', key: x => (x < 0 ? dontCache : x) }, roll.fn)
    await rolled(-1)
    await rolled(-1)
    expect([roll.runs, a.requests.get, await statusOf(a, 'roll')]).toEqual([2, 0, undefined])
    await rolled(1)
    const [before, { get, set }] = [await statusOf(a, 'roll'), { ...a.requests }]
    expect([before?.counters.shared_misses, get, set]).toEqual([1, 1, 1])
    await rolled(-1)
    expect(await statusOf(a, 'roll')).toEqual(before)
    expect([roll.runs, a.requests.get, a.requests.set]).toEqual([4, get, set])
  })

  it('exist for functions with any name (docs/caching.md, Names and versions)', async () => {
    const { start } = memoizeInstances()
    const a = start()
    for (const name of ['constructor', '__proto__', 'b', 'B']) await a.memoizer.memoize({ name }, () => name)()
    const { functions } = await a.memoizer.status()
    expect(Object.keys(functions)).toEqual(['B', '__proto__', 'b', 'constructor'])
    expect(Object.keys(JSON.parse(JSON.stringify(functions)))).toEqual(['B', '__proto__', 'b', 'constructor'])
  })

  it('are copies: changing one result does not change another (docs/caching.md, Shareable values)', async () => {
    const { start } = memoizeInstances()
    const gate = gatedFunction<{ list: number[] }>()
    const work = start().memoizer.memoize({ name: 'work' }, gate.fn)
    const [first, second, third] = [work(), work(), work()]
    await slice()
    gate.end(0, { list: [1] })
    ;(await first).list.push(2)
    ;(await second).list.push(3)
    expect(await third).toEqual({ list: [1] })
    await slice()
    ;(await work()).list.push(4)
    expect(await work()).toEqual({ list: [1] })
    expect(gate.runs).toBe(1)
  })

  it('are computed once for all concurrent callers (docs/caching.md, Single flight)', async () => {
    const { start } = memoizeInstances()
    const a = start()
    const gate = gatedFunction<number>()
    const work = a.memoizer.memoize({ name: 'work' }, gate.fn)
    const all = Promise.all(Array.from({ length: 200 }, () => work()))
    await slice()
    gate.end(0, 7)
    expect(new Set(await all)).toEqual(new Set([7]))
    expect([gate.runs, a.requests.get]).toEqual([1, 1])
    expect(await countsOf(a, 'work')).toEqual({ shared_misses: 1 })
  })

  it('do not include failures, which reach all waiting callers (docs/caching.md, Single flight)', async () => {
    const { start } = memoizeInstances()
    const a = start()
    const task = countedFunction(async () => {
      await slice()
      if (task.runs === 1) throw new Error('not today')
      return 1
    })
    const work = a.memoizer.memoize({ name: 'work' }, task.fn)
    const outcomes = await Promise.allSettled(Array.from({ length: 200 }, () => work()))
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true)
    expect([await work(), task.runs]).toEqual([1, 2])
    expect(await countsOf(a, 'work')).toEqual({ shared_misses: 2 })
  })

  it('are copied before the caller can change them', async () => {
    const { start } = memoizeInstances()
    const work = start().memoizer.memoize({ name: 'work' }, () => ({ list: [1] }))
    ;(await work()).list.push(2)
    await slice()
    expect(await work()).toEqual({ list: [1] })
  })
})

describe('a value that cannot be shared (docs/caching.md, Shareable values)', () => {
  it.each([
    ['$: an instance of Moment', new Moment()],
    ['$.rows[1].when: an instance of Moment', { rows: [0, { when: new Moment() }] }],
    ['$[key 0]: an instance of Moment', new Map([[new Moment(), 1]])],
    ['$[5]: an instance of Moment', Object.assign([], { 5: new Moment() })],
  ])('stays in RAM with a report, and so do later values of the function: %s', async (reason, value) => {
    const { start } = memoizeInstances()
    const a = start()
    const make = countedFunction((isPlain: boolean): unknown => (isPlain ? { a: 1 } : value))
    const cached = a.memoizer.memoize({ name: 'make' }, make.fn)
    expect(await cached(false)).toBe(value)
    expect(await cached(false)).toBe(value)
    expect(await cached(true)).toBe(await cached(true))
    expect([make.runs, a.requests.set]).toEqual([2, 0])
    expect(await statusOf(a, 'make')).toMatchObject({ route: 'ram-not-shareable', reason })
    expect(await countsOf(a, 'make')).toEqual({ shared_misses: 1, refused: 1, ram_hits: 2, ram_misses: 1 })
    expect(a.log).toEqual([`warn: Values of make cannot be shared and stay in the memory of this process: ${reason}.`])
    const later = start()
    await later.memoizer.memoize({ name: 'make' }, make.fn)(true)
    expect(await statusOf(later, 'make')).toMatchObject({ route: 'shared', reason: null })
  })

  it('is detected once among many concurrent computations (docs/caching.md, Shareable values)', async () => {
    const { start } = memoizeInstances()
    const a = start()
    const make = async (x: number): Promise<unknown> => {
      for (let i = 0; i < x % 7; i++) await slice()
      return x === 50 ? new Moment(x) : { x }
    }
    const cached = a.memoizer.memoize({ name: 'make' }, make)
    const all = await Promise.all(Array.from({ length: 100 }, (_, x) => cached(x)))
    expect(all.map(value => (value as { x?: number }).x ?? 50)).toEqual(Array.from({ length: 100 }, (_, x) => x))
    expect(await statusOf(a, 'make')).toMatchObject({ route: 'ram-not-shareable', counters: { refused: 1 } })
    await cached(1)
    expect((await statusOf(a, 'make'))?.route).toBe('ram-not-shareable')
  })

  it('stays in RAM, even for calls that began before it was detected', async () => {
    const { start } = memoizeInstances()
    const a = start()
    const gate = gatedFunction<unknown>()
    const cached = a.memoizer.memoize({ name: 'make', key: (x: number) => x }, (_: number) => gate.fn())
    const calls = [cached(0), cached(1), cached(2)]
    await slice()
    const values = [new Moment(), new Moment(), { a: 1 }]
    for (const [i, value] of values.entries()) {
      gate.end(i, value)
      expect(await calls[i]).toBe(value)
      expect(await cached(i)).toBe(value)
    }
    expect(a.requests.set).toBe(0)
    expect(await countsOf(a, 'make')).toEqual({ shared_misses: 3, refused: 1, ram_hits: 3 })
  })

  it('includes values that the codec rejects, without a log line', async () => {
    const { start } = memoizeInstances()
    const codec = {
      ...serializingCodec,
      encode: (value: unknown) => {
        if (value === 'secret') throw new Error('cannot encode secret')
        return serializingCodec.encode(value)
      },
    }
    const a = start({ codec })
    const cached = a.memoizer.memoize({ name: 'make' }, (text: string) => text)
    expect(await cached('secret')).toBe('secret')
    expect(await statusOf(a, 'make')).toMatchObject({
      route: 'ram-not-shareable',
      reason: '$: a value that the codec does not take',
    })
    expect(a.log.join()).not.toContain('secret')
  })

  it('may throw during the inspection', async () => {
    const { start } = memoizeInstances()
    const value = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error('hands off')
        },
      },
    )
    const cached = start().memoizer.memoize({ name: 'make' }, () => value)
    expect(await cached()).toBe(value)
    expect(await cached()).toBe(value)
  })
})

describe('patterns (docs/caching.md, Routes)', () => {
  it('restrict functions to RAM, with objects that callers share', async () => {
    const { start } = memoizeInstances({ include: ['a.*'], exclude: ['a.b*'] })
    const a = start()
    for (const name of ['a.c', 'a.bx', 'z']) {
      const cached = a.memoizer.memoize({ name }, () => ({ name }))
      const first = await cached()
      await slice()
      expect((await cached()) === first).toBe(name !== 'a.c')
    }
    expect(await statusOf(a, 'a.c')).toMatchObject({ route: 'shared', reason: null })
    expect(await statusOf(a, 'a.bx')).toMatchObject({ route: 'ram-excluded', reason: 'excluded by the pattern a.b*' })
    expect(await statusOf(a, 'z')).toMatchObject({ route: 'ram-excluded', reason: 'not included by any pattern' })
    expect(await countsOf(a, 'z')).toEqual({ ram_hits: 1, ram_misses: 1 })
    expect(a.requests).toMatchObject({ get: 2, set: 1 })
  })

  it('that are invalid stop the creation with their name', () => {
    const { start } = memoizeInstances({ exclude: ['a['] })
    expect(() => start()).toThrow('exclude: the pattern a[ has a [ without a matching ].')
  })

  it('that exclude a function later leave its shared values, which are not read but can be removed', async () => {
    const { start } = memoizeInstances()
    const before = start()
    const remembered = before.memoizer.memoize({ name: 'work' }, (x: number) => x)
    for (const x of [1, 2, 3]) await remembered(x)
    const after = start({ settings: { exclude: ['work'] } })
    expect(await after.memoizer.memoize({ name: 'work' }, (x: number) => -x)(1)).toBe(-1)
    expect(after.requests.get).toBe(0)
    const outcome = await after.memoizer.invalidate('work')
    expect(outcome).toEqual({ kind: 'invalidated', function: 'work', removed: 3 })
  })

  it('prevent the inspection of values of an excluded function', async () => {
    const { start } = memoizeInstances({ exclude: ['*'] })
    const a = start()
    await a.memoizer.memoize({ name: 'make' }, () => new Moment())()
    expect(await statusOf(a, 'make')).toMatchObject({ route: 'ram-excluded', counters: { refused: 0 } })
  })
})

describe('a value that is too large (docs/caching.md, RAM, rule 4)', () => {
  const overhead = serializingCodec.encode('').length
  const text = (bytes: number) => 'x'.repeat(bytes - overhead - 1)

  it('is cached in RAM until the function is invalidated', async () => {
    const { start } = memoizeInstances({ maxSize: 1000 })
    const [a, b] = [start(), start()]
    const make = countedFunction((size: number) => text(size))
    const [atA, atB] = [a, b].map(({ memoizer }) => memoizer.memoize({ name: 'make' }, make.fn))
    expect(serializingCodec.encode(text(1000)).length).toBe(1000)
    await atA?.(1000)
    await atA?.(1001)
    expect(await countsOf(a, 'make')).toEqual({ shared_misses: 2, too_large: 1 })
    expect((await statusOf(a, 'make'))?.route).toBe('shared')
    expect(await atA?.(1001)).toBe(text(1001))
    expect(await countsOf(a, 'make')).toEqual({ shared_misses: 2, too_large: 1, ram_hits: 1 })
    await atB?.(1000)
    expect(make.runs).toBe(2)
    await atB?.(1001)
    expect(make.runs).toBe(3)
    expect(await b.memoizer.invalidate('make')).toMatchObject({ removed: 1 })
    await atA?.(1001)
    expect(make.runs).toBe(4)
    expect(await countsOf(a, 'make')).toEqual({ shared_misses: 3, too_large: 2, ram_hits: 1 })
  })

  it('does not fill the RAM', async () => {
    const { start } = memoizeInstances({ maxSize: 10 })
    const a = start({ ram: { entries: 5, bytes: 3000 } })
    const make = countedFunction((x: number) => `${x}`.padEnd(1000))
    const cached = a.memoizer.memoize({ name: 'make' }, make.fn)
    for (let x = 0; x < 10; x++) await cached(x)
    await slice()
    for (const x of [9, 8, 9]) await cached(x)
    expect(make.runs).toBe(10)
    await cached(0)
    expect(make.runs).toBe(11)
  })
})

it('the cache has the default limits of docs/caching.md, Settings of the cache', () => {
  expect(defaultMemoizeSettings).toMatchObject({ maxSize: 1_048_576, ttl: 86_400, timeout: 0.25, retryAfter: 30 })
})

function nameOfClass(value: unknown): unknown {
  return Object.getPrototypeOf(Object(value)).constructor?.name
}
