import { once } from 'node:events'
import http, { type OutgoingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { addPublished, createTestSite, listenOn, password, plainPages, type TestSite } from '@plenum/testkit'
import fc from 'fast-check'
import { cacheAnswers } from '../cache/cacheAnswers.js'
import { createApp } from '../createApp.js'
import { createServer } from '../createServer.js'
import { routes } from '../routes.js'

const { DIRECT_REQUESTS = '150' } = process.env
const numRuns = Number(DIRECT_REQUESTS)

const file = { data: 'YWJj', encoding: 'base64', filename: 'ä.txt', 'content-type': 'text/plain' }
const german = { Talk: 'Vortrag', 'access.unauthorized': 'Das darf nicht jeder.' }

let test: TestSite

beforeAll(async () => {
  test = await createTestSite({ languages: ['de'] })
  for (const id of ['c', 'old']) await addPublished(test, '/', { '@type': 'Document', id, title: `Ünïcode ${id}` })
  await addPublished(test, '/', {
    '@type': 'Link',
    id: 'away',
    title: 'Away',
    remoteUrl: 'https://elsewhere.example/x',
  })
  for (const id of ['a', 'b']) await addPublished(test, '/c', { '@type': 'Document', id, title: id })
  await test.run('editContent', '/old', { as: 'max', input: { body: { id: 'new' }, representation: false } })
  await test.run('addContent', '/', { as: 'max', input: { '@type': 'File', id: 'f', file } })
  const options = [{ description: 'A' }, { description: 'B' }]
  const poll = { '@type': 'collective.polls.poll', id: 'p', title: 'P', options }
  await test.run('addContent', '/', { as: 'max', input: poll })
  await test.run('transitionContent', '/p', { as: 'max', input: { transition: 'open', body: {} } })
})

interface SampleRequest {
  readonly method: string
  readonly path: string
  readonly headers: OutgoingHttpHeaders
}

const rows = routes.filter(({ method }) => method === 'GET')
const segment = fc.constantFrom('file', 'Document', 'site', 'plone.app.vocabularies.Keywords', '0', 'max', 'no%20ne')
const services = fc.constantFrom(...rows).chain(({ view, segments, optionalSegment }) =>
  fc.array(segment, { minLength: segments.length, maxLength: segments.length + Number(optionalSegment) }).map(rest => {
    const known = rest.map((one, i) => (segments[i] === '*' || segments[i] === undefined ? one : segments[i]))
    return view === null ? '' : ['', view, ...known].join('/')
  }),
)
const places = fc.constantFrom(
  '',
  '/c',
  '/c/a',
  '/new',
  '/old',
  '/f',
  '/p',
  '/away',
  '/none',
  '/++api++/c',
  '//c',
  '/c/',
)
const odd = fc.constantFrom(
  ...['/%', '/%2e%2e/c', '/++api++/++api++/c', '/VirtualHostBase/https/a.example:443/VirtualHostRoot/c', '/a%2fb'],
  ...['http://b.example/c', 'http://b.example', '/c#x', '/\\c', '/c/@nothing', `/${'x'.repeat(33_000)}`, '/c?%', '/?'],
)
const queries = fc.constantFrom(
  ...['', '', '', '?fullobjects', '?b_size=1&x=y', '?b_size=no', '?expand=breadcrumbs,navigation,workflow'],
  ...['?metadata_fields=_all', '?SearchableText=unicode&sort_on=modified', '?include_items=maybe', '?x=%ff'],
)
const paths = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(places, services, queries).map(parts => parts.join('').replace(/^(?!\/)/, '/')) },
  { weight: 1, arbitrary: odd },
)

const basic = (name: string, secret = password) => `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`
const headers = fc.record(
  {
    authorization: fc.constantFrom(basic('max'), basic('mia'), basic('mia', 'wrong'), 'Basic', 'Bearer x', 'Digest y'),
    'accept-language': fc.constantFrom('de', 'de-AT,en;q=0.5', 'fr', '*'),
    'if-none-match': fc.constantFrom('*', '"x"', 'W/"y", z'),
    'content-length': fc.constant('0'),
    host: fc.constantFrom('a.example', 'a.example:8080', 'not a host', '[::1]'),
    origin: fc.constantFrom('https://friend.example', 'https://foe.example'),
    range: fc.constantFrom('bytes=0-1', 'bytes=9-', 'bytes=0-0,2-2'),
    'x-forwarded-host': fc.constant('proxy.example'),
    'x-forwarded-proto': fc.constant('https'),
    'x-request-id': fc.constantFrom('mine', 'not allowed'),
    accept: fc.constantFrom('text/html', 'text/html,*/*;q=0.8', '*/*', 'text/html;q=0.1, application/json', '*/*;q=x'),
    cookie: fc.constantFrom('plenum_session=x.y', 'plenum_notice=vote', 'plenum_visitor=other; a=b'),
  },
  { requiredKeys: [] },
)
const requests: fc.Arbitrary<SampleRequest> = fc.record({
  method: fc.constantFrom('GET', 'GET', 'GET', 'HEAD'),
  path: paths,
  headers,
})

async function answerOf(server: Server, { method, path, headers: sent }: SampleRequest) {
  const { port } = server.address() as AddressInfo
  const outgoing = http.request({
    host: '127.0.0.1',
    port,
    method,
    path,
    headers: {
      host: 'site.example',
      'x-request-id': 'same',
      ...sent,
      cookie: `${sent.cookie ?? ''}; plenum_visitor=same`,
    },
  })
  outgoing.end()
  const [answer] = (await once(outgoing, 'response')) as [http.IncomingMessage]
  const body = Buffer.concat(await answer.toArray()).toString()
  const { date: _, 'x-request-id': sentBack, ...others } = answer.headers
  const id = String(sentBack)
  const isNew = /^[\da-f-]{36}$/.test(id)
  const comparable = isNew ? body.replaceAll(id, 'id') : body
  return { status: answer.statusCode, headers: { ...others, id: isNew ? 'new' : id }, body: comparable }
}

it.each([
  ['by default', {}],
  [
    'with a trusted proxy, and pages of another application',
    { trustProxy: 1, corsOrigins: ['https://friend.example'] },
  ],
  ['with pages', { html: plainPages }],
  ['at a public URL, readable by all origins', { publicUrl: 'https://www.example', corsOrigins: ['*'] }],
])(
  'the short path of cached GET requests returns the same answers as the whole application: %s',
  async (_, variant) => {
    const options = { ...variant, catalogs: { de: german }, loginFailures: { name: 1e6, address: 1e6 } }
    const answers = cacheAnswers(test.site, 1024 * 1024, options)
    const app = createApp(test.site, { ...options, answers })
    await using whole = await listenOn(http.createServer({ maxHeaderSize: 48 * 1024 }, app))
    await using direct = await listenOn(createServer(app))
    await using keeping = await listenOn(createServer(app, { answers }))
    const statuses = new Set<number | undefined>()
    const property = fc.asyncProperty(requests, async sample => {
      const expected = await answerOf(whole, sample)
      statuses.add(expected.status)
      expect(await answerOf(direct, sample)).toEqual(expected)
      for (const _time of ['made', 'kept']) expect(await answerOf(keeping, sample)).toEqual(expected)
    })
    await fc.assert(property, { numRuns })
    for (const status of [200, 401, 404]) expect(statuses).toContain(status)
  },
)
