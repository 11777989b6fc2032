import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { readConfig } from './config.js'
import { type RunningServer, serve } from './serve.js'

const directory = mkdtempSync(join(tmpdir(), 'plenum-limits-'))
const started: RunningServer[] = []

afterAll(async () => {
  for (const { stop } of started) await stop()
  rmSync(directory, { recursive: true })
})

async function start(env: Readonly<Record<string, string>>): Promise<string> {
  const usual = { DATA_DIR: directory, PORT: '0', PASSWORD_COST: '4', ADMIN_PASSWORD: 'Secret-password-1' }
  const server = await serve(readConfig({ ...usual, ...env }), {
    log: pino({ level: 'silent' }),
    output: { say: () => {} },
  })
  started.push(server)
  return server.url
}

const statuses = async (requests: readonly Promise<Response>[]): Promise<Record<number, number>> => {
  const counts: Record<number, number> = {}
  for (const { status } of await Promise.all(requests)) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

describe('a server with configured limits (docs/http-answers.md, Long requests)', () => {
  it('serves many clients with few readers and one permit for long requests', async () => {
    const url = await start({ READERS: '2', LONG_REQUESTS: '1' })
    const paths = [
      '/',
      '/@search?b_size=10000000000',
      '/@search?fullobjects=1&b_size=100000',
      '/@schedule',
      '/@sponsors',
    ]
    const requests = Array.from({ length: 60 }, (_, i) => fetch(url + paths[i % paths.length]))
    expect(await statuses(requests)).toEqual({ 200: 60 })
  })

  it('limits failed logins per name, and per client address behind a trusted proxy', async () => {
    const url = await start({ LOGIN_FAILURES_NAME: '2', LOGIN_FAILURES_ADDRESS: '3', TRUST_PROXY: 'loopback' })
    const guess = (name: string) =>
      fetch(url, {
        headers: {
          authorization: `Basic ${Buffer.from(`${name}:wrong`).toString('base64')}`,
          'x-forwarded-for': '192.0.2.1',
        },
      })
    const answers: number[] = []
    for (const name of ['ada', 'ada', 'ada', 'bob', 'eve']) answers.push((await guess(name)).status)
    expect(answers).toEqual([401, 401, 429, 401, 429])
  })
})
