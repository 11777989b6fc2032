import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ContentPayload, GroupPayload, HistoryEntry } from '@plenum/core/answers'
import { createApp, createServer } from '@plenum/express-adapter'
import { createTestSite, eventually, listenOn, password, plainPages, type TestSite } from '@plenum/testkit'
import { build } from 'esbuild'
import type { ApiError } from './apiError.js'
import type { Client } from './client.js'
import type { ClientOptions } from './connection.js'
import { createClient } from './createClient.js'

let test: TestSite
let server: Server & AsyncDisposable
let baseUrl: string
let max: Client
let visitor: Client

/** A client whose requests are recorded, including the status of each response. */
interface Recorded {
  readonly client: Client
  readonly requests: { readonly url: string; readonly headers: Headers; readonly status: number }[]
}

function recorded(options: Partial<ClientOptions> = {}): Recorded {
  const requests: Recorded['requests'] = []
  const recordingFetch: typeof fetch = async (input, init) => {
    const response = await fetch(input, init)
    requests.push({ url: String(input), headers: new Headers(init?.headers), status: response.status })
    return response
  }
  return { client: createClient({ baseUrl, fetch: recordingFetch, ...options }), requests }
}

const add = (id: string, container = '/') => max.content.create(container, { '@type': 'Document', id, title: id })
const pathOf = (url: string): string => url.slice(baseUrl.length)
const refusalOf = (call: Promise<unknown>): Promise<ApiError> => call.then(String, (error: ApiError) => error) as never

beforeAll(async () => {
  test = await createTestSite({ languages: ['de'] })
  server = await listenOn(createServer(createApp(test.site, { html: plainPages }, { resultsInterval: 20 })))
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  max = createClient({ baseUrl })
  visitor = createClient({ baseUrl })
  await max.login('max', password)
})

afterAll(() => server[Symbol.asyncDispose]())

describe('paths', () => {
  it.each(['with space', 'über', 'a@b', "quote'", '(b), c;d=e', '日本'])(
    'are encoded, and each @id is also a path: %s',
    async id => {
      const { '@id': url } = await add(id)
      expect((await max.content.get(`/${id}`)).id).toBe(id)
      expect((await max.content.get(url)).id).toBe(id)
      expect((await max.workflow.get(`/${id}/`))['@id']).toBe(`${url}/@workflow`)
      await max.content.delete(url)
    },
  )

  it('lead through containers', async () => {
    await add('outer')
    await add('in ner', '/outer')
    expect((await max.content.get('/outer/in ner')).title).toBe('in ner')
    expect((await max.components.breadcrumbs('/outer/in ner')).items.map(({ title }) => title)).toEqual([
      'outer',
      'in ner',
    ])
  })

  it.each([
    ['news', "begin with a slash, such as '/news/first'"],
    ['/a/../b', 'not a valid segment'],
    ['http://elsewhere.example/news', 'not below'],
  ])('are refused without a request: %s', async (path, message) => {
    const { client, requests } = recorded()
    await expect(client.content.get(path)).rejects.toThrow(message)
    expect(requests).toEqual([])
  })

  it('never select a list instead of an entry', async () => {
    await expect(max.users.delete('')).rejects.toThrow('not a valid segment')
    await expect(max.users.get('..')).rejects.toThrow('not a valid segment')
  })

  it('may begin with ++api++, which no @id contains', async () => {
    const client = createClient({ baseUrl: `${baseUrl}/++api++/` })
    const [{ '@id': url = '' } = {}] = (await client.content.get('/')).items ?? []
    expect(url).not.toContain('++api++')
    const refused = client.content.get(`${baseUrl}/missing`)
    expect(await refusalOf(refused)).toMatchObject({ status: 404 })
  })

  it('need a base URL', () => {
    expect(() => createClient({ baseUrl: 'ftp://www.example.org' })).toThrow('not a base URL')
  })
})

describe('entity tags', () => {
  it('save the transfer of a response that has not changed', async () => {
    await add('tagged')
    const { client, requests } = recorded({ token: max.token })
    const [first, second] = [await client.content.get('/tagged'), await client.content.get('/tagged')]
    expect(requests.map(({ status }) => status)).toEqual([200, 304])
    expect(second).toEqual(first)
    expect(second).not.toBe(first)
    await client.content.update('/tagged', { title: 'New' })
    expect((await client.content.get('/tagged')).title).toBe('New')
    expect(requests.at(-1)?.status).toBe(200)
  })

  it('are not sent for another caller, or without a cache', async () => {
    await add('other')
    const { client, requests } = recorded({ token: max.token })
    await client.content.get('/other')
    client.setToken(null)
    expect(await refusalOf(client.content.get('/other'))).toMatchObject({ status: 401 })
    expect(requests.at(-1)?.headers.has('if-none-match')).toBe(false)
    const { client: plain, requests: sent } = recorded({ token: max.token, cacheSize: 0 })
    await plain.content.get('/other')
    await plain.content.get('/other')
    expect(sent.map(({ status }) => status)).toEqual([200, 200])
  })

  it('protect the changes of others', async () => {
    await add('shared')
    const page = await max.content.get('/shared')
    await max.content.update('/shared', { title: 'Theirs' })
    const late = max.content.update('/shared', { title: 'Mine' }, { ifMatch: max.etagOf(page) })
    expect(await refusalOf(late)).toMatchObject({ status: 412, type: 'PreconditionFailed' })
    const current = await max.content.get('/shared')
    const changed = await max.content.update('/shared', { title: 'Mine' }, { ifMatch: max.etagOf(current) })
    expect([changed.title, max.etagOf({})]).toEqual(['Mine', null])
  })

  it('can be sent by the caller', async () => {
    const { etag } = await max.request('GET', '/@site')
    expect(await max.request('GET', '/@site', { ifNoneMatch: String(etag) })).toMatchObject({ status: 304, body: null })
  })
})

describe('listings', () => {
  beforeAll(async () => {
    await add('list')
    for (const id of ['one', 'two', 'three', 'four', 'five']) await add(id, '/list')
  })

  it('iterate over the items of all batches', async () => {
    const { client, requests } = recorded({ token: max.token })
    const ids: string[] = []
    for await (const { '@id': id } of client.search({ b_size: 2 }, { path: '/list' })) ids.push(pathOf(id))
    expect(ids.toSorted()).toEqual(['/list', '/list/five', '/list/four', '/list/one', '/list/three', '/list/two'])
    expect(requests).toHaveLength(3)
  })

  it('request a batch when the loop needs it', async () => {
    const { client, requests } = recorded({ token: max.token })
    for await (const { items, items_total } of client.content.items('/list', { b_size: 2 }).batches()) {
      expect([items.length, items_total]).toEqual([2, 5])
      break
    }
    expect(requests).toHaveLength(1)
  })

  it('send the rows of a querystring search for each batch', async () => {
    const path = { i: 'path', o: 'plone.app.querystring.operation.string.absolutePath', v: '/list::1' }
    const titles: string[] = []
    for await (const { title } of max.querystring.search('/', { query: [path], b_size: 2, sort_on: 'getId' }))
      titles.push(String(title))
    expect(titles).toEqual(['five', 'four', 'one', 'three', 'two'])
  })

  it('contain the terms of a vocabulary', async () => {
    const tokens: string[] = []
    for await (const { token } of max.vocabularies.terms('/', 'plone.app.vocabularies.Roles', { b_size: 3 }))
      tokens.push(token)
    expect(tokens).toEqual(expect.arrayContaining(['Editor', 'Manager', 'Reviewer']))
  })

  it('never send the token to the host in the link of a batch', async () => {
    const batch = { items: [{ title: 'x' }], batching: { next: 'http://elsewhere.example/@search?b_start=1' } }
    const urls: string[] = []
    const elsewhere: typeof fetch = async input => {
      urls.push(String(input))
      return Response.json(urls.length === 1 ? batch : { items: [] })
    }
    for await (const item of createClient({ baseUrl, fetch: elsewhere, token: 'x' }).search({}))
      expect(item.title).toBe('x')
    expect(urls.map(pathOf)).toEqual(['/@search', '/@search?b_start=1'])
  })
})

describe('refusals', () => {
  it('are errors with the status, the type, the message and the details', async () => {
    const refusal = await refusalOf(max.content.create('/', { '@type': 'Document', title: '' }))
    expect(refusal).toMatchObject({ name: 'ApiError', status: 400, type: 'BadRequest', retryAfter: null })
    expect(refusal.details.errors?.[0]).toMatchObject({ field: 'title' })
    expect(refusal.requestId).toMatch(/\w/)
  })

  it('have the same form for both shapes, and contain the blockers of a transition', async () => {
    await add('blocked')
    await max.content.transition('/blocked', 'publish')
    const refusal = await refusalOf(max.content.transition('/blocked', 'submit'))
    expect(refusal).toMatchObject({
      status: 400,
      type: 'WorkflowException',
      message: expect.stringContaining('submit'),
    })
    expect(refusal.details.blockers).toEqual([expect.objectContaining({ code: 'state' })])
  })

  it('of a proxy have a separate type', async () => {
    const broken = async () => new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'retry-after': '7' } })
    const refusal = await refusalOf(createClient({ baseUrl, fetch: broken }).site.get())
    expect(refusal).toMatchObject({ status: 502, type: 'UnexpectedResponse', retryAfter: 7 })
  })

  it('are in the language of the call', async () => {
    const client = createClient({ baseUrl, language: 'en' })
    const headers: (string | null)[] = []
    const listening: typeof fetch = async (input, init) => {
      headers.push(new Headers(init?.headers).get('accept-language'))
      return fetch(input, init)
    }
    const german = createClient({ baseUrl, language: 'de', fetch: listening })
    await Promise.all([client.site.get(), german.site.get(), german.site.get({}, { language: 'en' })])
    expect(headers).toEqual(['de', 'en'])
  })

  it('do not hide the reason of an abort', async () => {
    const stopping = new AbortController()
    const call = max.content.get('/', {}, { signal: stopping.signal })
    stopping.abort(new Error('Enough.'))
    await expect(call).rejects.toThrow('Enough.')
  })
})

describe('logins', () => {
  it('return a token, which the client sends until the logout', async () => {
    const tokens: (string | null)[] = []
    const client = createClient({ baseUrl, onToken: token => tokens.push(token) })
    await client.login('edi', password)
    expect((await client.users.get('edi')).username).toBe('edi')
    const later = createClient({ baseUrl, token: client.token })
    await client.logout()
    expect(tokens).toEqual([expect.any(String), null])
    expect(await refusalOf(later.users.get('edi'))).toMatchObject({ status: 401 })
    expect(await refusalOf(client.login('edi', 'wrong'))).toMatchObject({ status: 401, type: 'Invalid credentials' })
  })
})

describe('uploads', () => {
  const bytes = Uint8Array.from({ length: 200_000 }, (_, i) => i % 251)

  it('report their progress, and store the bytes', async () => {
    const progress: number[] = []
    const file = new File([bytes], 'tide table.bin', { type: 'application/octet-stream' })
    const onProgress = ({ sent, total }: { sent: number; total: number }) => progress.push(sent / total)
    const added = await max.uploads.create('/', file, { onProgress, values: { title: 'Tides' } })
    expect([added.title, progress.length > 3, progress.at(-1)]).toEqual(['Tides', true, 1])
    expect(progress).toEqual(progress.toSorted((a, b) => a - b))
    const stored = await max.content.file(added['@id'], 'file')
    expect(Buffer.from(await stored.arrayBuffer()).equals(bytes)).toBe(true)
    await max.uploads.replace(added['@id'], 'file', bytes.subarray(0, 5), { name: 'five.bin' })
    expect((await max.content.file(added['@id'], 'file')).size).toBe(5)
  })

  it('follow the redirect from an old URL, and send the bytes again', async () => {
    const { '@id': url } = await max.uploads.create('/', new Blob([bytes]), { name: 'old.bin' })
    await max.content.update(url, { id: 'moved-tides' })
    const { client, requests } = recorded({ token: max.token })
    const unsent: number[] = []
    const onProgress = ({ sent, total }: { sent: number; total: number }) => unsent.push(total - sent)
    await client.uploads.replace(url, 'file', bytes.subarray(0, 70_000), { name: 'new.bin', onProgress })
    expect([requests.map(({ status }) => status), unsent.at(-1)]).toEqual([[307, 200], 0])
    const stored = await max.content.file('/moved-tides', 'file')
    expect(Buffer.from(await stored.arrayBuffer()).equals(bytes.subarray(0, 70_000))).toBe(true)
  })

  it('do not send the token to another origin, and end after 20 redirects', async () => {
    const sent: (string | null)[] = []
    const elsewhere = (async (_, init) => {
      sent.push(new Headers(init?.headers).get('authorization'))
      return new Response(null, { status: 307, headers: { location: 'http://elsewhere.example/' } })
    }) satisfies typeof fetch
    const client = createClient({ baseUrl, token: 'secret', fetch: elsewhere })
    const upload = client.uploads.create('/', new Blob([bytes]), { name: 'a.bin', onProgress: () => {} })
    await expect(upload).rejects.toThrow('The upload to http://elsewhere.example/ was redirected too many times.')
    expect(sent).toEqual(['Bearer secret', ...Array(20).fill(null)])
  })

  it('can be aborted', async () => {
    const stopping = new AbortController()
    const upload = max.uploads.create('/', new Blob([bytes]), {
      name: 'a.bin',
      signal: stopping.signal,
      onProgress: () => stopping.abort(new Error('Enough.')),
    })
    await expect(upload).rejects.toThrow('Enough.')
  })
})

describe('polls', () => {
  const options = [0, 1].map(option_id => ({ option_id, description: `Option ${option_id}` }))
  const poll = { '@type': 'collective.polls.poll', id: 'poll', title: 'Poll', options, show_results: true }

  it('return their results as they change, also after a lost connection', async () => {
    await max.content.create('/', poll)
    await max.content.transition('/poll', 'open')
    const stopping = new AbortController()
    const totals: number[] = []
    const follow = async () => {
      const events = max.polls.results('/poll', { signal: stopping.signal, reconnectAfter: 10 })
      for await (const { total_votes } of events) totals.push(total_votes)
    }
    const end = follow()
    await eventually('the first event', () => totals.length > 0)
    await max.polls.vote('/poll', { option_id: 1 })
    await eventually('the vote', () => totals.at(-1) === 1)
    server.closeAllConnections()
    const before = totals.length
    await eventually('the event after the reconnection', () => totals.length > before)
    stopping.abort()
    await end
    expect((await max.polls.get('/poll')).total_votes).toBe(1)
  })

  it('refuse to stream hidden results', async () => {
    await max.content.create('/', { ...poll, id: 'hidden', show_results: false })
    await max.content.transition('/hidden', 'open')
    const follow = async () => {
      for await (const _ of visitor.polls.results('/hidden')) return
    }
    expect(await refusalOf(follow())).toMatchObject({ status: 403 })
  })
})

describe('transitions', () => {
  it('are previewed, planned and run', async () => {
    await add('moving')
    expect(await max.workflow.preview('/moving', 'publish')).toMatchObject({ would_succeed: true, objects_total: 1 })
    const plan = await max.workflow.plan('/moving', 'publish', { at: '2027-06-01T00:00:00Z' })
    await max.workflow.cancelPlan('/moving', plan.id)
    expect(await max.content.transition('/moving', 'publish')).toMatchObject({ review_state: 'published' })
    expect((await visitor.content.get('/moving')).review_state).toBe('published')
  })
})

it('a browser bundle imports nothing of Node, and is smaller than 15 kB', async () => {
  const { outputFiles } = await build({
    entryPoints: [`${__dirname}/index.ts`],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
    logLevel: 'silent',
  })
  expect(outputFiles[0]?.text).not.toContain('node:')
  expect(outputFiles[0]?.contents.length).toBeLessThan(15_000)
})

// The compiler is the test: `npm run types` fails if a line marked with `@ts-expect-error` compiles.
const types = async (client: Client) => {
  const page: ContentPayload = await client.content.get('/news')
  const entries: readonly HistoryEntry[] = await client.history.list('/news')
  const group: GroupPayload = (await client.request('GET', '/@groups/crew')).body
  const own: { readonly boats: number } = (await client.request<{ readonly boats: number }>('GET', '/@boats')).body
  const unknown: unknown = (await client.request('GET', '/@boats')).body
  const image: Blob = await client.content.image('/news', 'image', 'preview')
  return [
    [page, entries, group, own, unknown, image],
    // @ts-expect-error
    client.contents,
    // @ts-expect-error: the path
    client.content.get(),
    // @ts-expect-error
    client.content.get('/', { expnd: 'workflow' }),
    // @ts-expect-error: the body
    client.content.create('/', { title: 'Without a type' }),
    // @ts-expect-error
    client.polls.vote('/poll', { option: 1 }),
    // @ts-expect-error
    client.users.get('ada').then(user => user.usrname),
    // @ts-expect-error
    (await client.request('GET', '/@groups/crew')).body.ttle,
    // @ts-expect-error: without a body
    client.webhooks.delete('id', { force: true }),
  ]
}

it('rejects misspelt names at compile time', () => expect(types).toBeInstanceOf(Function))
