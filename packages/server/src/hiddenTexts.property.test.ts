import { DomainError, isJsonObject, type JsonValue, urlOf } from '@plenum/core'
import { cacheAnswers, createApp, createServer, feedRoutes } from '@plenum/express-adapter'
import { feeds } from '@plenum/feeds'
import { pages } from '@plenum/pages'
import {
  arbitraryRead,
  arbitraryTree,
  basicAuthorization,
  type Grammar,
  type GuardedSite,
  guardedSite,
  listenOn,
  password,
  plainPages,
  runsOf,
  type TestUser,
  testBase,
} from '@plenum/testkit'
import fc from 'fast-check'
import { assemble } from '../../core/src/site/admin/assemble.js'
import { routes, siteRoutes } from '../../express-adapter/src/routes.js'

jest.setTimeout(runsOf(1000) * 30_000)

const reads = [...routes, ...feedRoutes(feeds)].filter(({ method }) => method === 'GET')
const readsOfRow = 3
/** The URL suffixes with which the test reads each object, in addition to its random requests. */
const readsOfObject = [
  '',
  '?expand=breadcrumbs,contextnavigation,navigation&expand.contextnavigation.includeTop=1',
  '/@contextnavigation?expand.contextnavigation.includeTop=1',
  '/@search?SearchableText=zq*&metadata_fields=_all',
  '/@relations?source={uid}',
  '/@relations?target={uid}',
]

const callers: readonly (TestUser | undefined)[] = [undefined, 'mia', 'rex', 'rea']

async function grammarOf({ test, objects }: GuardedSite): Promise<Grammar> {
  const root = await test.run('getContent', '/', { as: 'max', input: rootAlone })
  const { registry, vocabularies } = assemble(test.platform, {})
  const types = [...registry.types.values()].map(({ id, allFields }) => [id, { id, fields: allFields, contains: [] }])
  return {
    routes: reads,
    viewsOfSite: new Set(siteRoutes.flatMap(({ view }) => view ?? [])),
    types: new Map(types as [string, Grammar['types'] extends ReadonlyMap<string, infer Type> ? Type : never][]),
    panels: ['site', 'navigation', 'search', 'tech-event-settings'],
    places: [{ path: '/', type: 'Plone Site', uid: String(root.content.UID) }, ...objects],
    tokens: new Map([...vocabularies.keys()].map(name => [name, []])),
    users: ['max', 'mia', 'rex'],
    password,
    webhooks: [],
    plans: [],
    forms: [],
  }
}

const rootAlone = { batch: { start: 0, size: 1 }, metadata: [], fullObjects: false, withItems: false }

async function mayView({ test }: GuardedSite, path: string, as: TestUser | undefined): Promise<boolean> {
  try {
    await test.run('getContent', path, { ...(as && { as }), input: rootAlone })
    return true
  } catch (error) {
    if (error instanceof DomainError && error.code === 'unauthorized') return false
    throw error
  }
}

interface Answer {
  readonly status: number
  readonly text: string
  readonly body: JsonValue
}

async function read(base: string, address: string, headers: Record<string, string>): Promise<Answer> {
  const answer = await fetch(base + address, { headers, redirect: 'manual' })
  const text = await answer.text()
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') && text !== ''
  const headerLines = [...answer.headers].map(header => header.join(': ')).join('\n')
  return { status: answer.status, text: `${headerLines}\n\n${text}`, body: isJson ? JSON.parse(text) : null }
}

const presentedKeys = ['title', 'description', 'review_state', 'Title', 'Description', 'nav_title']

function describedIn(value: JsonValue): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(describedIn)
  if (!isJsonObject(value)) return []
  const own = presentedKeys.some(key => Object.hasOwn(value, key)) ? [String(value['@id'])] : []
  return [...own, ...Object.values(value).flatMap(inner => describedIn(inner ?? null))]
}

function* questions(grammar: Grammar, seed: number) {
  for (const [i, row] of reads.entries())
    for (const address of fc.sample(arbitraryRead(grammar, row), { seed: seed + i, numRuns: readsOfRow }))
      yield { address, hasPage: row.page !== null }
  for (const { path, uid } of grammar.places.slice(1))
    for (const more of readsOfObject)
      yield { address: `${path}${more.replace('{uid}', uid)}`, hasPage: !more.startsWith('/') }
}

async function leaksFor(site: GuardedSite, base: string, { as, seed }: { as: TestUser | undefined; seed: number }) {
  const hidden = []
  for (const object of site.objects) if (!(await mayView(site, object.path, as))) hidden.push(object)
  const addresses = new Set(hidden.map(({ path }) => urlOf(testBase, path)))
  const grammar = await grammarOf(site)
  const leaks: string[] = []
  let answered = 0
  for (const { address, hasPage } of questions(grammar, seed))
    for (const Accept of hasPage ? ['application/json', 'text/html'] : ['*/*']) {
      const { status, text, body } = await read(base, address, { ...(as && basicAuthorization(as, password)), Accept })
      if (status === 200) answered += 1
      const words = hidden.flatMap(object => object.words.filter(word => text.includes(word)))
      const described = describedIn(body).filter(one => addresses.has(one))
      if (words.length > 0 || described.length > 0)
        leaks.push(`${as ?? 'visitor'}: ${Accept} ${address}: ${[...words, ...described].join(' ')}`)
    }
  return { leaks, answered, hidden: hidden.length }
}

describe('texts of objects that the caller may not view (docs/content-and-access.md, Visibility)', () => {
  it('are in no answer of any address, as JSON, as a page or as a feed', async () => {
    const counts = { answered: 0, hidden: 0 }
    await fc.assert(
      fc.asyncProperty(arbitraryTree, fc.nat(), fc.boolean(), async (tree, seed, isPlain) => {
        const site = await guardedSite(tree)
        const options = { publicUrl: testBase, html: isPlain ? plainPages : pages, routes: feedRoutes(feeds) }
        const answers = cacheAnswers(site.test.site, 1024 * 1024, options)
        const app = createApp(site.test.site, { ...options, answers })
        await using server = await listenOn(createServer(app, { answers }))
        const { port } = server.address() as { port: number }
        for (const as of callers) {
          const { leaks, answered, hidden } = await leaksFor(site, `http://127.0.0.1:${port}`, { as, seed })
          expect(leaks).toEqual([])
          counts.answered += answered
          counts.hidden += hidden
        }
      }),
      { numRuns: runsOf(300), endOnFailure: true },
    )
    expect(counts.hidden).toBeGreaterThan(10)
    expect(counts.answered).toBeGreaterThan(500)
  })
})
