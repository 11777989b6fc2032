import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describeRedis, startRedis } from '@plenum/testkit'
import { pino } from 'pino'
import { readConfig } from './config.js'
import { type RunningServer, serve } from './serve.js'

interface Line {
  readonly level: number
  readonly msg: string
  readonly url?: string
}

interface Started extends RunningServer {
  readonly lines: readonly Line[]
}

const directory = mkdtempSync(path.join(tmpdir(), 'plenum-serve-'))

afterAll(() => rmSync(directory, { recursive: true }))

async function start(env: Readonly<Record<string, string>>, grace: number): Promise<Started> {
  const lines: Line[] = []
  const log = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const usual = { DATA_DIR: directory, PORT: '0', EMPTY_SITE: '1', PASSWORD_COST: '4' }
  const server = await serve(readConfig({ ...usual, ...env }), { log, output: { say: () => {} }, grace })
  return { ...server, lines }
}

describeRedis(describe, 'a server that is told to stop while the shared store hangs', program => {
  it('ends what waits, the requests of both ports and all that it holds, when one grace is over', async () => {
    const redis = await startRedis(program)
    const memoize = { SHARED_MEMOIZE_URL: redis.url, SHARED_MEMOIZE_TIMEOUT: '60' }
    const server = await start({ ...memoize, METRICS_PORT: '0' }, 700)
    const metrics = server.lines.find(({ msg }) => msg === 'metrics')?.url ?? ''
    const schedule = `${server.url}/@schedule`
    const before = await Promise.all([schedule, metrics].map(async url => (await fetch(url)).status))
    redis.pause()
    const waiting = [schedule, metrics].map(url =>
      fetch(url).then(
        ({ status }) => status,
        () => 'cut off',
      ),
    )
    await new Promise(resolve => setTimeout(resolve, 100))
    const told = performance.now()
    await server.stop()
    const took = performance.now() - told
    const ended = await Promise.all(waiting)
    await redis.close()
    expect([before, ended]).toEqual([
      [200, 200],
      ['cut off', 'cut off'],
    ])
    expect(took).toBeGreaterThan(600)
    expect(took).toBeLessThan(3000)
    expect(server.lines.map(({ msg }) => msg)).not.toContain('fault')
  })
})
