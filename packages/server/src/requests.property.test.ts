import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createSite, type Member, type Platform, translateEnglish } from '@plenum/core'
import { createNodePlatform } from '@plenum/platform'
import { postgresStore } from '@plenum/sql-store'
import {
  addHostileContent,
  answerChecker,
  basicAuthorization,
  type CheckAnswer,
  eventually,
  formSenders,
  freshDatabases,
  type Grammar,
  type HostileReport,
  nameOf,
  panelsOf,
  password,
  placesOf,
  plansOf,
  readEverything,
  type SendRequest,
  sendHostileRequests,
  testRoles,
  tokensOf,
  webhooksOf,
} from '@plenum/testkit'
import { pino } from 'pino'
import { assemble } from '../../core/src/site/admin/assemble.js'
import { routes, siteRoutes } from '../../express-adapter/src/routes.js'
import { readConfig } from './config.js'
import { openDatabase } from './database.js'
import { examineDeep } from './doctor/examineDeep.js'
import { type RunningServer, serve } from './serve.js'

const { HOSTILE_REQUESTS, HOSTILE_SEED, HOSTILE_REPORT, ALL_TESTS } = process.env
const count = Number(HOSTILE_REQUESTS ?? usualCount())
/** The seed of the requests whose responses are compared with the OpenAPI document. */
const checkedSeed = Number(HOSTILE_SEED ?? 5) + 1_000_000
const seed = Number(HOSTILE_SEED ?? Math.floor(Math.random() * 2 ** 31))

function usualCount(): number {
  if (onPostgres()) return 300
  return ALL_TESTS ? 3000 : 1000
}

function onPostgres(): boolean {
  return (globalThis as { readonly areSitesOnPostgres?: boolean }).areSitesOnPostgres === true
}

jest.setTimeout(300_000 + count * 100)

const dataDir = mkdtempSync(path.join(tmpdir(), 'plenum-hostile-'))
const faults: string[] = []
let server: RunningServer
let databaseUrl: string | undefined
let tokens: Grammar['tokens']
let types: Grammar['types']
let panels: Grammar['panels']
let check: CheckAnswer

beforeAll(async () => {
  // The limits are high, so that logins and votes are not rejected.
  const settings = { PASSWORD_COST: '4', PASSWORD_CHECKS: '1000', VOTE_RATE_LIMIT: '500' }
  const logins = { LOGIN_FAILURES_NAME: '1000000', LOGIN_FAILURES_ADDRESS: '1000000' }
  const log = pino({ level: 'error', base: null }, { write: (line: string) => void faults.push(line) })
  databaseUrl = await fresh?.()
  const database = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }
  const env = {
    ...settings,
    ...logins,
    ...database,
    DATA_DIR: dataDir,
    PORT: '0',
    ADMIN_USER: 'admin',
    ADMIN_PASSWORD: password,
  }
  server = await serve(readConfig(env), { log, output: { say: () => {} } })
  for (const [username, roles] of Object.entries(testRoles))
    await ask('POST', '/@users', { username, email: `${username}@example.org`, password, roles: [...roles] })
  await addHostileContent(ask, 'attack')
  tokens = await tokensOf(ask)
  panels = await panelsOf(ask)
  check = answerChecker(await ask('GET', '/@openapi'))
  await besideTheServer()
})

afterAll(async () => {
  await server?.stop()
  rmSync(dataDir, { recursive: true })
})

// The hook that drops the databases is registered first, so that it runs after the server has stopped.
const fresh = onPostgres() ? freshDatabases(afterAll) : undefined

const openStore = async () =>
  databaseUrl === undefined ? openDatabase(path.join(dataDir, 'plenum.sqlite')) : postgresStore({ url: databaseUrl })

const manager = basicAuthorization('admin', password)

async function read(target: string): Promise<Response> {
  const answer = await fetch(server.url + target, { headers: manager })
  await answer.arrayBuffer()
  return answer
}

const ask: SendRequest = async (method, target, body) => {
  const headers = { ...manager, 'Content-Type': 'application/json' }
  const answer = await fetch(server.url + target, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${target}: ${answer.status} ${text}`)
  return text === '' ? {} : JSON.parse(text)
}

async function besideTheServer(): Promise<void> {
  const store = await openStore()
  const platform = createNodePlatform(store)
  const caller: Member = { kind: 'member', id: 'admin', fullname: '', roles: ['Manager'], groups: [] }
  const input = { availableLanguages: ['en', 'de', 'es', 'pt-BR'], useRequestNegotiation: true }
  const request = { path: '/', caller, input: () => input, base: '', translate: translateEnglish }
  await createSite(platform).run('setLanguageSettings', request)
  types = grammarTypes(platform)
  await store.close()
}

/** Returns all types with their fields, so that new fields in core are tested automatically. */
function grammarTypes(platform: Platform): Grammar['types'] {
  const { registry } = assemble(platform, {})
  const all = [...registry.types.values()]
  const anywhere = all.filter(type => type.addableAnywhere).map(({ id }) => id)
  return new Map(
    all.map(({ id, allFields, contains }) => [
      id,
      { id, fields: allFields, contains: contains === 'any' ? anywhere : (contains ?? []) },
    ]),
  )
}

const viewsOfSite = new Set(siteRoutes.flatMap(({ view }) => view ?? []))

/** A map from paths to objects. It includes all previous paths of the objects, because requests also use old paths. */
const known = new Map<string, Grammar['places'][number]>()

async function grammar(): Promise<Grammar> {
  let content = await survey()
  if (lacksContent(content)) {
    await addHostileContent(ask, `attack-${known.size}`)
    content = await survey()
  }
  const { there, webhooks, plans } = content
  const paths = new Set(there.map(place => place.path))
  const gone = [...known.values()].filter(place => !paths.has(place.path)).map(place => ({ ...place, type: '' }))
  for (const place of there) known.set(place.path, place)
  const places = [...there, ...gone.slice(-20)]
  const users = ['admin', ...Object.keys(testRoles)]
  const forms = await formSenders(server.url, 'admin', password)
  return { routes, viewsOfSite, types, panels, places, tokens, users, password, webhooks, plans, forms }
}

async function survey() {
  const there = await placesOf(ask, server.url)
  const [webhooks, plans] = await Promise.all([webhooksOf(ask), plansOf(ask, there)])
  return { there, webhooks, plans }
}

/** Whether requests have deleted content without which some routes cannot succeed. */
const lacksContent = ({ there, webhooks, plans }: Awaited<ReturnType<typeof survey>>): boolean =>
  there.filter(({ type }) => type === 'collective.polls.poll').length < 5 ||
  webhooks.every(({ deliveries }) => deliveries.length === 0) ||
  plans.length === 0

interface Sample {
  readonly ofRoutes?: Grammar['routes']
  readonly isChecked?: boolean
}

const send = (
  requests: number,
  from: number,
  { ofRoutes = routes, isChecked = false }: Sample = {},
): Promise<HostileReport> =>
  sendHostileRequests({
    port: Number(new URL(server.url).port),
    seed: from,
    count: requests,
    check: isChecked ? check : undefined,
    machine: [dataDir, path.resolve(import.meta.dirname, '../../..')],
    grammar: async () => ({ ...(await grammar()), routes: ofRoutes }),
  })

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

async function heapUsed(): Promise<number> {
  for (let i = 0; i < 3; i++) {
    collect()
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  return process.memoryUsage().heapUsed
}

/**
 * Returns the number of open files, excluding the database files, because a reader may open the database for the first
 * time during the test.
 */
const openFiles = (): number => openPlaces().filter(place => !place.startsWith(dataDir)).length

/**
 * The maximum number of open database files: eight readers and two writers each open the database, its log and the
 * shared memory file.
 */
const mostDatabaseFiles = 30
const openDatabaseFiles = (): number => openPlaces().filter(place => place.startsWith(dataDir)).length

function openPlaces(): readonly string[] {
  return readdirSync('/proc/self/fd').flatMap(name => {
    try {
      return [readlinkSync(`/proc/self/fd/${name}`)]
    } catch {
      return []
    }
  })
}

function tell({ statuses, slowest }: HostileReport): void {
  const lines = [...statuses].map(
    ([route, counts]) =>
      `${route}: ${[...counts]
        .sort()
        .map(([status, times]) => `${status} x ${times}`)
        .join(', ')}`,
  )
  process.stdout.write(
    `${[...lines, ...slowest.map(([took, text]) => `${Math.round(took)} ms: ${text}`)].join('\n')}\n`,
  )
}

describe(`${count} requests made by a grammar (HOSTILE_SEED=${seed})`, () => {
  it('are all answered according to the rules, leak nothing, and leave all content readable', async () => {
    const warming = await send(Math.min(500, count), checkedSeed, { isChecked: true })
    const before = { heap: await heapUsed(), files: openFiles() }
    const report = await send(count, seed)
    const grown = { heap: (await heapUsed()) - before.heap, files: openFiles() - before.files }
    if (HOSTILE_REPORT) {
      tell(report)
      process.stdout.write(`${JSON.stringify(grown)}\n`)
    }

    expect([...warming.problems, ...report.problems]).toEqual([])
    expect(faults).toEqual([])
    expect(grown.heap / 1024 / 1024).toBeLessThan(20)
    // The service closes the connections of aborted requests only after a short delay.
    await eventually('all other files are closed', () => openFiles() - before.files < 10)
    expect(openDatabaseFiles()).toBeLessThanOrEqual(mostDatabaseFiles)
    expect((await read('/@search?b_size=1')).status).toBe(200)
    expect(await readEverything(read, await placesOf(ask, server.url))).toEqual([])
    expect(await doctorFindings()).toEqual([])
    const done = report.statuses.get('POST @@do')
    if (count >= 3000) expect([done?.has(303), done?.has(403)]).toEqual([true, true])
    if (count >= 3000) expect(await unreachedAtLast(report)).toEqual([])
  })
})

/** Returns the faults that `plenum doctor` finds in the site. Dangling relations are allowed and are not faults. */
async function doctorFindings(): Promise<readonly string[]> {
  const store = await openStore()
  const { problems } = await examineDeep(createSite(createNodePlatform(store))).finally(store.close)
  return problems.filter(({ isFault }) => isFault).map(({ description: what }) => what)
}

/**
 * Returns the routes that no request has reached successfully, even after additional requests for only these routes. A
 * single run may miss a route by chance, but repeated runs miss only routes that the grammar cannot reach.
 */
async function unreachedAtLast(report: HostileReport): Promise<readonly string[]> {
  let left = routes.filter(route => !isReached(report, route) && !needsEmails.includes(route.operation))
  for (let round = 0; round < 8 && left.length > 0; round++) {
    const more = await send(250, seed + 2_000_000 + round * 250, { ofRoutes: left })
    expect(more.problems).toEqual([])
    left = left.filter(route => !isReached(more, route))
  }
  return left.map(nameOf)
}

/**
 * The operations that require an email or the token in an email. These operations cannot succeed, because the site of
 * this test sends no emails.
 */
const needsEmails: readonly string[] = ['retryMail', 'getUnsubscription', 'unsubscribe']

const isReached = ({ statuses }: HostileReport, route: Grammar['routes'][number]): boolean =>
  [...(statuses.get(nameOf(route))?.keys() ?? [])].some(status => status < 300 || status === 304)
