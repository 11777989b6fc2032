import {
  countedFunction,
  describeRedis,
  eventually,
  queryRedis,
  type RedisServer,
  sharingInstances,
  startRedis,
} from '@plenum/testkit'
import { envelope } from './encoding/envelope.js'
import { exactCodec } from './encoding/exactCodec.js'
import { shareThroughRedis } from './shareThroughRedis.js'

class Moment {
  constructor(readonly at: number) {}
}

const overhead = envelope({ maxUnpacked: 0 }).overhead

function holey(value: unknown): unknown[] {
  const items: unknown[] = []
  items[2] = value
  return items
}

const bytes = [1, 2, 3, 250]

describeRedis(describe, 'values in Redis', program => {
  const { start, close } = sharingInstances(shareThroughRedis)
  let server: RedisServer
  beforeAll(async () => {
    server = await startRedis(program)
  })
  afterEach(close)
  afterAll(() => server.close())

  function begin(settings = {}) {
    const instance = start({ url: server.url, timeout: 5, ...settings })
    let run: (x: number) => unknown
    const worked = instance.memoizer.memoize({ name: 'work' }, (x: number) => run(x))
    /** Calls the memoized function with the implementation `fn`, and waits until the value has been written. */
    const call = async (fn: (x: number) => unknown, x = 1): Promise<unknown> => {
      run = fn
      const value = await worked(x)
      await instance.memoizer.settled()
      return value
    }
    return { ...instance, call }
  }

  it('are computed by one instance and read by the others (docs/caching.md, Routes: two memoizers, each with a connection)', async () => {
    const [a, b] = [begin(), begin()]
    const task = countedFunction((x: number) => ({ x }))
    expect(await a.call(task.fn)).toEqual({ x: 1 })
    expect(await b.call(task.fn)).toEqual({ x: 1 })
    expect(task.runs).toBe(1)
    expect(await a.counts()).toEqual({ shared_misses: 1 })
    expect(await b.counts()).toEqual({ shared_hits: 1 })
  })

  it.each<readonly [string, string, () => unknown]>([
    ['itself', '$', () => new Moment(1)],
    ['within objects', '$.rows[1].when', () => ({ rows: [1, { when: new Moment(1) }] })],
    ['as the key of a map', '$[key 0]', () => new Map([[new Moment(1), 1]])],
    ['after the holes of an array', '$[2]', () => holey(new Moment(1))],
  ])('cannot be instances of classes, %s (docs/caching.md, Shareable values)', async (_, path, make) => {
    const a = begin()
    const value = make()
    expect(await a.call(() => value)).toBe(value)
    expect(await a.counts()).toEqual({ shared_misses: 1, refused: 1 })
    const { functions } = await a.memoizer.status()
    const reason = `${path}: an instance of Moment`
    expect(functions.work).toMatchObject({ route: 'ram-not-shareable', reason })
    await a.call(() => 1, 2)
    expect(await a.call(() => 2, 3)).toBe(2)
    expect((await a.memoizer.status()).functions.work?.route).toBe('ram-not-shareable')
    const b = begin()
    await b.call(() => 1)
    expect((await b.memoizer.status()).functions.work).toMatchObject({ route: 'shared', reason: null })
  })

  it('stay in RAM for good once one of a hundred simultaneous values cannot be shared (docs/caching.md, Shareable values)', async () => {
    const a = begin()
    const worked = a.memoizer.memoize({ name: 'many' }, async (x: number) => (x === 50 ? new Moment(x) : { x }))
    const results = await Promise.all(Array.from({ length: 100 }, (_, i) => worked(i)))
    await a.memoizer.settled()
    expect(results).toEqual(Array.from({ length: 100 }, (_, i) => (i === 50 ? new Moment(i) : { x: i })))
    expect((await a.memoizer.status()).functions.many?.route).toBe('ram-not-shareable')
    expect(await a.counts('many')).toMatchObject({ shared_misses: 100, refused: 1 })
    const reads = a.requests.get
    await Promise.all(Array.from({ length: 100 }, (_, i) => worked(i)))
    expect(a.requests.get).toBe(reads)
  })

  it('of a function excluded after a restart are no longer read, but still removed (docs/caching.md, Routes)', async () => {
    const a = begin()
    for (const x of [1, 2, 3]) await a.call(y => y, x)
    const b = begin({ exclude: ['wor*'] })
    expect(await b.call(y => y * 10)).toBe(10)
    expect(b.requests.get).toBe(0)
    expect(await b.memoizer.invalidate('work')).toEqual({ kind: 'invalidated', function: 'work', removed: 3 })
  })

  it('may be exactly as large as max_size, overhead included (docs/caching.md, Counters)', async () => {
    const text = (length: number) => 'x'.repeat(length)
    const fits = 1000 - overhead - (exactCodec.encode(text(900)).length - 900)
    const b = begin({ maxSize: 1000, prefix: 'sizes' })
    await b.call(() => text(fits))
    await b.call(() => text(fits))
    expect(await b.counts()).toEqual({ shared_misses: 1, shared_hits: 1 })
    const [key] = (await queryRedis(server.port, 'KEYS sizes:work:*'))?.split('\r\n').slice(2) ?? []
    expect(await queryRedis(server.port, `STRLEN ${key}`)).toBe(':1000')
    await b.call(() => text(fits + 1), 2)
    await b.call(() => text(fits + 1), 2)
    expect(await b.counts()).toEqual({ shared_misses: 2, shared_hits: 1, too_large: 1, ram_hits: 1 })
    expect(await queryRedis(server.port, 'KEYS sizes:work:*')).toMatch(/^\*1\r/)
  })

  it.each([
    ['an object', () => ({ list: [1] }), (copy: object) => Object.assign(copy, { list: null })],
    ['bytes', () => ({ bytes: Buffer.from(bytes) }), (copy: { bytes: Uint8Array }) => copy.bytes.fill(0)],
    ['numbers', () => ({ bytes: new Float64Array(3) }), (copy: { bytes: Float64Array }) => copy.bytes.fill(7)],
  ] as [string, () => object, (copy: object) => void][])(
    'are independent copies: %s (docs/caching.md, Shareable values)',
    async (_, make, change) => {
      const a = begin()
      const worked = a.memoizer.memoize({ name: 'made' }, make)
      const all = await Promise.all([worked(), worked(), worked()])
      await a.memoizer.settled()
      const hits = await Promise.all([worked(), worked(), worked()])
      for (const some of [all, hits]) {
        for (const copy of some) {
          expect(copy).toEqual(make())
          change(copy)
          expect(copy).not.toEqual(make())
        }
      }
      expect(await worked()).toEqual(make())
    },
  )

  it('expire slightly early, after a day by default (docs/caching.md, TTL and jitter)', async () => {
    const a = begin({ prefix: 'day' })
    for (const x of [1, 2, 3, 4, 5]) await a.call(y => y, x)
    const keys =
      (await queryRedis(server.port, 'KEYS day:work:*'))?.split('\r\n').filter(line => line.startsWith('day:')) ?? []
    expect(keys).toHaveLength(5)
    for (const key of keys) {
      const remaining = Number((await queryRedis(server.port, `PTTL ${key}`))?.slice(1))
      expect(remaining).toBeGreaterThan(0.95 * 86_400_000 - 10_000)
      expect(remaining).toBeLessThanOrEqual(86_400_000)
    }
    for (const key of keys) await queryRedis(server.port, `PEXPIRE ${key} 1`)
    await eventually('they are gone', async () => (await queryRedis(server.port, 'KEYS day:work:*')) === '*0')
    await a.call(y => y)
    expect(await a.counts()).toEqual({ shared_misses: 6 })
  })

  it('may belong to functions of any name, which the status lists (docs/caching.md, Names and versions)', async () => {
    const [a, b] = [begin(), begin()]
    for (const { memoizer } of [a, b]) {
      for (const name of ['__proto__', 'constructor', 'toString']) await memoizer.memoize({ name }, () => name)()
      await memoizer.settled()
      const { functions } = JSON.parse(JSON.stringify(await memoizer.status()))
      expect(Object.keys(functions)).toEqual(['__proto__', 'constructor', 'toString'])
    }
    expect(await b.counts('__proto__')).toEqual({ shared_hits: 1 })
    expect(await b.memoizer.invalidate('__proto__')).toMatchObject({ removed: 1 })
    expect(await b.memoizer.invalidate(null)).toMatchObject({ removed: 2 })
  })
})
