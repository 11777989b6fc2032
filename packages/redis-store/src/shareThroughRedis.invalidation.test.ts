import path from 'node:path'
import {
  countedFunction,
  describeRedis,
  gatedFunction,
  programsIn,
  type RedisServer,
  sharingInstances,
  startRedis,
} from '@plenum/testkit'
import { createClient } from 'redis'
import { shareThroughRedis } from './shareThroughRedis.js'

const done = (removed: number, name: string | null = 'work') => ({ kind: 'invalidated', function: name, removed })

describeRedis(describe, 'an invalidation', program => {
  const { start, close } = sharingInstances(shareThroughRedis)
  const programs = programsIn(path.join(import.meta.dirname, '../test/programs'))
  let server: RedisServer
  let client: ReturnType<typeof createClient>
  beforeAll(async () => {
    server = await startRedis(program)
    client = createClient({ url: server.url })
    client.on('error', () => {})
    await client.connect()
  })
  afterEach(async () => {
    await programs.close()
    await close()
    await client.flushAll()
  })
  afterAll(async () => {
    client.destroy()
    await server.close()
  })

  const begin = (settings = {}) => start({ url: server.url, timeout: 5, prefix: 'p', ...settings })

  function gated(instance: ReturnType<typeof begin>) {
    const gate = gatedFunction<string>()
    return { ...instance, gate, worked: instance.memoizer.memoize({ name: 'work' }, gate.fn) }
  }

  async function running(gate: { readonly runs: number }, runs: number): Promise<void> {
    while (gate.runs < runs) await new Promise(resolve => setImmediate(resolve))
  }

  it.each(['work', null])(
    '(of %s) during a computation lets only waiting callers have the value (docs/caching.md, Single flight)',
    async name => {
      const { gate, worked, memoizer, counts } = gated(begin())
      const before = worked()
      await running(gate, 1)
      expect(await memoizer.invalidate(name)).toEqual(done(0, name))
      const between = worked()
      await running(gate, 2)
      gate.end(0, 'old')
      expect(await before).toBe('old')
      await memoizer.settled()
      expect(await client.keys('p:work:*')).toEqual([])
      gate.end(1, 'new')
      expect(await between).toBe('new')
      await memoizer.settled()
      expect(await worked()).toBe('new')
      expect(await counts()).toEqual({ shared_misses: 2, shared_hits: 1 })
    },
  )

  it.each(['work', null])(
    '(of %s) on another instance ensures that late writes are never read (docs/caching.md, Invalidation tokens: two memoizers)',
    async name => {
      const [a, b] = [gated(begin()), gated(begin())]
      const late = b.worked()
      await running(b.gate, 1)
      expect(await a.memoizer.invalidate(name)).toEqual(done(0, name))
      b.gate.end(0, 'old')
      expect(await late).toBe('old')
      await b.memoizer.settled()
      expect(await client.keys('p:work:*')).toHaveLength(1)
      const next = a.worked()
      await running(a.gate, 1)
      a.gate.end(0, 'new')
      expect(await next).toBe('new')
      await a.memoizer.settled()
      expect([await a.worked(), await b.worked()]).toEqual(['new', 'new'])
      expect(await client.keys('p:work:*')).toHaveLength(1)
    },
  )

  it.each([
    ['of a function', 'p:~g:work'],
    ['of all functions', 'p:~g:'],
  ])(
    'survives the loss of the token %s: values become invalid once, and none returns (docs/caching.md, Invalidation tokens)',
    async (_, key) => {
      const a = begin()
      const task = countedFunction((x: number) => ({ x }))
      const worked = a.memoizer.memoize({ name: 'work' }, task.fn)
      const tokens = new Set<string | null>()
      for (let round = 0; round < 5; round++) {
        await worked(1)
        await a.memoizer.settled()
        await worked(1)
        expect(task.runs).toBe(round + 1)
        tokens.add(await client.get(key))
        await client.del(key)
      }
      expect(tokens.size).toBe(5)
      expect(tokens).not.toContain(null)
      expect(await a.counts()).toEqual({ shared_misses: 5, shared_hits: 5 })
    },
  )

  it('preserves keys with similar names (docs/caching.md, Invalidation tokens)', async () => {
    const prefixes = ['sm', 'sm2', 's*', 's?', 's[m]', 's\\', 's-m^', 'sm:a.b']
    const names = ['a.b', 'a.bc', 'a', 'b', 'a.b.c', 'a/b', 'axb', '$@-_']
    const instances = prefixes.map(prefix => begin({ prefix }))
    const fill = async () => {
      for (const { memoizer } of instances)
        for (const name of names) await memoizer.memoize({ name, replace: true }, (x: number) => x)(1)
      await Promise.all(instances.map(({ memoizer }) => memoizer.settled()))
      return client.dbSize()
    }
    const all = await fill()
    for (const { memoizer } of instances) {
      expect(await memoizer.invalidate('a.b')).toEqual(done(1, 'a.b'))
      expect(await client.dbSize()).toBe(all - 2)
      expect(await fill()).toBe(all)
    }
    for (const name of ['*', 'a.*', 'a?b', '[a]', 'a.b:', '~g', '']) {
      expect(await instances[0]?.memoizer.invalidate(name)).toEqual(done(0, name))
      expect(await client.dbSize()).toBe(all)
    }
  })

  it('of all functions preserves other keys in the same database (docs/caching.md, Invalidation tokens)', async () => {
    const [a, b] = [begin({ prefix: 's*' }), begin({ prefix: 's' })]
    const others = {
      s: '1',
      'sx:work:1': '2',
      'other:key': '3',
      'S*:work': '4',
      's:session:42': '5',
      's:a:f:1.x:y': '6',
    }
    await client.mSet(others)
    for (const { memoizer } of [a, b]) {
      for (const name of ['f', 'g'])
        for (const x of [1, 2, 3]) await memoizer.memoize({ name, replace: true }, (y: number) => y)(x)
      await memoizer.settled()
    }
    expect(await a.memoizer.invalidate(null)).toEqual(done(6, null))
    expect((await client.keys('*')).filter(key => key.startsWith('s*'))).toEqual([])
    expect((await client.keys('s:*')).length).toBe(6 + 3 + 2)
    expect(await b.memoizer.invalidate(null)).toEqual(done(6, null))
    expect((await client.keys('*')).sort()).toEqual(Object.keys(others).sort())
  })

  it('among 200,000 other keys removes only keys of Plenum, and blocks no client for 50 ms (docs/caching.md, Invalidation tokens)', async () => {
    for (let batch = 0; batch < 200; batch++)
      await client.mSet(Array.from({ length: 1000 }, (_, i): [string, string] => [`other:${batch}:${i}`, 'x']))
    const other = programs.start('waiting', [server.url])
    expect(await other.line()).toBe('ready')
    const a = begin()
    const worked = a.memoizer.memoize({ name: 'work' }, (x: number) => x)
    const waits: number[] = []
    const waited = async () => {
      other.writeLine('for how long?')
      return Number(await other.line())
    }
    for (let round = 0; round < 3; round++) {
      await Promise.all(Array.from({ length: 2000 }, (_, x) => worked(x)))
      await a.memoizer.settled()
      await waited()
      expect(await a.memoizer.invalidate('work')).toEqual(done(2000))
      waits.push(await waited())
      expect(await client.dbSize()).toBe(200_001)
    }
    expect(await other.ended()).toEqual({ code: 0, errors: '' })
    // The minimum is used, because a busy machine also delays other requests, but not in every attempt.
    expect(Math.min(...waits)).toBeLessThan(50)
  })

  it.each([
    {
      does: 'is not there for',
      stop: (one: RedisServer) => one.kill(),
      start: (one: RedisServer) => one.restart(),
    },
    {
      does: 'hangs at',
      stop: async (one: RedisServer) => one.pause(),
      start: async (one: RedisServer) => one.resume(),
    },
  ])(
    'that the server $does clears RAM, and is repeated before the next read (docs/caching.md, Invalidation tokens)',
    async ({ stop, start: startAgain }) => {
      const values = { a: 'old', b: 'other old' }
      const lasting = await startRedis(program, { appendonly: 'yes', appendfsync: 'always' })
      const [a, b] = [begin({ url: lasting.url, timeout: 1 }), begin({ url: lasting.url, timeout: 1 })]
      const [workA, workB] = [countedFunction(() => values.a), countedFunction(() => values.b)]
      const [callA, callB] = [
        a.memoizer.memoize({ name: 'work' }, workA.fn),
        b.memoizer.memoize({ name: 'work' }, workB.fn),
      ]
      await callA()
      await a.memoizer.settled()
      await stop(lasting)
      expect(await callA()).toBe('old')
      expect((await a.breaker())?.open).toBe(true)
      values.a = 'new'
      expect(await callA()).toBe('old')
      expect(await a.memoizer.invalidate('work')).toEqual({ kind: 'unavailable', reason: expect.any(String) })
      expect(await callA()).toBe('new')
      await startAgain(lasting)
      // Both values are correct, because the store may already have repeated the invalidation.
      expect(['old', 'other old']).toContain(await callB())
      await b.memoizer.settled()
      await a.recovered()
      await a.memoizer.settled()
      const runs = workB.runs
      values.a = 'newer'
      const value = await callA()
      expect(['newer', 'other old']).toContain(value)
      await a.memoizer.settled()
      expect(await callB()).toBe(value)
      expect(workB.runs).toBe(runs)
      await lasting.close()
    },
  )
})
