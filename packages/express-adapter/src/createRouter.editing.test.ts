import { addPublished, createTestSite, password, type TestSite, type TestUser } from '@plenum/testkit'
import type { Express } from 'express'
import request from 'supertest'
import { createApp } from './createApp.js'

const base = 'http://site.example'

let test: TestSite
let app: Express

beforeEach(async () => {
  test = await createTestSite()
  app = createApp(test.site)
  for (const id of ['a', 'b']) await addPublished(test, '/', { '@type': 'Document', id, title: id })
})

type Method = 'get' | 'head' | 'post' | 'patch' | 'delete'

function send(method: Method, path: string, as?: TestUser) {
  const sent = request(app)[method](path).set('Host', 'site.example').redirects(0)
  return as ? sent.auth(as, password) : sent
}

describe('locks', () => {
  it('are acquired, required by changes, and released with or without a body', async () => {
    const { body: lock } = await send('post', '/a/@lock', 'max').expect(200)
    expect((await send('get', '/a', 'max')).body.lock).toEqual(lock)
    const change = (token: string) => send('patch', '/a', 'max').set('Lock-Token', token).send({ title: 'New' })
    const { body } = await change('other').expect(403)
    expect(body).toEqual({ error: { type: 'Forbidden', message: expect.stringContaining('Lock-Token') } })
    await change(lock.token).expect(204)
    await send('patch', '/a/@lock', 'max').expect(200)
    expect((await send('delete', '/a/@lock', 'edi').expect(200)).body.locked).toBe(true)
    const { body: free } = await send('delete', '/a/@lock', 'edi').send({ force: true }).expect(200)
    expect(free).toEqual({ locked: false, stealable: true })
  })

  it('held by others cause 423 on deletion and moves', async () => {
    await send('post', '/a/@lock', 'edi').expect(200)
    const { body } = await send('delete', '/a', 'max').expect(423)
    expect(body).toMatchObject({ type: 'ResourceLockedError', context: `${base}/a` })
    await send('post', '/b/@move', 'max').send({ source: '/a' }).expect(423)
    await send('post', '/b/@copy', 'max').send({ source: '/a' }).expect(200)
  })

  it('reject an invalid timeout, and callers without permission', async () => {
    await send('post', '/a/@lock', 'max').send({ timeout: 'soon' }).expect(400)
    for (const method of ['post', 'patch', 'delete'] as const) {
      await send(method, '/a/@lock').expect(401)
      await send(method, '/a/@lock', 'mia').expect(401)
    }
    expect((await send('get', '/a/@lock').expect(200)).body).toEqual({ locked: false, stealable: true })
  })
})

describe('copies and moves', () => {
  it('return addresses, or 401 or 403 with null without permission', async () => {
    const { body } = await send('post', '/b/@copy', 'max')
      .send({ source: [`${base}/++api++/a`] })
      .expect(200)
    expect(body).toEqual([{ source: `${base}/a`, target: `${base}/b/a` }])
    const moved = await send('post', '/++api++/b/@move', 'max').send({ source: '/a' }).expect(200)
    expect(moved.body).toEqual([{ source: `${base}/a`, target: `${base}/b/copy_of_a` }])
    await send('get', '/a').expect(302).expect('Location', `${base}/b/copy_of_a`)
    for (const service of ['@copy', '@move']) {
      await send('post', `/b/${service}`, 'max').send({}).expect(400)
      await send('post', `/b/${service}`).send({ source: '/a' }).expect(401)
      expect((await send('post', `/b/${service}`, 'rea').send({ source: '/a' }).expect(403)).body).toBe(null)
    }
  })
})

describe('aliases', () => {
  it('redirect visitors, with method, service, query and ++api++', async () => {
    await send('post', '/++api++/a/@aliases', 'max').send({ items: '/old-x' }).expect(204)
    const location = async (method: Method, path: string, status: number) =>
      (await send(method, path).expect(status)).headers.location
    expect(await location('get', '/++api++/old-x?expand=a,b', 302)).toBe(`${base}/++api++/a?expand=a,b`)
    expect(await location('head', '/old-x/', 302)).toBe(`${base}/a`)
    expect(await location('get', '/++api++/old-x/in/@navigation?x=1', 302)).toBe(`${base}/++api++/a/in/@navigation?x=1`)
    expect(await location('delete', '/old-x', 307)).toBe(`${base}/a`)
    expect(await location('post', '/old-x/@workflow/publish', 307)).toBe(`${base}/a/@workflow/publish`)
  })

  it('redirect to another site exactly as entered, but not its services', async () => {
    const items = [{ path: '/away', 'redirect-to': 'https://example.org/x?y=1' }]
    await send('post', '/@aliases', 'max').send({ items }).expect(204)
    await send('get', '/++api++/away?z=2').expect(302).expect('Location', 'https://example.org/x?y=1')
    await send('get', '/away/@navigation').expect(404)
    await send('get', '/away/in').expect(404)
  })

  it('are listed in batches whose links have a special name', async () => {
    await send('post', '/a/@aliases', 'max')
      .send({ items: ['/x', '/y', '/z'] })
      .expect(204)
    const { body } = await send('get', '/a/@aliases?b_size=2', 'max').expect(200)
    expect(body).toMatchObject({ '@id': `${base}/a/@aliases`, items: [{ path: '/x' }, { path: '/y' }], items_total: 3 })
    expect(body.links.next).toBe(`${base}/a/@aliases?b_start=2&b_size=2`)
    const all = await send('get', '/@aliases?b_size=&b_start=0&q=&manual=', 'max').expect(200)
    expect([all.body.items_total, all.body.links]).toEqual([3, undefined])
    const { body: ofPrefix } = await send('get', '/@aliases?query=/y', 'max')
    expect(ofPrefix).toMatchObject({ '@id': `${base}/@aliases`, items: [{ path: '/y' }] })
    await send('get', '/@aliases?manual=perhaps', 'max').expect(400)
    await send('get', '/@aliases?b_size=x', 'max').expect(400)
    await send('get', '/@aliases').expect(401)
  })

  it('that fail are reported with 200', async () => {
    const failed = { type: 'error', failed: ['/b'] }
    expect(
      (
        await send('post', '/a/@aliases', 'max')
          .send({ items: ['/b'] })
          .expect(200)
      ).body,
    ).toEqual(failed)
    expect(
      (
        await send('delete', '/a/@aliases', 'max')
          .send({ items: ['/b'] })
          .expect(200)
      ).body,
    ).toEqual(failed)
    await send('post', '/@aliases', 'max')
      .send({ items: ['/x'] })
      .expect(400)
  })
})

describe('references', () => {
  it('are requested by UIDs, which are separated with commas or repeated', async () => {
    const [a, b] = await Promise.all(['/a', '/b'].map(async path => (await send('get', path)).body.UID))
    const breachesOf = async (query: string) => (await send('get', `/@linkintegrity?${query}`).expect(200)).body
    expect(await breachesOf(`uids=${a},${b}`)).toMatchObject([
      { '@id': `${base}/a`, items_total: 0, breaches: [] },
      { '@id': `${base}/b` },
    ])
    expect(await breachesOf(`uids=${a}&uids=${b}`)).toHaveLength(2)
    expect(await breachesOf(`uids:list=${b}`)).toHaveLength(1)
    await send('get', '/@linkintegrity').expect(400)
    await send('get', '/@linkintegrity?uids=').expect(400)
  })

  it('are listed, or 204 if no reference would break', async () => {
    const { body } = await send('get', '/@relations', 'max').expect(200)
    expect(body).toEqual({ '@id': `${base}/@relations`, broken: {}, stats: {} })
    await send('get', '/@relations?onlyBroken=true', 'max').expect(204)
    const query = '?target=/a&b=%C3%BC'
    const { body: chosen } = await send('get', `/@relations${query}`).expect(200)
    expect(chosen).toEqual({ '@id': `${base}/@relations${query}`, relations: {} })
    await send('get', '/@relations').expect(401)
  })
})
