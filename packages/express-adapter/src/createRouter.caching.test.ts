import { createTestSite, password, type TestSite, type TestUser } from '@plenum/testkit'
import type { Express } from 'express'
import request from 'supertest'
import { createApp } from './createApp.js'

const shared = 'public, max-age=0, s-maxage=30, must-revalidate'
const own = 'private, no-cache'

let test: TestSite
let app: Express

const add = (path: string, body: Readonly<Record<string, string>>) =>
  test.run('addContent', path, { as: 'max', input: { '@type': 'Document', ...body } })
const publish = (path: string, body: Readonly<Record<string, string>> = {}) =>
  test.run('transitionContent', path, { as: 'max', input: { transition: 'publish', body } })

beforeEach(async () => {
  test = await createTestSite()
  app = createApp(test.site)
  await add('/', { id: 'a', title: 'A' })
  await add('/', { id: 'hidden', title: 'Hidden' })
  await publish('/a')
})

type Answer = Awaited<ReturnType<typeof get>>['body']

function get(path: string, { as, ...sent }: { as?: TestUser; [header: string]: string | undefined } = {}) {
  const asking = request(app)
    .get(path)
    .set('Host', 'site.example')
    .set(sent as Record<string, string>)
  return as ? asking.auth(as, password) : asking
}

const cacheControl = async (path: string, as?: TestUser): Promise<string | undefined> =>
  (await get(path, as ? { as } : {})).headers['cache-control']

const row = { i: 'portal_type', o: 'plone.app.querystring.operation.selection.any', v: ['Document'] }
const inAddress = `@querystring-search?query=${encodeURIComponent(JSON.stringify({ query: [row] }))}`
const dynamic = ['', '@search', inAddress, '@actions', '@breadcrumbs', '@navigation', '@navroot', '@inherit']
const personal = ['@workflow', '@contextnavigation', '@vocabularies', '@lock']

describe('Cache-Control', () => {
  it.each(dynamic)('lets caches store the answer for visitors for half a minute: /a/%s', async service => {
    expect(await cacheControl(`/a/${service}`)).toBe(shared)
    expect(await cacheControl(`/a/${service}`, 'max')).toBe(own)
  })

  it.each(personal)('lets no cache store /a/%s', async service => {
    expect(await cacheControl(`/a/${service}`)).toBe(own)
  })

  it('is private to a caller who sent credentials, even ignored ones', async () => {
    const { headers } = await get('/a', { Authorization: 'Bearer nonsense' }).expect(200)
    expect(headers['cache-control']).toBe(own)
  })

  it('lets no cache store refusals and redirects', async () => {
    await test.run('editContent', '/a', { as: 'max', input: { body: { id: 'b' }, representation: false } })
    for (const [path, status] of [
      ['/a', 302],
      ['/hidden', 401],
      ['/nothing', 404],
      ['/?b_size=x', 400],
    ] as const) {
      const { headers } = await get(path).expect(status)
      expect([path, headers['cache-control'], headers.etag]).toEqual([path, own, undefined])
    }
  })

  it('forbids caching of answers to writes and POST', async () => {
    const pending = request(app)
      .post('/@querystring-search')
      .send({ query: [row] })
    const refused = request(app).post('/a').send({})
    for (const answer of [await pending.expect(200), await refused.expect(401)])
      expect(answer.headers['cache-control']).toBe('private, no-store')
  })

  it('ends when a date will change the answer', async () => {
    await add('/a', { id: 'soon', title: 'Soon' })
    await publish('/a/soon', { effective: new Date(test.clock.now + 10_500).toISOString() })
    expect(await cacheControl('/a')).toBe('public, max-age=0, s-maxage=10, must-revalidate')
    test.clock.now += 10_500
    expect(await cacheControl('/a')).toBe(shared)
  })

  it('never shares answers with members: answers vary by Authorization', async () => {
    for (const path of ['/a', '/nothing', '/hidden', '/a/@workflow'])
      expect((await get(path)).headers.vary).toBe('Authorization')
  })
})

describe('the ETag of a GET', () => {
  const everything = [
    ...dynamic,
    ...personal,
    '@schedule',
    '@sponsors',
    '@vocabularies/plone.app.vocabularies.Keywords',
  ]

  it.each(everything)('is sent, and revalidated with 304: %s', async service => {
    const path = service === '@schedule' || service === '@sponsors' ? `/${service}` : `/a/${service}`
    const { headers } = await get(path, { as: 'max' }).expect(200)
    expect(headers.etag).toMatch(/^"(?:\d+-)?[\w-]{22}"$/)
    const again = await get(path, { as: 'max', 'If-None-Match': headers.etag }).expect(304)
    expect(again.text).toBe('')
    expect(again.headers).toMatchObject({
      etag: headers.etag,
      'cache-control': headers['cache-control'],
      vary: headers.vary,
    })
    expect(again.headers['content-length']).toBeUndefined()
  })

  it('differs by query, caller, address and version', async () => {
    const tags: unknown[] = []
    for (const path of ['/a', '/a?b_size=1', '/a?expand=navigation', '/a?expand=navigation&expand.navigation.depth=2'])
      for (const as of [undefined, 'max', 'edi'] as const) tags.push((await get(path, as ? { as } : {})).headers.etag)
    tags.push((await get('/a', { Host: 'other.example' })).headers.etag)
    tags.push((await get('/a?version=0', { as: 'max' })).headers.etag)
    expect(new Set(tags).size).toBe(14)
  })

  it('changes when somebody locks the object, and when the lock expires', async () => {
    const tag = async () => (await get('/a', { as: 'edi' })).headers.etag
    const before = await tag()
    await request(app).post('/a/@lock').auth('max', password).expect(200)
    const during = await tag()
    test.clock.now += 601_000
    const after = await tag()
    expect(during).not.toBe(before)
    expect(after).not.toBe(during)
    expect((await get('/a', { as: 'edi' })).body.lock.locked).toBe(false)
  })

  it.each([
    ['/f/a/@actions', (body: Answer) => body],
    ['/f/a?expand=actions', (body: Answer) => body['@components'].actions],
    ['/f?fullobjects&expand=actions', (body: Answer) => body.items[0]['@components'].actions],
  ])('of %s changes with the lock, and only the lock owner receives links to edit', async (path, actionsIn) => {
    await test.run('addContent', '/', { as: 'max', input: { '@type': 'Document', id: 'f', title: 'F' } })
    await add('/f', { id: 'a', title: 'A' })
    const offered = async (as: TestUser, known?: string) => {
      const { status, body, headers } = await get(path, { as, ...(known ? { 'If-None-Match': known } : {}) })
      const isOffered = status === 200 && actionsIn(body).object.some(({ id }: Answer) => id === 'edit')
      return { status, isOffered, tag: String(headers.etag) }
    }
    const before = await offered('edi')
    expect(before).toMatchObject({ status: 200, isOffered: true })
    expect(await offered('edi', before.tag)).toMatchObject({ status: 304 })
    await request(app).post('/f/a/@lock').auth('max', password).expect(200)
    const during = await offered('edi', before.tag)
    expect(during).toMatchObject({ status: 200, isOffered: false })
    expect(await offered('max')).toMatchObject({ status: 200, isOffered: true })
    expect(await offered('edi', during.tag)).toMatchObject({ status: 304 })
    test.clock.now += 601_000
    expect(await offered('edi', during.tag)).toMatchObject({ status: 200, isOffered: true })
  })

  it('of a search by date depends on the results, which may change with time', async () => {
    const rows = [{ i: 'effective', o: 'plone.app.querystring.operation.date.beforeToday', v: '' }]
    const path = `/@querystring-search?query=${encodeURIComponent(JSON.stringify({ query: rows }))}`
    await publish('/hidden', { effective: new Date(test.clock.now + 60_000).toISOString() })
    const read = () => get(path, { as: 'max' })
    const before = await read().expect(200)
    test.clock.now += 120_000
    const after = await read().expect(200)
    // The site root has no publication date, so both searches find it.
    expect([before.body.items_total, after.body.items_total]).toEqual([2, 3])
    expect(after.headers.etag).not.toBe(before.headers.etag)
  })

  it('is missing from answers that cannot be revalidated', async () => {
    const { headers } = await request(app)
      .post('/@querystring-search')
      .send({ query: [row] })
      .expect(200)
    expect(headers.etag).toBeUndefined()
  })

  it('is checked before the payload is computed', async () => {
    const { headers } = await get('/a?expand=navigation', { as: 'max' }).expect(200)
    const count = { searches: 0 }
    const counted = await countingSearches(test, count)
    const path = '/a?expand=navigation'
    const again = await request(counted)
      .get(path)
      .set({ Host: 'site.example', 'If-None-Match': headers.etag ?? '' })
      .auth('max', password)
    expect([again.status, count.searches]).toEqual([304, 0])
  })
})

async function countingSearches({ platform }: TestSite, count: { searches: number }): Promise<Express> {
  const { createSite } = await import('@plenum/core')
  const store = {
    ...platform.store,
    read: <T>(task: Parameters<typeof platform.store.read<T>>[0]) =>
      platform.store.read(reader =>
        task({
          ...reader,
          search: query => {
            if (query.principals !== 'system') count.searches++
            return reader.search(query)
          },
        }),
      ),
  }
  return createApp(createSite({ ...platform, store }))
}
