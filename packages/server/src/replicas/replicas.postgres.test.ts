import {
  basicAuthorization,
  createPrograms,
  eventually,
  type PostgresServer,
  type Programs,
  password,
  type RunningServer,
  replicating,
  startPostgres,
  startStandby,
} from '@plenum/testkit'
import pg from 'pg'
import { runDoctor } from '../doctor/doctor.js'

let programs: Programs
let primary: PostgresServer
let standby: PostgresServer
let server: RunningServer
let site = ''

beforeAll(async () => {
  programs = createPrograms()
  primary = await startPostgres(replicating)
  standby = await startStandby(primary)
  const urls = { DATABASE_URL: primary.url, DATABASE_READ_URL: standby.url }
  const env = { EMPTY_SITE: '1', ADMIN_PASSWORD: password, PASSWORD_COST: '4', METRICS_PORT: '0', ...urls }
  server = await programs.serve(env)
  site = await addressOf('listening')
}, 60_000)

afterAll(async () => {
  await programs.close()
  await standby?.close()
  await primary?.close()
})

async function addressOf(msg: string): Promise<string> {
  const line = () => server.lines().find(text => text.includes(`"msg":"${msg}"`))
  await eventually(`it is ${msg}`, () => line() !== undefined)
  return JSON.parse(line() ?? '').url
}

const isLogged = (msg: string): boolean => server.lines().some(text => text.includes(`"msg":"${msg}"`))
const warnings = (): readonly string[] =>
  server.lines().filter(text => text.includes('The replica') && text.includes('behind'))

const admin = basicAuthorization('admin', password)
type Headers = Readonly<Record<string, string>>

async function write(method: string, path: string, body: object = {}): Promise<void> {
  const headers = { ...admin, 'content-type': 'application/json' }
  const answer = await fetch(site + path, { method, headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
}

async function addPage(id: string): Promise<void> {
  await write('POST', '', { '@type': 'Document', id, title: 'First' })
  await write('POST', `/${id}/@workflow/publish`)
}

const titleOf = async (path: string, headers: Headers = {}): Promise<unknown> => {
  const answer = await fetch(site + path, { headers })
  return answer.ok ? ((await answer.json()) as { title: unknown }).title : answer.status
}

async function tell(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: standby.url })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

async function figure(name: string): Promise<number> {
  const text = await (await fetch(await addressOf('metrics'))).text()
  return Number(new RegExp(`^plenum_replica_${name}\\{[^}]*\\} (\\S+)$`, 'm').exec(text)?.[1])
}

const inUse = () => eventually('the replica is used', async () => (await figure('usable')) === 1)

async function examine(env: Headers): Promise<string> {
  const lines: string[] = []
  const options = { deep: false, repair: false }
  await runDoctor({ DATABASE_URL: primary.url, DATA_DIR: '/none', PORT: '0', ...env }, options, {
    say: line => lines.push(line),
  })
  return lines.join('\n')
}

describe('replicas of DATABASE_READ_URL (docs/operate.md, Replicas)', () => {
  it('answer visitors, and only visitors', async () => {
    await addPage('answered')
    await inUse()
    await eventually('it is there', async () => (await titleOf('/answered')) === 'First')
    const reads = await figure('reads_total')
    expect(reads).toBeGreaterThan(0)
    await titleOf('/answered/@breadcrumbs', admin)
    await titleOf('/answered/@navigation', { cookie: 'a=b' })
    expect(await figure('reads_total')).toBe(reads)
    await titleOf('/answered/@workflow')
    expect(await figure('reads_total')).toBeGreaterThan(reads)
    expect(await figure('fallbacks_total')).toBeGreaterThanOrEqual(0)
    expect(await figure('lag_seconds')).toBeLessThan(1)
  })

  it('that lag are not used after REPLICA_MAX_LAG; members and clients with a cookie see all changes immediately', async () => {
    await addPage('edited')
    await eventually('it is there', async () => (await titleOf('/edited')) === 'First')
    await inUse()
    await tell('SELECT pg_wal_replay_pause()')
    await write('PATCH', '/edited', { title: 'Second' })
    const acknowledged = performance.now()
    expect(await titleOf('/edited')).toBe('First')
    expect(await titleOf('/edited', admin)).toBe('Second')
    expect(await titleOf('/edited', { cookie: 'a=b' })).toBe('Second')
    const old: number[] = []
    while (performance.now() < acknowledged + 2000) {
      const begun = performance.now()
      if ((await titleOf('/edited')) === 'First') old.push(begun - acknowledged)
    }
    expect(Math.max(...old)).toBeLessThan(1000)
    expect(await figure('usable')).toBe(0)
    expect(await examine({ DATABASE_READ_URL: standby.url })).toContain('more than REPLICA_MAX_LAG behind')
    await tell('SELECT pg_wal_replay_resume()')
    await inUse()
    expect(await titleOf('/edited')).toBe('Second')
    await eventually(
      'the log tells both',
      async () => warnings().length > 0 && isLogged('The replica is in use again.'),
    )
    expect(warnings()[0]).toContain('more than REPLICA_MAX_LAG behind. It will not be used until it recovers.')
    expect(server.lines().join()).not.toContain('postgres://')
  }, 60_000)

  it('that fail affect no caller', async () => {
    await addPage('missed')
    await inUse()
    await eventually('it is there', async () => (await titleOf('/missed')) === 'First')
    const pending = Array.from({ length: 20 }, (_, i) => titleOf(`/missed?part=${i}`))
    await standby.kill()
    const later = Array.from({ length: 20 }, (_, i) => titleOf(`/missed?other=${i}`))
    expect(new Set(await Promise.all([...pending, ...later]))).toEqual(new Set(['First']))
    await write('PATCH', '/missed', { title: 'Second' })
    expect(await titleOf('/missed')).toBe('Second')
    await standby.restart()
    await inUse()
    expect(await titleOf('/missed')).toBe('Second')
  }, 60_000)

  it('are checked by the doctor', async () => {
    await inUse()
    expect(await examine({ DATABASE_READ_URL: standby.url })).toContain('Replicas: fine.')
    const report = await examine({ DATABASE_READ_URL: `${primary.url},postgres://x:secret@127.0.0.1:1/none` })
    expect(report).toContain('is not a standby')
    expect(report).toContain('The replica 127.0.0.1:1/none does not respond')
    expect(report).not.toContain('secret')
  }, 60_000)
})
