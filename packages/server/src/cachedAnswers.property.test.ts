import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createSite, type JsonObject, type Site } from '@plenum/core'
import { cacheAnswers, createApp, createServer } from '@plenum/express-adapter'
import { createTestSite, listenOn, password, plainPages, runsOf, type TestSite } from '@plenum/testkit'
import fc from 'fast-check'
import { openDatabase } from './database.js'

/** The number of runs. With fewer runs, the test might never receive a cached response. */
const numRuns = runsOf(500)
const publicUrl = 'http://site.example'
const folder = mkdtempSync(path.join(tmpdir(), 'plenum-kept-'))
afterAll(() => rmSync(folder, { recursive: true }))

type Headers = Readonly<Record<string, string>>
type Server = Awaited<ReturnType<typeof listenOn>>

const basic = (name: string) => ({ Authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}` })
/** The headers that a browser sends, including the cookie to which the form tokens in its requests belong. */
const browser = { Accept: 'text/html', Cookie: 'plenum_visitor=same' }
const callers: Readonly<Record<string, Headers>> = {
  nobody: {},
  mia: basic('mia'),
  max: basic('max'),
  visitor: browser,
  reader: { ...browser, ...basic('mia') },
}
const options = { publicUrl, html: plainPages }

type Step = (test: TestSite, site: Site) => Promise<unknown>

const run =
  (name: string, at: string, input: unknown, as = 'max'): Step =>
  (test, site) =>
    site.run(name as 'getContent', {
      path: at,
      base: publicUrl,
      caller: { kind: 'member', id: as, fullname: as, roles: as === 'max' ? ['Manager'] : ['Member'], groups: [] },
      translate: ({ id }) => id,
      input: () => input as never,
      task: test.site.scheduler.begin(),
    })

const hours = (count: number) => count * 60 * 60 * 1000
const later = (test: TestSite, count: number) => new Date(test.clock.now + hours(count)).toISOString()
const edit = (at: string, body: JsonObject) => run('editContent', at, { body, representation: false })
const pages = fc.constantFrom('/a', '/a/b', '/c')

const tick = fc.constantFrom(60_000, hours(1), hours(2)).map(
  (milliseconds): Step =>
    async test => {
      test.clock.now += milliseconds
    },
)

const steps: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: tick, weight: 4 },
  fc.tuple(pages, fc.string({ maxLength: 5 })).map(([at, title]) => edit(at, { title: `T${title}` })),
  fc
    .tuple(pages, fc.constantFrom('publish', 'retract', 'reject'))
    .map(([at, transition]) => run('transitionContent', at, { transition, body: {} })),
  fc.tuple(pages, fc.constantFrom('effective', 'expires'), fc.integer({ min: -2, max: 4 })).map(
    ([at, field, count]): Step =>
      (test, site) =>
        edit(at, { [field]: later(test, count) })(test, site),
  ),
  fc
    .tuple(pages, fc.boolean())
    .map(([at, isReader]) =>
      run('editSharing', at, { entries: [{ id: 'mia', type: 'user', roles: { Reader: isReader } }] }),
    ),
  pages.map(at => run('lockContent', at, { timeout: 90 })),
  fc
    .constantFrom(['/a', 'b'], ['/a', null], ['/', 'a'], ['/', 'c'], ['/', 'poll'], ['/', null])
    .map(([at, default_page]) => edit(String(at), { default_page: default_page ?? null })),
  pages.map(at => run('deleteContent', at, undefined)),
  pages.map(at =>
    run('addContent', at.slice(0, at.lastIndexOf('/')) || '/', { '@type': 'Document', id: at.slice(-1), title: at }),
  ),
  fc.constantFrom('Max', 'M. M.').map(fullname => run('editUser', '/', { id: 'max', body: { fullname } })),
  fc.boolean().map(Reviewer => run('editUser', '/', { id: 'mia', body: { roles: { Reviewer, Member: true } } })),
  fc
    .constantFrom(0, 1)
    .map(option_id =>
      run('castVote', '/poll', { body: { option_id }, token: () => null, admit: async () => {} }, 'mia'),
    ),
  fc
    .integer({ min: 0, max: 1 })
    .map(option_id => run('editControlPanel', '/', { name: 'site', body: { site_title: `Site ${option_id}` } })),
)

const questions = fc.tuple(
  fc.constantFrom('/', '/a', '/a/b', '/c', '/poll'),
  fc.constantFrom(
    ...['', '/@workflow', '/@history', '/@search?sort_on=path', '/@navigation?expand.navigation.depth=2'],
    ...['/@contextnavigation', '/@search?is_default_page=true&sort_on=path', '/@search?is_default_page=false'],
    ...['/@poll', '/@actions', '/@schedule', '/@breadcrumbs', '?fullobjects=1', '?expand=actions,workflow,types'],
  ),
  fc.constantFrom(...Object.keys(callers)),
)

async function openSite() {
  const file = path.join(folder, `${Math.random()}.db`)
  const [mine, other] = [openDatabase(file), openDatabase(file)]
  const test = await createTestSite({ store: mine.content, users: mine.users })
  const isRecentlyVerified = (secret: string, hash: string) => hash === `plain:${secret}`
  const worlds = [mine, other].map(({ content: store, users }) => ({
    ...test.platform,
    isRecentlyVerified,
    store,
    users,
  }))
  const sites = worlds.map(platform => createSite(platform))
  const choices = ['Yes', 'No'].map((description, option_id) => ({ option_id, description }))
  for (const [at, body] of [
    ['/', { '@type': 'Document', id: 'a', title: 'A' }],
    ['/a', { '@type': 'Document', id: 'b', title: 'B' }],
    ['/', { '@type': 'Document', id: 'c', title: 'C' }],
    ['/', { '@type': 'collective.polls.poll', id: 'poll', title: 'Poll', options: choices }],
  ] as const)
    await test.run('addContent', at, { as: 'max', input: body })
  for (const at of ['/a', '/a/b', '/c'])
    await test.run('transitionContent', at, { as: 'max', input: { transition: 'publish', body: {} } })
  for (const transition of ['submit', 'open'])
    await test.run('transitionContent', '/poll', { as: 'max', input: { transition, body: {} } })
  const counts: (() => { readonly hits: number })[] = []
  const cachingServer = (site: Site) => {
    const answers = cacheAnswers(site, 1024 * 1024, options)
    counts.push(answers.counts)
    return createServer(createApp(site, { ...options, answers: answers }), { answers: answers })
  }
  const servers = await Promise.all(
    sites.flatMap(site => [listenOn(createServer(createApp(site, options))), listenOn(cachingServer(site))]),
  )
  const close = async () => {
    for (const server of servers) await server[Symbol.asyncDispose]()
    for (const { close: closeStore } of [mine, other]) await closeStore()
  }
  return { test, sites, servers, hits: () => counts.reduce((sum, count) => sum + count().hits, 0), close }
}

async function ask(server: Server, address: string, headers: Headers) {
  const { port } = server.address() as { port: number }
  const answer = await fetch(`http://127.0.0.1:${port}${address}`, { headers, redirect: 'manual' })
  const headerList = [...answer.headers].filter(([name]) => name !== 'x-request-id' && name !== 'date')
  return { status: answer.status, headerList, body: await answer.text() }
}

async function agree(servers: readonly Server[], address: string, headers: Headers): Promise<void> {
  const [fresh, ...others] = await Promise.all(servers.map(server => ask(server, address, headers)))
  for (const other of others) expect({ address, headers, ...other }).toEqual({ address, headers, ...fresh })
}

describe('cached answers (docs/caching.md, Cached responses)', () => {
  it('equal fresh answers after any steps in any process', async () => {
    let hits = 0
    const property = fc.asyncProperty(
      fc.array(fc.tuple(steps, fc.constantFrom(0, 1), fc.array(questions, { minLength: 1, maxLength: 4 })), {
        minLength: 4,
        maxLength: 12,
      }),
      async plan => {
        const site = await openSite()
        try {
          const requests: [string, string][] = []
          for (const [step, at, more] of plan) {
            // Errors are ignored, because a step is refused if its object no longer exists, and a refused step changes
            // nothing.
            await step(site.test, site.sites[at] ?? site.test.site).catch(() => {})
            for (const [place, service, who] of more)
              requests.push([place === '/' && service.startsWith('/') ? service : place + service, who])
            for (const [address, who] of requests.slice(-6)) {
              await agree(site.servers, address, callers[who] ?? {})
            }
          }
          hits += site.hits()
        } finally {
          await site.close()
        }
      },
    )
    await fc.assert(property, { numRuns })
    expect(hits).toBeGreaterThan(numRuns)
  }, 240_000)
})
