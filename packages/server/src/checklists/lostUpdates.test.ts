import { createApp } from '@plenum/express-adapter'
import { createTestSite, freshStores, type OpenStore, password, type TestSite } from '@plenum/testkit'
import type { Express } from 'express'
import request from 'supertest'
import { openDatabase } from '../database.js'

const base = 'http://site.example'

let test: TestSite
let app: Express

type Method = 'get' | 'head' | 'post' | 'patch' | 'delete'
type User = 'max' | 'edi' | 'mia'

const send = (method: Method, path: string, as: User = 'max') => request(app)[method](path).auth(as, password)
const tagOf = async (path: string, as: User = 'max'): Promise<string> =>
  (await send('get', path, as).expect(200)).headers.etag ?? ''
const retitle = (tag: string, title: string, as: User = 'max') =>
  send('patch', '/page', as).set('If-Match', tag).send({ title })
const pageTitle = async () => (await send('get', '/page')).body.title

async function begin(openStore: OpenStore): Promise<void> {
  test = await createTestSite({ store: openStore() })
  app = createApp(test.site, { publicUrl: base })
  await send('post', '/').send({ '@type': 'Document', id: 'page', title: 'First' }).expect(201)
}

const stores = freshStores(file => openDatabase(file).content, afterAll)

describe.each(stores)('lost updates (docs/http-answers.md, Revisions and ETags), stored in %s', (_name, openStore) => {
  beforeEach(() => begin(openStore))

  describe('the ETag of content', () => {
    it.each(['/', '/page', '/page?version=0', '/page?fullobjects=1&expand=workflow'])(
      'of %s is the revision and an opaque part',
      async path => {
        expect(await tagOf(path)).toMatch(/^"[1-9]\d*-[\w-]{22}"$/)
        expect((await send('head', path)).headers.etag).toBe(await tagOf(path))
      },
    )

    it('is in the answers to a creation and a change, with the new revision', async () => {
      const added = send('post', '/').send({ '@type': 'Document', id: 'other', title: 'Other' })
      expect((await added.expect(201)).headers.etag).toMatch(/^"1-/)
      const { headers } = await retitle('*', 'Second').set('Prefer', 'return=representation').expect(200)
      expect([headers.etag, headers.etag?.slice(0, 3)]).toEqual([await tagOf('/page'), '"2-'])
    })

    it('is stable while nothing changes, and differs by caller, language, address and related content', async () => {
      const tag = await tagOf('/page')
      expect(await tagOf('/page')).toBe(tag)
      const other = await tagOf('/page', 'edi')
      await send('post', '/').send({ '@type': 'Document', id: 'more', title: 'More' }).expect(201)
      const later = await tagOf('/page')
      const otherApp = createApp(test.site, { publicUrl: 'http://other.example' })
      const elsewhere = (await request(otherApp).get('/page').auth('max', password)).headers.etag
      expect(new Set([tag, other, later, elsewhere]).size).toBe(4)
      for (const each of [tag, other, later, elsewhere]) expect(each).toMatch(/^"1-/)
    })

    it('differs when content inside is published by date', async () => {
      const soon = new Date(test.clock.now + 60_000).toISOString()
      const inside = { '@type': 'Document', id: 'soon', title: 'Soon', effective: soon }
      await send('post', '/page').send(inside).expect(201)
      await send('post', '/page/soon/@workflow/publish').expect(200)
      await send('post', '/page/@workflow/publish').expect(200)
      const anonymous = async () => (await request(app).get('/page').expect(200)).headers.etag
      const before = await anonymous()
      test.clock.now += 120_000
      expect(await anonymous()).not.toBe(before)
    })

    it('leads to 304 for clients with the current answer', async () => {
      const tag = await tagOf('/page')
      for (const sent of [tag, `W/${tag}`, `"x", ${tag}`, '*']) {
        const { headers, text } = await send('get', '/page').set('If-None-Match', sent).expect(304)
        expect([headers.etag, text]).toEqual([tag, ''])
      }
      await retitle('*', 'Second').expect(204)
      expect((await send('get', '/page').set('If-None-Match', tag).expect(200)).body.title).toBe('Second')
    })
  })

  describe('two editors who have read the same revision', () => {
    it('conflict: the second is refused, and nothing is written', async () => {
      const [his, hers] = [await tagOf('/page', 'max'), await tagOf('/page', 'edi')]
      await retitle(his, 'His').expect(204)
      const { body } = await retitle(hers, 'Hers', 'edi').expect(412)
      expect(body).toEqual({
        type: 'PreconditionFailed',
        message: expect.stringContaining('read it again'),
        context: `${base}/page`,
      })
      expect(await pageTitle()).toBe('His')
      await retitle(await tagOf('/page', 'edi'), 'Hers', 'edi').expect(204)
      expect(await pageTitle()).toBe('Hers')
    })

    it('overwrite each other if neither sends a precondition', async () => {
      for (const title of ['His', 'Hers']) await send('patch', '/page').send({ title }).expect(204)
      expect(await pageTitle()).toBe('Hers')
    })

    it('are served one after the other: one of many simultaneous changes succeeds', async () => {
      const tag = await tagOf('/page')
      const sent = Array.from({ length: 8 }, (_, i) => retitle(tag, `Title ${i}`))
      const statuses = (await Promise.all(sent)).map(({ status }) => status)
      expect(statuses.toSorted()).toEqual([204, ...Array(7).fill(412)])
    })

    it('do not conflict with changes inside, or with votes on other pages', async () => {
      const tag = await tagOf('/page')
      await send('post', '/page').send({ '@type': 'Document', id: 'in', title: 'In' }).expect(201)
      expect(await tagOf('/page')).not.toBe(tag)
      await retitle(tag, 'Second').expect(204)
    })
  })

  describe('If-Match', () => {
    const others: readonly [Method, string, object][] = [
      ['patch', '/page', { title: 'Second' }],
      ['patch', '/page', {}],
      ['patch', '/page', { id: 'leaf' }],
      ['delete', '/page', {}],
      ['post', '/page/@workflow/publish', {}],
      ['post', '/page/@workflow/publish', { include_children: true }],
      ['post', '/page/@sharing', { entries: [{ id: 'mia', type: 'user', roles: { Reader: true } }] }],
      ['post', '/page/@sharing', { entries: [] }],
      ['patch', '/page/@history', { version: 0 }],
    ]

    it.each(others)('with another revision stops %s %s %j', async (method, path, body) => {
      const stale = await tagOf('/page')
      await retitle('*', 'Meanwhile').expect(204)
      const before = (await send('get', '/page')).headers.etag
      await send(method, path).set('If-Match', stale).send(body).expect(412)
      expect((await send('get', '/page').expect(200)).headers.etag).toBe(before)
    })

    it.each(others)('with the current revision lets %s %s %j pass', async (method, path, body) => {
      const { status } = await send(method, path)
        .set('If-Match', await tagOf('/page'))
        .send(body)
      expect([200, 204]).toContain(status)
    })

    it.each(['*', ' * ', '"1-x"', '1-x', 'W/"1-x"', '"7-a", W/"1-b"', '"x", *'])('such as %s matches', async tag => {
      await retitle(tag, 'Second').expect(204)
    })

    it.each(['', '""', '"x"', 'x', '"1"', '1', '"-1"', '"01-x"', '"11-x"', '"2-x"', '1.0-x', '"*"', ',', 'null-1'])(
      'such as %j never matches',
      async tag => {
        await retitle(tag, 'Second').expect(412)
        expect(await pageTitle()).toBe('First')
      },
    )

    it('is checked after the permission', async () => {
      await send('patch', '/page', 'mia').set('If-Match', '"9-x"').send({ title: 'X' }).expect(401)
      await send('delete', '/page', 'mia').set('If-Match', '"9-x"').expect(401)
      await send('delete', '/').set('If-Match', '"9-x"').expect(403)
      await send('post', '/page/@workflow/publish').set('If-Match', '"1-x"').expect(200)
      await send('post', '/page/@sharing', 'mia').set('If-Match', '"9-x"').send({}).expect(403)
      await send('patch', '/page/@history', 'mia').set('If-Match', '"9-x"').send({ version: 0 }).expect(401)
      await send('patch', '/nowhere').set('If-Match', '"9-x"').send({}).expect(404)
    })

    it('on the site root refers to the root', async () => {
      const tag = await tagOf('/')
      await send('patch', '/').set('If-Match', tag).send({ title: 'Home' }).expect(204)
      await send('patch', '/').set('If-Match', tag).send({ title: 'House' }).expect(412)
    })
  })

  describe('a change that loses a race', () => {
    /** Changes the page as another user, after the service has computed a change and before it stores the change. */
    function interfere(): void {
      const { store } = test.platform
      let isFirst = true
      const before = store.commit
      Object.assign(store, {
        commit: async (...args: Parameters<typeof before>) => {
          if (isFirst) {
            isFirst = false
            await test.run('editContent', '/page', {
              as: 'max',
              input: { body: { title: 'Meanwhile' }, representation: false },
            })
          }
          return before.apply(store, args)
        },
      })
    }

    it.each([
      ['patch', '/page', { title: 'Late' }],
      ['delete', '/page', undefined],
      ['post', '/page/@workflow/publish', { include_children: true }],
      ['post', '/page/@sharing', { entries: [{ id: 'mia', type: 'user', roles: { Reader: true } }] }],
    ] as const)('is checked again: %s %s', async (method, path, body) => {
      const tag = await tagOf('/page')
      interfere()
      await send(method, path).set('If-Match', tag).send(body).expect(412)
      expect(await pageTitle()).toBe('Meanwhile')
    })

    it('also stops a transition of children, even if the state of the page does not change', async () => {
      await send('post', '/page').send({ '@type': 'Document', id: 'in', title: 'In' }).expect(201)
      await send('post', '/page/@workflow/publish').expect(200)
      const tag = await tagOf('/page')
      interfere()
      const moved = send('post', '/page/@workflow/publish').set('If-Match', tag).send({ include_children: true })
      await moved.expect(412)
      expect((await send('get', '/page/in')).body.review_state).toBe('private')
    })

    it('succeeds without a precondition', async () => {
      interfere()
      await send('patch', '/page').send({ description: 'Late' }).expect(204)
      expect((await send('get', '/page')).body).toMatchObject({ title: 'Meanwhile', description: 'Late' })
    })
  })
})
