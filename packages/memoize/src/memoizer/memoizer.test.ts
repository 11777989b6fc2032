import { countedFunction, manualTime, serializingCodec, sha256 } from '@plenum/testkit'
import { newCounters } from '../calls/counters.js'
import { dontCache } from '../calls/memoizedFunction.js'
import { defaultMemoizeSettings } from '../settings/settings.js'
import { memorySharedStore } from '../store/memorySharedStore.js'
import type { SharedStore } from '../store/sharedStore.js'
import { shareThrough } from './connectStore.js'
import { createMemoizer } from './memoizer.js'

function open(ram?: { entries: number; bytes: number }) {
  const time = manualTime()
  const settings = { ...defaultMemoizeSettings, url: 'redis://u:swordfish@cache' }
  return { time, ...createMemoizer({ settings, clock: time.clock, digest: sha256, ...(ram ? { ram } : {}) }) }
}

describe('a memoized function without a shared store', () => {
  it('runs once for equal arguments, and counts its calls (docs/caching.md, Keys)', async () => {
    const { memoize, status, invalidate } = open()
    const square = countedFunction((x: number) => x * x)
    const squared = memoize({ name: 'demo.square' }, square.fn)
    expect([await squared(3), await squared(3), await squared(4)]).toEqual([9, 9, 16])
    expect(square.runs).toBe(2)
    expect(await status()).toEqual({
      active: false,
      settings: {
        exclude: [],
        include: [],
        max_size: 1_048_576,
        prefix: 'plenum',
        retry_after: 30,
        timeout: 0.25,
        ttl: 86_400,
        url: null,
      },
      breaker: null,
      server: null,
      functions: {
        'demo.square': { route: 'shared', reason: null, counters: { ...newCounters(), ram_hits: 1, ram_misses: 2 } },
      },
    })
    expect(await invalidate('demo.square')).toEqual({ kind: 'invalidated', function: 'demo.square', removed: 0 })
    await squared(3)
    expect(square.runs).toBe(3)
  })

  it('returns a promise for a synchronous function, and the value of a promise', async () => {
    const { memoize } = open()
    expect(await memoize({ name: 'a' }, (x: string) => x.length)('abc')).toBe(3)
    expect(await memoize({ name: 'b' }, async (x: string) => x.length)('abc')).toBe(3)
  })

  it.each([undefined, null, 0, '', false, Number.NaN])('caches %p like any value', async value => {
    const { memoize } = open()
    const give = countedFunction(() => value)
    const cached = memoize({ name: 'give' }, give.fn)
    expect([await cached(), await cached(), give.runs]).toEqual([value, value, 1])
  })

  it('caches large values only up to a total size, if the function reports sizes', async () => {
    const { memoize } = open({ entries: 10, bytes: 100 })
    const make = countedFunction((x: number) => ({ x }))
    const cached = memoize({ name: 'make', size: ({ x }: { x: number }) => 50 + x }, make.fn)
    for (const x of [1, 2, 2]) await cached(x)
    expect(make.runs).toBe(2)
    await cached(1)
    expect(make.runs).toBe(3)
    for (const x of [60, 60]) await cached(x)
    expect(make.runs).toBe(5)
  })

  it('gives every caller the same object', async () => {
    const { memoize } = open()
    const cached = memoize({ name: 'make' }, () => ({ a: 1 }))
    expect(await cached()).toBe(await cached())
  })

  it('runs once for all concurrent callers, and does not cache a failure, which reaches them all', async () => {
    const { memoize } = open()
    let fails = true
    const task = countedFunction(async () => {
      if (fails) throw new Error('not today')
      return 'done'
    })
    const work = memoize({ name: 'work' }, task.fn)
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => work()))
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true)
    fails = false
    expect(await Promise.all([work(), work(), work()])).toEqual(['done', 'done', 'done'])
    expect(task.runs).toBe(2)
  })

  it('rejects if it throws before it returns a promise', async () => {
    const { memoize } = open()
    const failed = memoize({ name: 'fail' }, (): number => {
      throw new Error('at once')
    })
    await expect(failed()).rejects.toThrow('at once')
  })

  it('caches a bounded number of values', async () => {
    const { memoize } = open({ entries: 10, bytes: 1000 })
    const square = countedFunction((x: number) => x * x)
    const squared = memoize({ name: 'square' }, square.fn)
    for (let i = 0; i < 100; i++) await squared(i)
    await squared(99)
    expect(square.runs).toBe(100)
    await squared(0)
    expect(square.runs).toBe(101)
  })
})

describe('the key of a call', () => {
  it('is computed from the arguments by the option', async () => {
    const { memoize } = open()
    const greet = countedFunction((user: { id: string; callback: () => void }) => `hello ${user.id}`)
    const greeted = memoize({ name: 'greet', key: user => user.id }, greet.fn)
    expect(await greeted({ id: 'a', callback: () => {} })).toBe('hello a')
    expect(await greeted({ id: 'a', callback: () => {} })).toBe('hello a')
    expect(await greeted({ id: 'b', callback: () => {} })).toBe('hello b')
    expect(greet.runs).toBe(2)
  })

  it('that cannot be computed rejects the call without running the function', async () => {
    const { memoize } = open()
    const call = countedFunction((run: () => number) => run())
    const cached = memoize({ name: 'call' }, call.fn)
    await expect(cached(() => 1)).rejects.toThrow('A key of a memoized function cannot hold a function')
    expect(call.runs).toBe(0)
  })

  it('distinguishes types of arguments, and functions with the same arguments', async () => {
    const { memoize } = open()
    const typed = memoize({ name: 'type' }, (x: unknown) => typeof x)
    expect([await typed(1), await typed('1'), await typed(true), await typed(undefined)]).toEqual([
      'number',
      'string',
      'boolean',
      'undefined',
    ])
    expect(await memoize({ name: 'type/other' }, (_: unknown) => 'other')(1)).toBe('other')
  })

  it('is distinct at any length', async () => {
    const { memoize } = open()
    const last = memoize({ name: 'last' }, (text: string) => text.at(-1))
    const long = 'x'.repeat(10_000)
    expect([await last(`${long}a`), await last(`${long}b`), await last(`${long}a`)]).toEqual(['a', 'b', 'a'])
  })

  it('is digested only if it is long', async () => {
    const { clock } = manualTime()
    const digest = countedFunction(sha256)
    const { memoize } = createMemoizer({ settings: defaultMemoizeSettings, clock, digest: digest.fn })
    const size = memoize({ name: 'size' }, (text: string) => text.length)
    await size('short')
    expect(digest.runs).toBe(0)
    await size('long'.repeat(100))
    expect(digest.runs).toBe(1)
  })

  it('is stored whole without a digest function', async () => {
    const task = countedFunction((text: string) => text.at(-1))
    const { memoize } = createMemoizer({ settings: defaultMemoizeSettings, clock: manualTime().clock })
    const last = memoize({ name: 'last' }, task.fn)
    const long = 'x'.repeat(10_000)
    expect([await last(`${long}a`), await last(`${long}b`), await last(`${long}a`)]).toEqual(['a', 'b', 'a'])
    expect(task.runs).toBe(2)
  })

  it('may disable caching for a call (docs/caching.md, Keys)', async () => {
    const { memoize } = open()
    const roll = countedFunction((_: number) => ({}))
    const rolled = memoize({ name: 'roll', key: x => (x < 0 ? dontCache : x) }, roll.fn)
    expect(await rolled(-1)).not.toBe(await rolled(-1))
    expect(await rolled(1)).toBe(await rolled(1))
    expect(roll.runs).toBe(3)
  })
})

describe('the TTL of a value', () => {
  it('is that of the settings by default', async () => {
    const { memoize, time } = open()
    const task = countedFunction(() => 1)
    const work = memoize({ name: 'work' }, task.fn)
    await work()
    await time.advance(86_399_999)
    await work()
    expect(task.runs).toBe(1)
    await time.advance(1)
    await work()
    expect(task.runs).toBe(2)
  })

  it('is that of the function, which may depend on the value and the arguments', async () => {
    const { memoize, time } = open()
    const task = countedFunction((seconds: number) => ({ seconds }))
    const work = memoize({ name: 'work', ttl: ({ seconds }, limit) => Math.min(seconds, limit) }, task.fn)
    for (const seconds of [0, -1, Number.NaN, 10]) {
      await work(seconds)
      await work(seconds)
    }
    expect(task.runs).toBe(7)
    await time.advance(9999)
    await work(10)
    expect(task.runs).toBe(7)
    await time.advance(1)
    await work(10)
    expect(task.runs).toBe(8)
  })

  it('has no effect on other values if it is 0', async () => {
    const { memoize } = open({ entries: 5, bytes: 1000 })
    const inRam = countedFunction(() => 1)
    const cachedInRam = memoize({ name: 'kept' }, inRam.fn)
    const passing = memoize({ name: 'passing', ttl: () => 0 }, (x: number) => x)
    await cachedInRam()
    for (let x = 0; x < 10; x++) await passing(x)
    await cachedInRam()
    expect(inRam.runs).toBe(1)
  })

  it.each([
    ['an exception', () => JSON.parse('nothing')],
    ['a text instead of a number', () => '60'],
    ['a promise', async () => 60],
    ['undefined', () => undefined],
  ])('is 0 if its function results in %s; the value is returned', async (_, ttl) => {
    const { memoize } = open()
    const task = countedFunction(() => 'done')
    // Casts the type, because callers without TypeScript can return any value.
    const work = memoize({ name: 'work', ttl: ttl as () => number }, task.fn)
    expect([await work(), await work(), task.runs]).toEqual(['done', 'done', 2])
  })

  it('has no maximum', async () => {
    const { memoize, time } = open()
    const task = countedFunction(() => 1)
    const work = memoize({ name: 'work', ttl: Number.POSITIVE_INFINITY }, task.fn)
    await work()
    await time.advance(900_000_000_000)
    await work()
    expect(task.runs).toBe(1)
  })
})

describe('the name of a function', () => {
  it.each(['', 'a b', 'a:b', 'ä', '~a', 'a*', 'x'.repeat(201)])('rejects %p', name => {
    expect(() => open().memoize({ name }, () => 1)).toThrow(
      'a name has 1 to 200 letters, digits and _ $ @ . / - in ASCII',
    )
  })

  it.each(['__proto__', '@scope/package.fn-1_$', 'x'.repeat(200)])('accepts %p', async name => {
    expect(await open().memoize({ name }, () => 1)()).toBe(1)
  })

  it('belongs to one function', async () => {
    const { memoize } = open()
    const task = countedFunction(() => 1)
    const work = memoize({ name: 'work' }, task.fn)
    const again = memoize({ name: 'work' }, task.fn)
    await work()
    await again()
    expect(task.runs).toBe(1)
    expect(() => memoize({ name: 'work' }, () => 2)).toThrow(
      'Another function is memoized as work; every function needs its own name.',
    )
    expect(await work()).toBe(1)
  })

  it('belongs to one way to compute keys, one version and one TTL', async () => {
    const { memoize } = open()
    const task = countedFunction((tenant: string, id: number) => `${tenant} ${id}`)
    const key = (tenant: string, id: number) => [tenant, id]
    const ttl = () => 60
    const work = memoize({ name: 'work', key, version: 1, ttl }, task.fn)
    const again = memoize({ name: 'work', key, version: 1, ttl }, task.fn)
    expect([await work('a', 1), await again('a', 1), task.runs]).toEqual(['a 1', 'a 1', 1])
    const others = [
      ['key', { key: (tenant: string) => tenant, version: 1, ttl }],
      ['key', { key: (tenant: string, id: number) => [tenant, id], version: 1, ttl }],
      ['version', { key, version: '1', ttl }],
      ['version and ttl', { key, ttl: 60 }],
      ['key, version and ttl', {}],
    ] as const
    for (const [difference, options] of others)
      expect(() => memoize({ name: 'work', ...options }, task.fn)).toThrow(
        `This function is already memoized as work, with a different ${difference}; ` +
          'pass the same options, choose another name, or set "replace".',
      )
    expect(await work('a', 2)).toBe('a 2')
  })
})

describe('a memoizer', () => {
  it('rejects a shared store that does not report its recovery', () => {
    const { clock } = manualTime()
    const { ping: _, ...store } = memorySharedStore({ clock, maxSize: 100 })
    const shared = { store: store as SharedStore, codec: serializingCodec, digest: sha256 }
    expect(() => shareThrough(shared)).toThrow('no function "ping"')
  })

  it('reports all invalid settings when it is created', () => {
    const { clock } = manualTime()
    const settings = { ...defaultMemoizeSettings, timeout: 0, ttl: Number.NaN, prefix: '', url: 'hunter2' }
    expect(() => createMemoizer({ settings, clock, digest: sha256 })).toThrow(
      new Error(
        'Functions cannot be memoized with these settings. ' +
          'url: must be an address such as redis://localhost:6379, without spaces. ' +
          'prefix: must have 1 to 100 characters, none of them a space. ' +
          'ttl: must be a whole number above 0, at most 1000000000, not NaN. ' +
          'timeout: must be a number of seconds above 0, at most 2000000, not 0.',
      ),
    )
  })
})

describe('invalid options of a memoized function', () => {
  // Casts the types, because callers without TypeScript can pass any value.
  const memoize = (options: unknown, fn: unknown) => () => open().memoize(options as { name: string }, fn as () => 1)
  const task = () => 1

  it.each([
    [undefined, 'The options of a memoized function must be an object with a name, not undefined.'],
    ['work', 'The options of a memoized function must be an object with a name, not "work".'],
    [{}, 'The name of a memoized function must be a string, not undefined.'],
    [{ name: 5 }, 'The name of a memoized function must be a string, not 5.'],
    [{ name: 'work', key: 'id' }, 'The key of work must be a function of its arguments, not "id".'],
    [{ name: 'work', key: null }, 'The key of work must be a function of its arguments, not null.'],
    [{ name: 'work', version: null }, 'The version of work must be a string or a finite number, not null.'],
    [{ name: 'work', version: Number.NaN }, 'The version of work must be a string or a finite number, not NaN.'],
    [
      { name: 'work', version: [1] },
      'The version of work must be a string or a finite number, not an instance of Array.',
    ],
    ...['"60"', '0', '-1', 'NaN', 'null', 'true'].map((value): [object, string] => [
      { name: 'work', ttl: value === 'NaN' ? Number.NaN : JSON.parse(value) },
      `The ttl of work must be a number of seconds above 0, or a function that returns it, not ${value}.`,
    ]),
  ])('%j are rejected: %s', (options, message) => {
    expect(memoize(options, task)).toThrow(new Error(message))
  })

  it.each([
    [undefined, 'undefined'],
    [{ name: 'work' }, 'an instance of Object'],
  ])('%j in place of a function is rejected as %s', (fn, description) => {
    expect(memoize({ name: 'work' }, fn)).toThrow(
      new Error(`The implementation of work must be a function, not ${description}.`),
    )
  })

  it('leave the name and its current function unchanged', async () => {
    const { memoize: register } = open()
    const inRam = countedFunction(() => 1)
    const first = register({ name: 'work' }, inRam.fn)
    await first()
    expect(() => register({ name: 'work', ttl: -1, replace: true }, () => 2)).toThrow('must be a number of seconds')
    expect([await first(), inRam.runs]).toEqual([1, 1])
  })
})

describe('the types of a memoized function', () => {
  // The compiler checks these assertions: `true` is assignable to `_` only if both types are identical.
  type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
  const same = <_ extends true>(): void => {}
  type CallOf<F> = F extends (...args: infer A extends readonly unknown[]) => infer R ? (...args: A) => R : never

  it('are those of its arguments, and a promise of its awaited result', async () => {
    const { memoize } = open()
    const one = memoize({ name: 'one' }, (id: string, deep?: boolean) => ({ id, deep }))
    same<Same<CallOf<typeof one>, (id: string, deep?: boolean) => Promise<{ id: string; deep: boolean | undefined }>>>()
    const two = memoize({ name: 'two' }, async (...ids: readonly number[]) => ids.length)
    same<Same<CallOf<typeof two>, (...ids: readonly number[]) => Promise<number>>>()
    const three = memoize({ name: 'three' }, () => undefined)
    same<Same<CallOf<typeof three>, () => Promise<undefined>>>()
    const four = memoize(
      { name: 'four', key: (a, b) => [a.length, b], ttl: (result, a) => result.size + a.length },
      async (a: string, b: number) => new Set([a, b]),
    )
    same<Same<CallOf<typeof four>, (a: string, b: number) => Promise<Set<string | number>>>>()
    const five = memoize({ name: 'few', key: a => a, ttl: () => 1 }, (a: string, b: number) => `${a}${b}`)
    same<Same<CallOf<typeof five>, (a: string, b: number) => Promise<string>>>()
    // @ts-expect-error A key is computed from the arguments of the function.
    memoize({ name: 'five', key: (a: number) => a }, (a: string) => a)
    // @ts-expect-error The arguments are those of the function.
    await one(1)
    expect(await two(1, 2)).toBe(2)
  })

  it('come from defaults if parameters have no others', async () => {
    const { memoize } = open()
    const one = memoize({ name: 'one', version: 1, ttl: 5 }, async (city: string, fresh = false) => ({ city, fresh }))
    same<Same<CallOf<typeof one>, (city: string, fresh?: boolean) => Promise<{ city: string; fresh: boolean }>>>()
    const two = memoize({ name: 'two' }, (kind = 'a', { most = 5 } = {}) => kind.repeat(most))
    same<Same<CallOf<typeof two>, (kind?: string, options?: { most?: number }) => Promise<string>>>()
    const three = memoize(
      { name: 'three', key: (city: string) => city },
      (city: string, most = 5) => [city, most] as const,
    )
    same<Same<CallOf<typeof three>, (city: string, most?: number) => Promise<readonly [string, number]>>>()
    const four = memoize({ name: 'four', key: city => city.length }, (city: string, fresh: boolean = false) => [
      city,
      fresh,
    ])
    same<Same<CallOf<typeof four>, (city: string, fresh?: boolean) => Promise<(string | boolean)[]>>>()
    // @ts-expect-error The arguments are unknown if a parameter of the function has no type of its own.
    memoize({ name: 'five', key: city => city }, (city: string, fresh = false) => [city, fresh])
    // @ts-expect-error A default does not make a parameter accept any type.
    one('a', 'b')
    expect(await three('a')).toEqual(['a', 5])
  })

  it('are generic in a generic function, and any if they are any', async () => {
    const { memoize } = open()
    const within = <T>(name: string, make: (id: string) => Promise<{ result: T }>) => {
      const cached = memoize({ name, key: id => id.length, ttl: ({ result }) => (result ? 1 : 2) }, make)
      same<Same<CallOf<typeof cached>, (id: string) => Promise<{ result: T }>>>()
      return cached
    }
    expect(await within('within', async id => ({ result: [id] }))('a')).toEqual({ result: ['a'] })
    const identity = memoize({ name: 'identity' }, async <T extends { id: string }>(of: T) => of)
    same<Same<CallOf<typeof identity>, (of: { id: string }) => Promise<{ id: string }>>>()
    const parse = memoize({ name: 'parse' }, JSON.parse)
    expect(await parse('[1]')).toEqual([1])
    const never = memoize({ name: 'never' }, () => {
      throw new Error('never')
    })
    same<Same<CallOf<typeof never>, () => Promise<never>>>()
    await expect(never()).rejects.toThrow('never')
  })

  it('do not accept values that are not functions', () => {
    const { memoize } = open()
    // @ts-expect-error A number cannot be run.
    expect(() => memoize({ name: 'number' }, 5)).toThrow('must be a function')
    // @ts-expect-error An object cannot be run.
    expect(() => memoize({ name: 'object' }, {})).toThrow('must be a function')
    // @ts-expect-error A function that may be missing cannot be run.
    expect(() => memoize({ name: 'missing' }, undefined as (() => 1) | undefined)).toThrow('must be a function')
    // @ts-expect-error A parameter without a type or a default may be anything.
    memoize({ name: 'untyped' }, a => a)
  })
})
