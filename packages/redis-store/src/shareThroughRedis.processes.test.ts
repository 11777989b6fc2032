import path from 'node:path'
import { describeRedis, type Program, programsIn, queryRedis, type RedisServer, startRedis } from '@plenum/testkit'

describeRedis(describe, 'processes that share values', redis => {
  const programs = programsIn(path.join(import.meta.dirname, '../test/programs'))
  const program = (name: string, ...args: readonly string[]) => programs.start(name, args, { options: ['--expose-gc'] })
  let server: RedisServer
  beforeAll(async () => {
    server = await startRedis(redis)
  })
  afterEach(programs.close)
  afterAll(() => server.close())

  async function roundTrips(): Promise<readonly unknown[]> {
    const { line, ended } = program('roundTrips', server.url, 'trips')
    const reports: unknown[] = []
    for (let report = await line(); report !== 'end'; report = await line()) reports.push(report)
    expect(await ended()).toEqual({ code: 0, errors: '' })
    return reports
  }

  it('compute a value once, and read it back equal and of the same type (docs/caching.md, Shareable values)', async () => {
    const first = await roundTrips()
    const second = await roundTrips()
    expect(first.length).toBeGreaterThan(30)
    for (const report of first) expect(report).toMatchObject({ isKept: true, isOfKind: true, runs: 1, hits: 1 })
    for (const report of second) expect(report).toMatchObject({ isKept: true, isOfKind: true, runs: 0, hits: 2 })
  })

  it('never read a late write of another process (docs/caching.md, Invalidation tokens)', async () => {
    const [a, b] = ['from a', 'from b'].map(value => program('worker', server.url, 'late', value)) as [Program, Program]
    const tell = async ({ writeLine: tell, line }: Program, what: string) => {
      tell(what)
      return await line()
    }
    expect(await tell(b, 'call')).toBe('computing')
    expect(await tell(a, 'invalidate')).toEqual({ kind: 'invalidated', function: 'work', removed: 0 })
    expect(await tell(b, 'go')).toBe('from b')
    expect(await queryRedis(server.port, 'KEYS late:work:*')).toMatch(/^\*1\r/)
    expect(await tell(a, 'call')).toBe('computing')
    expect(await tell(a, 'go')).toBe('from a')
    expect(await tell(b, 'call')).toBe('from a')
    for (const { writeLine: tell, ended } of [a, b]) {
      tell('end')
      expect(await ended()).toEqual({ code: 0, errors: '' })
    }
  })

  it('use no more memory while the server hangs, however often they call', async () => {
    const { line, writeLine: tell, ended } = program('hungServer', server.url)
    expect(await line()).toBe('ready')
    server.pause()
    tell('it hangs')
    expect(((await line()) as { grown: number }).grown).toBeLessThan(5_000_000)
    const { grown, errors } = (await line()) as { grown: number; errors: number }
    expect(grown).toBeLessThan(5_000_000)
    // These calls failed before the process noticed that the server was unresponsive.
    expect(errors).toBe(2000)
    server.resume()
    expect(await ended()).toEqual({ code: 0, errors: '' })
  })

  it.each<readonly [string, () => unknown, string]>([
    ['is starting', () => {}, '0'],
    ['runs', () => {}, '100'],
    ['begins to hang', () => server.pause(), '0'],
    ['hangs', () => server.pause(), '100'],
    ['is down', () => server.kill(), '0'],
    ['has been down', () => server.kill(), '100'],
  ])(
    'exit by themselves after closing the store while the server %s (docs/caching.md, Connections to the store)',
    async (_, fail, pause) => {
      await fail()
      const { line, ended } = program('closing', server.url, pause)
      expect(await line()).toEqual({ sum: 4950, late: 1000, kind: 'unavailable' })
      const begun = performance.now()
      expect(await ended()).toEqual({ code: 0, errors: '' })
      expect(performance.now() - begun).toBeLessThan(1000)
      server.resume()
      await server.restart()
    },
  )
})
