import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { basicAuthorization, eventually, password } from '@plenum/testkit'
import { pino } from 'pino'
import { readConfig } from './config.js'
import { type RunningServer, serve } from './serve.js'

interface Line {
  readonly msg: string
  readonly url?: string
  readonly path?: string
  readonly address?: string
  readonly user?: string
}

const root = path.resolve(import.meta.dirname, '../../..')
const directory = mkdtempSync(path.join(tmpdir(), 'plenum-watching-'))

afterAll(() => rmSync(directory, { recursive: true }))

const admin = basicAuthorization('admin', password)

async function withServer(
  env: Readonly<Record<string, string>>,
  task: (server: RunningServer & { readonly lines: readonly Line[] }) => Promise<void>,
): Promise<void> {
  const lines: Line[] = []
  const log = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const usual = { DATA_DIR: directory, PORT: '0', EMPTY_SITE: '1', PASSWORD_COST: '4', ADMIN_PASSWORD: password }
  const server = await serve(readConfig({ ...usual, ...env }), { log, output: { say: () => {} } })
  await task({ ...server, lines }).finally(server.stop)
}

async function add(url: string, body: object): Promise<void> {
  const headers = { ...admin, 'content-type': 'application/json' }
  const { status } = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  if (status !== 201) throw new Error(`Adding was answered with ${status}.`)
}

function metricsOf(files: readonly string[]): readonly string[] {
  const text = files.map(file => readFileSync(path.join(root, 'deploy', file), 'utf8')).join('\n')
  return [...new Set(text.match(/\b(?:plenum|nodejs|process)_\w+/g))]
}

/** The source code of the metrics that exist only in services with replicas or several workers. */
const conditional = ['metrics/databaseMetrics.ts', 'workers/sumOfWorkers.ts']
  .map(file => readFileSync(path.join(import.meta.dirname, file), 'utf8'))
  .join('\n')

function isMetric(name: string, metrics: string): boolean {
  if (metrics.includes(`# TYPE ${name.replace(/_(?:bucket|count|sum)$/, '')} `)) return true
  return /^plenum_(?:replica|workers)/.test(name) && new RegExp(`\\b${name}\\b`).test(conditional)
}

async function requestsIn(metrics: string): Promise<Readonly<Record<string, number>>> {
  const text = await (await fetch(metrics)).text()
  const matches = text.matchAll(/^plenum_request_duration_seconds_count\{route="([^"]+)",status="([^"]+)"\} (\d+)$/gm)
  return Object.fromEntries([...matches].map(([, route, status, count]) => [`${route} ${status}`, Number(count)]))
}

describe('the log of requests (docs/operate.md, The log)', () => {
  it('contains neither queries nor the tokens of links that set a password', async () => {
    await withServer({}, async ({ url, lines }) => {
      const token = 'a1'.repeat(32)
      for (const address of [
        `/passwordreset/${token}?userid=mia`,
        `/++api++/PasswordReset/${token}`,
        `/@unsubscribe/${token}`,
        `/%40unsubscribe/${token}`,
        `/passwordreset//${token}`,
        `/passwordreset/%2e/${token}`,
        '/?secret=1',
      ])
        await (await fetch(`${url}${address}`, { headers: { accept: 'text/html' } })).text()
      await eventually('seven lines', () => lines.filter(({ msg }) => msg === 'request').length === 7)
      const paths = lines.flatMap(line => (line.msg === 'request' ? [line.path] : []))
      expect(paths).toEqual([
        '/passwordreset/***',
        '/++api++/PasswordReset/***',
        '/@unsubscribe/***',
        '/@unsubscribe/***',
        '/passwordreset/***',
        '/passwordreset/***',
        '/',
      ])
    })
  })
})

describe('metrics of requests (docs/operate.md, Metrics)', () => {
  it('count each by its route and status, including cached answers, except health checks', async () => {
    await withServer({ METRICS_PORT: '0' }, async ({ url, lines }) => {
      const metrics = lines.find(({ msg }) => msg === 'metrics')?.url ?? ''
      await add(url, { '@type': 'Document', title: 'Counted' })
      const statuses: number[] = []
      for (const address of ['/', '/', '/', '/nowhere', '/@users/admin', '/@unknown', '/healthz', '/%zz'])
        statuses.push((await fetch(`${url}${address}`)).status)
      expect(statuses).toEqual([200, 200, 200, 404, 401, 404, 200, 400])
      const counted = {
        'POST 201': 1,
        'GET 200': 3,
        'GET 404': 1,
        'GET @users/* 401': 1,
        'none 404': 1,
        'none 400': 1,
      }
      await eventually('all are counted', async () => Object.keys(await requestsIn(metrics)).length >= 6)
      expect(await requestsIn(metrics)).toEqual(counted)
      const text = await (await fetch(metrics)).text()
      expect(text).toMatch(/^plenum_answers_lookups_total\{outcome="hit"\} 2$/m)
      expect(text).toMatch(/^plenum_database_reads_total [1-9]/m)
      expect(text).toMatch(/^plenum_database_commits_total [1-9]/m)
      expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m)
      for (const queue of ['long_requests', 'password_checks']) expect(text).toMatch(`\nplenum_${queue}_waiting 0\n`)
      expect(metricsOf(['alerts.yaml', 'grafana-dashboard.json']).filter(name => !isMetric(name, text))).toEqual([])
    })
  })
})

describe('the log of requests (docs/operate.md, The log)', () => {
  const requests = (lines: readonly Line[]) => lines.filter(({ msg }) => msg === 'request')
  const poll = {
    '@type': 'collective.polls.poll',
    id: 'lunch',
    title: 'Lunch',
    options: [
      { option_id: 0, description: 'Soup' },
      { option_id: 1, description: 'Salad' },
    ],
  }

  it('contains neither address nor user by default', async () => {
    await withServer({}, async ({ url, lines }) => {
      await fetch(url, { headers: admin })
      await eventually('a line', () => requests(lines).length === 1)
      expect(Object.keys(requests(lines)[0] ?? {})).toEqual(expect.not.arrayContaining(['address', 'user']))
    })
  })

  it('contains both with LOG_CLIENTS, but never for a poll, content in it, or a redirect to it', async () => {
    await withServer({ LOG_CLIENTS: '1' }, async ({ url, lines }) => {
      await add(url, { '@type': 'Document', id: 'page', title: 'Page' })
      await add(url, poll)
      const places = [
        '/page',
        '/page',
        '/page/@workflow',
        '/nowhere',
        ...['/lunch', '/lunch', '/lunch/', '/lunch/@poll', '/lunch/@vote', '/lunch/@workflow', '/lunch/image'],
        ...['/++api++/lunch', '/page/@poll'],
      ]
      for (const place of places) await fetch(`${url}${place}`, { headers: admin, redirect: 'manual' })
      await fetch(`${url}/lunch`)
      const renamed = { method: 'PATCH', headers: { ...admin, 'content-type': 'application/json' } }
      await fetch(`${url}/lunch`, { ...renamed, body: JSON.stringify({ id: 'dinner' }) })
      await fetch(`${url}/lunch`, { headers: admin, redirect: 'manual' })
      await fetch(`${url}/page`)
      await eventually('all lines', () => requests(lines).length === places.length + 6)
      const identified = requests(lines).filter(({ address, user }) => address !== undefined || user !== undefined)
      expect(identified.map(({ path, address, user }) => [path, address, user])).toEqual([
        ['/', '127.0.0.1', 'admin'],
        ['/', '127.0.0.1', 'admin'],
        ['/page', '127.0.0.1', 'admin'],
        ['/page', '127.0.0.1', 'admin'],
        ['/page/@workflow', '127.0.0.1', 'admin'],
        ['/nowhere', '127.0.0.1', 'admin'],
        ['/page', '127.0.0.1', undefined],
      ])
    })
  })
})
