import { createTestSite, password, type TestSite } from '@plenum/testkit'
import request from 'supertest'
import { type AppOptions, createApp } from './createApp.js'

let test: TestSite

beforeEach(async () => {
  test = await createTestSite()
  await test.run('addContent', '/', { as: 'max', input: { '@type': 'Document', id: 'a', title: 'A' } })
  await test.run('addContent', '/a', { as: 'max', input: { '@type': 'Document', id: 'b', title: 'B' } })
  for (const path of ['/a', '/a/b'])
    await test.run('transitionContent', path, { as: 'max', input: { transition: 'publish', body: {} } })
})

const virtual = '/VirtualHostBase/https/example.org:443/Plone/++api++/VirtualHostRoot'
const own = 'http://own.example'
const get = (path: string, options: AppOptions = {}) =>
  request(createApp(test.site, options)).get(path).set('Host', 'site.example')

describe('a trusted virtual host', () => {
  it('is the prefix of every @id and link, without ++api++', async () => {
    const { body } = await get(`${virtual}/?b_size=1&expand=breadcrumbs`).expect(200)
    expect(body['@id']).toBe('https://example.org')
    expect(body.items[0]['@id']).toBe('https://example.org/a')
    const { body: inside } = await get(`${virtual}/a/@search?b_size=1`).expect(200)
    expect(inside.batching.next).toBe('https://example.org/a/@search?b_start=1&b_size=1')
    expect(JSON.stringify([body, inside])).not.toMatch(/api\+\+|site\.example|VirtualHost/)
  })

  it('may serve the site below a path', async () => {
    const { body } = await get('/VirtualHostBase/https/example.org/VirtualHostRoot/_vh_cms/a').expect(200)
    expect(body['@id']).toMatch(/^https:\/\/example\.org:\d+\/cms\/a$/)
  })

  it('is the prefix of redirects and of addresses in refusals', async () => {
    await test.run('editContent', '/a', { as: 'max', input: { body: { id: 'c' }, representation: false } })
    const { headers } = await get(`${virtual}/a/b/@workflow?x=1`).expect(302)
    expect(headers.location).toBe('https://example.org/c/b/@workflow?x=1')
    const doubled = await get('/VirtualHostBase/https/example.org:443/VirtualHostRoot/x/++api++/++api++/c').expect(302)
    expect(doubled.headers.location).toBe('https://example.org/x/++api++/c')
    const { body } = await get(`${virtual}/c/nothing`).expect(404)
    expect(body.context).toBe('https://example.org/c')
  })

  it('is an origin whose pages may write', async () => {
    const post = (origin: string, options: AppOptions = {}) =>
      request(createApp(test.site, options))
        .post(virtual)
        .set({ Host: 'inner.example', Origin: origin })
        .auth('max', password)
        .send({ '@type': 'Document', title: 'New' })
    const { headers } = await post('https://example.org').expect(201)
    expect(headers.location).toBe('https://example.org/new')
    await post('https://elsewhere.example').expect(403)
    await post('https://example.org', { publicUrl: own, trustProxy: 'loopback' }).expect(201)
  })

  it('of another site is not found', async () => {
    const { body } = await get('/VirtualHostBase/https/example.org:443/Other/VirtualHostRoot/a').expect(404)
    expect(body.type).toBe('NotFound')
  })
})

describe('a virtual host', () => {
  it('from a local program is trusted only without PUBLIC_URL', async () => {
    await get(`${virtual}/a`).expect(200)
    const { body } = await get(`${virtual}/a`, { publicUrl: own }).expect(404)
    expect(body.context).toBe(own)
  })

  it('from a trusted proxy overrides PUBLIC_URL', async () => {
    const { body } = await get(`${virtual}/a`, { publicUrl: own, trustProxy: 'loopback' }).expect(200)
    expect(body['@id']).toBe('https://example.org/a')
  })

  it('from other senders is ignored', async () => {
    await get(`${virtual}/a`, { publicUrl: own, trustProxy: '10.0.0.1' }).expect(404)
  })
})
