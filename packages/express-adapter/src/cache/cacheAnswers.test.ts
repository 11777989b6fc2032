import {
  addPublished,
  connectRaw,
  createTestSite,
  eventually,
  listenOn,
  password,
  type TestSite,
  type TestUser,
} from '@plenum/testkit'
import { createApp } from '../createApp.js'
import { createServer } from '../createServer.js'
import type { RouterOptions } from '../pipeline/requestPipeline.js'
import { cacheAnswers } from './cacheAnswers.js'

const megabyte = 1024 * 1024
const day = 24 * 60 * 60 * 1000

type Headers = Readonly<Record<string, string>>

async function serve(test: TestSite, { bytes = megabyte, ...options }: RouterOptions & { bytes?: number } = {}) {
  const answers = cacheAnswers(test.site, bytes, options)
  const server = await listenOn(createServer(createApp(test.site, { ...options, answers }), { answers }))
  const { port } = server.address() as { port: number }
  const get = async (path: string, headers: Headers = {}, method = 'GET') => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers, method, redirect: 'manual' })
    const body = await answer.text()
    return { status: answer.status, headers: answer.headers, body, title: titleIn(body) }
  }
  const areCached = async (...paths: readonly (string | readonly [path: string, headers: Headers])[]) => {
    const hits: boolean[] = []
    for (const one of paths) {
      const [path, headers] = typeof one === 'string' ? [one] : one
      const before = answers.counts().hits
      await get(path, headers)
      hits.push(answers.counts().hits > before)
    }
    return hits
  }
  return { server, answers, get, areCached, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

function titleIn(body: string): unknown {
  return body === '' ? undefined : JSON.parse(body).title
}

async function siteWithPages(): Promise<TestSite> {
  const test = await createTestSite()
  await addPublished(test, '/', { '@type': 'Document', id: 'a', title: 'A' })
  await addPublished(test, '/', { '@type': 'Document', id: 'b', title: 'B' })
  return test
}

const edit = (test: TestSite, path: string, body: Readonly<Record<string, string>>) =>
  test.run('editContent', path, { as: 'max', input: { body, representation: false } })

async function tokenOf(test: TestSite, login: TestUser): Promise<Headers> {
  const { token } = await test.run('logIn', '/', { input: { body: { login, password } } })
  return { Authorization: `Bearer ${token}` }
}

describe('cached answers (docs/caching.md, Cached responses)', () => {
  it('are sent again unchanged, except for the request id', async () => {
    const test = await siteWithPages()
    await using server = await serve(test)
    const [first, second] = [await server.get('/a'), await server.get('/a')]
    expect(server.answers.counts()).toMatchObject({ answers: 1, hits: 1, misses: 1 })
    expect(second.body).toBe(first.body)
    const plain = ({ headers }: typeof first) =>
      Object.fromEntries([...headers].filter(([name]) => !['x-request-id', 'date'].includes(name)))
    expect(plain(second)).toEqual(plain(first))
    expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'))
    expect((await server.get('/a', { 'X-Request-Id': 'mine' })).headers.get('x-request-id')).toBe('mine')
  })

  it('are revalidated with 304, and sent to HEAD without a body', async () => {
    const test = await siteWithPages()
    await using server = await serve(test)
    const { headers } = await server.get('/a')
    const known = await server.get('/a', { 'If-None-Match': headers.get('etag') ?? '' })
    expect([known.status, known.body, known.headers.get('etag')]).toEqual([304, '', headers.get('etag')])
    expect(known.headers.get('cache-control')).toBe(headers.get('cache-control'))
    const head = await server.get('/a', {}, 'HEAD')
    expect([head.status, head.body, head.headers.get('content-length')]).toEqual([
      200,
      '',
      headers.get('content-length'),
    ])
    expect(server.answers.counts().hits).toBe(2)
  })

  it('are dropped with every change of content, users and groups', async () => {
    const test = await siteWithPages()
    await using server = await serve(test)
    const changes = [
      () => edit(test, '/b', { title: 'B 2' }),
      () => test.run('editUser', '/', { as: 'max', input: { id: 'mia', body: { fullname: 'Mia' } } as never }),
      () => test.run('addGroup', '/', { as: 'max', input: { groupname: 'staff' } as never }),
      () => edit(test, '/a', { title: 'A 2' }),
    ]
    for (const change of changes) {
      expect(await server.areCached('/a', '/a')).toEqual([false, true])
      await change()
    }
    expect((await server.get('/a')).title).toBe('A 2')
  })

  it('of one caller are never sent to another', async () => {
    const test = await siteWithPages()
    await test.run('addContent', '/', {
      as: 'max',
      input: { '@type': 'Document', id: 'secret', title: 'Secret' } as never,
    })
    await using server = await serve(test)
    const [max, mia] = [await tokenOf(test, 'max'), await tokenOf(test, 'mia')]
    expect(await server.areCached(['/', max], ['/', max], ['/', mia], '/', ['/', mia], '/')).toEqual([
      false,
      // The first request with a token cannot be answered from the cache, because the service does not yet know the
      // user of the token.
      false,
      false,
      false,
      false,
      true,
    ])
    for (const headers of [max, mia, {}])
      for (let round = 0; round < 3; round += 1)
        expect((await server.get('/', headers)).body.includes('Secret')).toBe(headers === max)
  })

  it('of a member expire with the login and with the password', async () => {
    const test = await siteWithPages()
    await test.run('addContent', '/', {
      as: 'max',
      input: { '@type': 'Document', id: 'secret', title: 'Secret' } as never,
    })
    await using server = await serve(test)
    const max = await tokenOf(test, 'max')
    expect(await server.areCached(['/secret', max], ['/secret', max], ['/secret', max])).toEqual([false, false, true])
    const token = max.Authorization?.replace('Bearer ', '') ?? ''
    await test.run('logOut', '/', { as: 'max', input: { token } })
    expect((await server.get('/secret', max)).status).toBe(401)
  })

  it('are shared by requests that differ in unknown parameters, unless these appear in links', async () => {
    const test = await siteWithPages()
    await using server = await serve(test)
    expect(await server.areCached('/a', '/a?utm_source=x', '/a?utm_source=y', '/a?expand=actions')).toEqual([
      false,
      true,
      true,
      false,
    ])
    expect(await server.areCached('/?b_size=1', '/?b_size=1&x=1', '/?b_size=1&x=1')).toEqual([false, false, true])
    const { body } = await server.get('/?x=2&b_size=1')
    expect(JSON.parse(body).batching['@id']).toMatch(/\?x=2&b_size=1$/)
  })

  it('expire at a date, even if the clock is set back', async () => {
    const test = await siteWithPages()
    await edit(test, '/b', { expires: new Date(test.clock.now + day).toISOString() })
    await using server = await serve(test)
    expect(await server.areCached('/a', '/a')).toEqual([false, true])
    test.clock.now += day - 119_000
    expect(await server.areCached('/a', '/a')).toEqual([false, false])
    test.clock.now += 119_000
    expect((await server.get('/')).body).not.toContain('"title":"B"')
    expect(await server.areCached('/a', '/a')).toEqual([false, true])
    test.clock.now -= 1
    expect(await server.areCached('/a')).toEqual([false])
  })

  it('survive votes, except those that contain polls', async () => {
    const test = await createTestSite()
    const options = ['Yes', 'No'].map((description, option_id) => ({ option_id, description }))
    const poll = { '@type': 'collective.polls.poll', id: 'poll', title: 'Poll', options }
    await test.run('addContent', '/', { as: 'max', input: poll as never })
    for (const transition of ['submit', 'open'])
      await test.run('transitionContent', '/poll', { as: 'max', input: { transition, body: {} } })
    await using server = await serve(test)
    expect(await server.areCached('/poll', '/poll')).toEqual([false, true])
    // On PostgreSQL, the tally of a poll is rewritten one second after the poll opens (docs/security.md).
    await eventually('the answer is kept', async () => (await server.areCached('/poll/@poll'))[0] === true)
    const before = (await server.get('/poll/@poll')).headers.get('etag')
    const input = { body: { option_id: 0 }, token: () => null, admit: async () => {} }
    await test.run('castVote', '/poll', { as: 'mia', input })
    expect(await server.areCached('/poll', '/poll/@poll')).toEqual([true, false])
    expect((await server.get('/poll/@poll')).headers.get('etag')).not.toBe(before)
  })

  it('are selected by language if the site allows requests to choose', async () => {
    const test = await createTestSite({ languages: ['de'] })
    await addPublished(test, '/', { '@type': 'Document', id: 'a', title: 'A' })
    const catalogs = { de: { 'type.document': 'Seite', Page: 'Seite' } }
    await using server = await serve(test, { catalogs })
    const [german, english] = [{ 'Accept-Language': 'de-AT, fr' }, { 'Accept-Language': 'en' }]
    expect(await server.areCached(['/a', german], ['/a', english], ['/a', { 'Accept-Language': 'de' }])).toEqual([
      false,
      false,
      true,
    ])
    expect((await server.get('/a', german)).headers.get('content-language')).toBe('de')
    expect((await server.get('/a', english)).headers.get('content-language')).toBe('en')
  })

  it('are selected by the URL at which the client sees the site', async () => {
    const test = await siteWithPages()
    await using server = await serve(test)
    const { port } = server.server.address() as { port: number }
    expect(
      await server.areCached(
        '/a',
        '/++api++/a',
        '/VirtualHostBase/https/x.example:443/Plone/++api++/VirtualHostRoot/a',
      ),
    ).toEqual([false, true, false])
    expect(JSON.parse((await server.get('/a')).body)['@id']).toBe(`http://127.0.0.1:${port}/a`)
  })

  it('exclude refusals, redirects, files, answers without a known expiry, and large ones', async () => {
    const test = await siteWithPages()
    await edit(test, '/b', { id: 'moved' })
    const blocks = { a: { '@type': 'slate', plaintext: 'x'.repeat(300_000) } }
    await addPublished(test, '/', { '@type': 'Document', id: 'long', title: 'Long', blocks })
    await using server = await serve(test)
    expect((await server.get('/long')).body.length).toBeGreaterThan(300_000)
    for (const path of ['/none', '/b', '/@users', '/a/@lock', '/@sharedmemoize', '/long'])
      expect([path, await server.areCached(path, path)]).toEqual([path, [false, false]])
    expect(server.answers.counts().answers).toBe(0)
  })

  it('use no more bytes than configured, and none if the limit is zero', async () => {
    const test = await siteWithPages()
    await using small = await serve(test, { bytes: 5000 })
    expect(
      await small.areCached('/a', '/b', '/b', '/moved', '/a?b_size=1', '/a?b_size=2', '/a?b_size=3', '/a'),
    ).toEqual([...[false, false, true, false, false, false, false], false])
    expect(small.answers.counts().bytes).toBeLessThanOrEqual(5000)
    await using none = await serve(test, { bytes: 0 })
    expect(await none.areCached('/a', '/a')).toEqual([false, false])
    expect(none.answers.counts().misses).toBe(0)
  })

  it('are disabled if the application has its own login system', async () => {
    const test = await siteWithPages()
    await using server = await serve(test, { callerOf: () => undefined })
    expect(await server.areCached('/a', '/a')).toEqual([false, false])
  })

  it('do not overtake earlier requests of a connection', async () => {
    const test = await siteWithPages()
    await using server = await serve(test)
    await server.get('/a')
    const connection = await connectRaw(server.server)
    const credentials = Buffer.from('max:Secret-password-1').toString('base64')
    const body = JSON.stringify({ title: 'A 2' })
    const host = `Host: 127.0.0.1:${(server.server.address() as { port: number }).port}\r\n`
    const read = `GET /a HTTP/1.1\r\n${host}\r\n`
    const write = `PATCH /a HTTP/1.1\r\n${host}Authorization: Basic ${credentials}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    connection.send(read + write + read + read)
    const answers = await connection.wait(4)
    expect(answers.map(({ status, body: { title } }) => [status, title])).toEqual([
      [200, 'A'],
      [204, undefined],
      [200, 'A 2'],
      [200, 'A 2'],
    ])
    connection.socket.destroy()
  })

  it('are not used while the store cannot report its state', async () => {
    const test = await siteWithPages()
    let isBroken = false
    const state = test.platform.store.state
    test.platform.store.state = () => (isBroken ? Promise.reject(new Error('broken')) : state())
    await using server = await serve(test)
    await server.get('/a')
    isBroken = true
    expect((await server.get('/a')).title).toBe('A')
    expect(server.answers.counts().hits).toBe(0)
  })
})
