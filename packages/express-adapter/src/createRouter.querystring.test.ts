import { addPublished, createTestSite, password, type TestSite, type TestUser } from '@plenum/testkit'
import type { Express } from 'express'
import request from 'supertest'
import { createApp } from './createApp.js'

const base = 'http://site.example'
const prefix = 'plone.app.querystring.operation.'
const ids = ['alpha', 'beta', 'gamma', 'delta', 'epsilon']

let test: TestSite
let app: Express

beforeAll(async () => {
  test = await createTestSite()
  app = createApp(test.site)
  await addPublished(test, '/', { '@type': 'Document', id: 't', title: 'Test tree' })
  for (const id of ids)
    await test.run('addContent', '/t', { as: 'max', input: { '@type': 'Document', id, title: `100% ${id} + more` } })
})

const row = (i: string, o: string, v?: unknown) => ({ i, o: prefix + o, v })
const children = row('path', 'string.absolutePath', '/t::1')
const sorted = { query: [children], sort_on: 'getId' }

interface Asking {
  readonly path?: string
  readonly as?: TestUser | null
}

function post(body: unknown, { path = '/@querystring-search', as = 'max' }: Asking = {}) {
  const sent = request(app).post(path).set('Host', 'site.example')
  return (as === null ? sent : sent.auth(as, password)).send(body as object)
}

function get(path: string, as: TestUser | null = 'max') {
  const sent = request(app).get(path.replace(base, '')).set('Host', 'site.example')
  return as === null ? sent : sent.auth(as, password)
}

const once = (query: object): string => encodeURIComponent(JSON.stringify(query))
const twice = (query: object): string => encodeURIComponent(once(query))

const idsOf = ({ body }: { readonly body: { readonly items: readonly { readonly '@id': string }[] } }): string =>
  body.items.map(item => item['@id'].slice(`${base}/t/`.length)).join(' ')

describe('POST @querystring-search', () => {
  it('returns @id, items and items_total', async () => {
    const { body } = await post({ query: [row('getId', 'string.is', 'beta')] }).expect(200)
    expect(body).toEqual({ '@id': `${base}/@querystring-search`, items: [expect.anything()], items_total: 1 })
    expect(body.items[0]).toMatchObject({
      '@id': `${base}/t/beta`,
      '@type': 'Document',
      title: '100% beta + more',
      workflow_states: ['simple_publication_workflow|private'],
    })
  })

  it('sorts the results', async () => {
    expect(idsOf(await post(sorted))).toBe('alpha beta delta epsilon gamma')
    expect(idsOf(await post({ ...sorted, sort_order: 'descending' }))).toBe('gamma epsilon delta beta alpha')
    expect(idsOf(await post({ ...sorted, sort_order: 'reverse' }))).toBe('alpha beta delta epsilon gamma')
    expect(idsOf(await post({ ...sorted, sort_on: ['nope', 'getId'] }))).toBe('alpha beta delta epsilon gamma')
    expect(idsOf(await post({ ...sorted, sort_on: null }))).toBe(ids.join(' '))
  })

  it('has batch links that repeat the body', async () => {
    const query = { ...sorted, b_size: '2' }
    const { body } = await post(query).expect(200)
    const url = `${base}/@querystring-search`
    expect(body).toMatchObject({
      '@id': url,
      items_total: 5,
      batching: { '@id': url, first: `${url}?b_start=0`, next: `${url}?b_start=2`, last: `${url}?b_start=4` },
    })
    expect(idsOf({ body })).toBe('alpha beta')
    const next = await post(query, { path: '/@querystring-search?b_start=2' })
    expect(idsOf(next)).toBe('delta epsilon')
    expect(next.body['@id']).toBe(url)
    expect(next.body.batching).toMatchObject({ '@id': `${url}?b_start=2`, prev: `${url}?b_start=0` })
  })

  it('reads numbers from the address if they are missing from the body', async () => {
    const path = '/@querystring-search?b_start=1&b_size=1'
    expect(idsOf(await post(sorted, { path }))).toBe('beta')
    expect(idsOf(await post({ ...sorted, b_start: 3 }, { path }))).toBe('epsilon')
    expect(idsOf(await post({ ...sorted, b_start: 0, b_size: 2 }, { path }))).toBe('alpha beta')
  })

  it('returns only the total for b_size 0', async () => {
    const { body } = await post({ ...sorted, b_size: 0 }).expect(200)
    expect(body).toEqual({ '@id': `${base}/@querystring-search`, items: [], items_total: 5 })
  })

  it('applies a limit', async () => {
    const { body } = await post({ ...sorted, limit: '3', b_size: 2 }).expect(200)
    expect(body.items_total).toBe(3)
    expect(body.batching.last).toBe(`${base}/@querystring-search?b_start=2`)
    expect(idsOf(await post({ ...sorted, limit: 3, b_size: 2, b_start: 2 }))).toBe('delta')
  })

  it('returns more columns, or full objects', async () => {
    const query = [row('getId', 'string.is', 'beta')]
    const summary = async (more: object) => (await post({ query, ...more }).expect(200)).body.items[0]
    expect(await summary({})).not.toHaveProperty('Creator')
    expect(await summary({ metadata_fields: 'Creator' })).toMatchObject({ Creator: 'max' })
    expect(await summary({ metadata_fields: ['Creator', 'UID'] })).toMatchObject({
      Creator: 'max',
      UID: expect.anything(),
    })
    expect(await summary({ fullobjects: true })).toHaveProperty('versioning_enabled')
    expect(await summary({ fullobjects: 'yes' })).toHaveProperty('versioning_enabled')
    for (const fullobjects of [false, '0', null]) expect(await summary({ fullobjects })).not.toHaveProperty('creators')
  })

  it('excludes the context object', async () => {
    const query = [row('path', 'string.relativePath', '.')]
    expect(idsOf(await post({ query, sort_on: 'getId' }, { path: '/t/@querystring-search' }))).toBe(
      'alpha beta delta epsilon gamma',
    )
  })

  it('requires View, and finds only content that the caller may view', async () => {
    await post(sorted, { path: '/t/alpha/@querystring-search', as: null }).expect(401)
    await post({}, { path: '/t/alpha/@querystring-search', as: null }).expect(401)
    const { body } = await post({ query: [row('portal_type', 'string.is', 'Document')] }, { as: null }).expect(200)
    expect(body.items_total).toBe(1)
  })

  it('is malformed if it is not an object', async () => {
    for (const text of ['{', '[]', 'null', '"x"']) {
      const { body } = await request(app)
        .post('/@querystring-search')
        .auth('max', password)
        .type('json')
        .send(text)
        .expect(400)
      expect(body).toMatchObject({ type: 'BadRequest', context: expect.stringMatching(/^http/) })
    }
  })

  it.each<[string, object]>([
    ['no query', {}],
    ['an empty query', { query: [] }],
    ['a query that is not a list', { query: 'x' }],
    ['an unknown operator', { query: [row('getId', 'string.resembles', 'x')] }],
    ['a row without an operator', { query: [{ i: 'getId', v: 'x' }] }],
    ['a row that is not an object', { query: ['x'] }],
    ['too many rows', { query: Array(101).fill(children) }],
    ['too many values', { query: [row('getId', 'selection.any', Array(1001).fill('x'))] }],
    ['a size that is not a number', { ...sorted, b_size: 'x' }],
    ['a size of null', { ...sorted, b_size: null }],
    ['a negative size', { ...sorted, b_size: -1 }],
    ['a fractional start', { ...sorted, b_start: 0.5 }],
    ['a limit that is not a number', { ...sorted, limit: true }],
    ['a negative limit', { ...sorted, limit: -1 }],
    ['a fullobjects that is not a boolean', { ...sorted, fullobjects: 'foo' }],
  ])('with %s is a bad request', async (_, body) => {
    expect((await post(body).expect(400)).body).toMatchObject({ type: 'BadRequest', context: base })
  })

  it('names the invalid number', async () => {
    for (const name of ['b_start', 'b_size', 'limit'])
      expect((await post({ ...sorted, [name]: 'x' }).expect(400)).body.message).toContain(name)
  })

  it('is not found with further segments', async () => {
    await post(sorted, { path: '/@querystring-search/x' }).expect(404)
  })
})

describe('GET @querystring-search', () => {
  it.each([
    ['once', once],
    ['twice', twice],
  ])('accepts a query that is encoded %s', async (_, encode) => {
    const { body } = await get(`/@querystring-search?query=${encode(sorted)}`).expect(200)
    expect(idsOf({ body })).toBe('alpha beta delta epsilon gamma')
    expect(body['@id']).toBe(`${base}/@querystring-search?query=${encode(sorted)}`)
    const percent = { query: [row('Title', 'string.is', '100% "beta +"')] }
    expect(idsOf(await get(`/@querystring-search?query=${encode(percent)}`).expect(200))).toBe('beta')
  })

  it('has links to other batches', async () => {
    const first = await get(`/@querystring-search?query=${twice({ ...sorted, b_size: 2, b_start: 0 })}`).expect(200)
    expect(idsOf(first)).toBe('alpha beta')
    const second = await get(first.body.batching.next).expect(200)
    expect(idsOf(second)).toBe('delta epsilon')
    expect(second.body['@id']).toBe(first.body['@id'])
    expect(idsOf(await get(second.body.batching.next))).toBe('gamma')
    expect(idsOf(await get(second.body.batching.prev))).toBe('alpha beta')
    expect(idsOf(await get(first.body.batching.last))).toBe('gamma')
  })

  it('reads only b_start and b_size from the address', async () => {
    const path = `/@querystring-search?query=${once(sorted)}`
    expect(idsOf(await get(`${path}&b_size=1&b_start=1&sort_order=descending&limit=1`))).toBe('beta')
    for (const wrong of ['b_size=x', 'b_size=', 'b_start=-1', 'b_size=1&b_size=2'])
      await get(`${path}&${wrong}`).expect(400)
  })

  it.each(['', '?query=', '?query=%7B', '?query=[]', '?query=null', '?query=5', '?query=%25', '?query=%7B%7D'])(
    'of %j is a bad request',
    async query => {
      expect((await get(`/@querystring-search${query}`).expect(400)).body).toMatchObject({ type: 'BadRequest' })
    },
  )

  it('requires View before it checks the query', async () => {
    await get('/t/alpha/@querystring-search?query=%7B', null).expect(401)
    await get(`/t/alpha/@querystring-search?query=${once(sorted)}`).expect(200)
  })
})

describe('a query beyond its limits', () => {
  const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`

  it.each([65, 2000])('nested %d levels deep in an address is refused', async levels => {
    const query = encodeURIComponent(`{"query":[],"fullobjects":${deep(levels - 1)}}`)
    const { body } = await get(`/@querystring-search?query=${query}`).expect(400)
    expect(body.message).toContain('64 levels')
  })

  it('with a list instead of a flag is refused, regardless of the depth of the list', async () => {
    const sent = { query: [children], fullobjects: JSON.parse(deep(60)) }
    const { body } = await post(sent).expect(400)
    expect(body.message).toContain('fullobjects must be true or false, not …')
  })

  it.each<[string, object, string]>([
    ['101 rows', { query: Array(101).fill(children) }, '100 rows'],
    ['101 values', { query: [row('Subject', 'selection.any', Array(101).fill('a'))] }, '100 values'],
    ['201 words', { query: [row('SearchableText', 'string.is', 'a '.repeat(201))] }, '200 words'],
    ['21 beginnings', { query: [row('SearchableText', 'string.contains', 'a '.repeat(21))] }, '200 words'],
    ['five sort orders', { query: [children], sort_on: ['getId', 'created', 'modified', 'start', 'end'] }, '4 indexes'],
  ])('is refused with the limit: %s', async (_, sent, limit) => {
    const { body } = await post(sent).expect(400)
    expect(body.message).toContain(limit)
  })

  it('in the address of a search is refused too, counting the words of all parameters', async () => {
    const words = `SearchableText=${'a+'.repeat(150)}&Title=${'a+'.repeat(51)}`
    const { body } = await get(`/@search?${words}`).expect(400)
    expect(body.message).toContain('200 words')
    await get(`/@search?${words.slice(0, -2)}`).expect(200)
  })
})
