import { createTestSite, httpClient, type TestSite } from '@plenum/testkit'
import { createApp } from './createApp.js'

const documents = 130

let test: TestSite

beforeAll(async () => {
  test = await createTestSite()
  await test.run('addContent', '/', { as: 'max', input: { '@type': 'Document', id: 'd', title: 'D' } })
  for (let i = 0; i < documents; i++)
    await test.run('addContent', '/d', { as: 'max', input: { '@type': 'Document', id: `n${i}`, title: `Title ${i}` } })
})

const client = () => httpClient(createApp(test.site, { publicUrl: 'http://site.example' }))
const rows = [{ i: 'path', o: 'plone.app.querystring.operation.string.absolutePath', v: '/d::1' }]
const queryOf = (more: object) => encodeURIComponent(JSON.stringify({ query: rows, ...more }))

describe('full objects in one answer (docs/content-and-access.md, Search, rule 5)', () => {
  it.each([
    '/d?fullobjects=1&b_size=100000',
    '/@search?path.query=/d&path.depth=1&fullobjects=1&b_size=10000000000',
    `/@querystring-search?query=${queryOf({ fullobjects: true, b_size: 100_000 })}`,
  ])('are limited to 100 for any request, with the exact total and links of that size: %s', async path => {
    const { status, body } = await client().get(path)
    expect([status, body.items.length, body.items_total]).toEqual([200, 100, documents])
    expect(body.items[0]).toHaveProperty('blocks')
    expect(body.batching.last).toContain('b_start=100')
    const next = await client().get(new URL(body.batching.next).pathname + new URL(body.batching.next).search)
    expect(next.body.items).toHaveLength(documents - 100)
    const ids = new Set([...body.items, ...next.body.items].map(item => item['@id']))
    expect(ids.size).toBe(documents)
  })

  it('have the same limit for POST', async () => {
    const query = { query: rows, fullobjects: true, b_size: 1000 }
    const { body } = await client().post('/@querystring-search', query)
    expect([body.items.length, body.items_total]).toEqual([100, documents])
  })

  it('are as many as requested below the limit', async () => {
    const { body } = await client().get('/d?fullobjects=1&b_size=7')
    expect(body.items).toHaveLength(7)
    expect(body.batching.last).toContain('b_start=126')
  })
})

describe('summaries', () => {
  it('are all returned on request, as front ends need', async () => {
    const all = await client().get('/d?b_size=10000000000')
    const paged = await client().get('/d?b_size=100')
    expect([all.body.items.length, all.body.items_total, all.body.batching]).toEqual([documents, documents, undefined])
    expect(all.body.items.slice(0, 100)).toEqual(paged.body.items)
  })
})
