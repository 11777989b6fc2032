import path from 'node:path'
import { describeRedis, type Program, programsIn, queryRedis, type RedisServer, startRedis } from '@plenum/testkit'

interface Answer {
  readonly value: number
  readonly after: number
}

describeRedis(describe, 'processes with a lease (docs/caching.md, One computation among processes)', redis => {
  const programs = programsIn(path.join(import.meta.dirname, '../test/programs'))
  let server: RedisServer
  beforeAll(async () => {
    server = await startRedis(redis)
  })
  beforeEach(() => queryRedis(server.port, 'FLUSHALL'))
  afterEach(programs.close)
  afterAll(() => server.close())

  async function start(lease: number, milliseconds: number): Promise<Program> {
    const program = programs.start('leaseWorker', [server.url, `${lease}`, `${milliseconds}`])
    expect(await program.line()).toBe('ready')
    return program
  }

  async function call({ writeLine, line }: Program): Promise<{ readonly answer: Answer; readonly runs: number }> {
    writeLine('go')
    let runs = 0
    for (;;) {
      const report = await line()
      if (report !== 'computing') return { answer: report as Answer, runs }
      runs++
    }
  }

  it('compute once if four of them start cold at the same moment', async () => {
    const processes = await Promise.all(Array.from({ length: 4 }, () => start(20, 500)))
    const results = await Promise.all(processes.map(call))
    expect(results.map(({ runs }) => runs).sort()).toEqual([0, 0, 0, 1])
    expect(new Set(results.map(({ answer }) => answer.value)).size).toBe(1)
  })

  it('are delayed by a killed process for the duration of the lease at most', async () => {
    const [leader, follower] = [await start(2, 60_000), await start(2, 10)]
    leader.writeLine('go')
    expect(await leader.line()).toBe('computing')
    const following = call(follower)
    await leader.close()
    const { answer, runs } = await following
    expect(runs).toBe(1)
    expect(answer.after).toBeLessThan(2000 + 500)
  })
})
