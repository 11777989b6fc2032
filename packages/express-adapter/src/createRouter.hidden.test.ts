import { addPublished, createTestSite, password, type TestSite, type TestUser } from '@plenum/testkit'
import type { Express } from 'express'
import request from 'supertest'
import { createApp } from './createApp.js'

const base = 'http://site.example'
const secretTitle = 'Topsecret'

let test: TestSite
let app: Express

beforeEach(async () => {
  test = await createTestSite()
  app = createApp(test.site)
})

function get(path: string, as?: TestUser) {
  const sent = request(app).get(path).set('Host', 'site.example').redirects(0)
  return as ? sent.auth(as, password) : sent
}

const rename = (path: string, id: string) =>
  test.run('editContent', path, { as: 'max', input: { body: { id }, representation: false } })
const add = (container: string, id: string, body: object = {}) =>
  test.run('addContent', container, { as: 'max', input: { '@type': 'Document', id, title: secretTitle, ...body } })
const retract = (path: string) =>
  test.run('transitionContent', path, { as: 'max', input: { transition: 'retract', body: {} } })

describe('a public page in a private one (docs/content-and-access.md, Permissions, rule 3)', () => {
  const bare = { '@id': `${base}/private` }

  beforeEach(async () => {
    await add('/', 'private', { description: 'Topsecret too', subjects: ['Topsecret tag'] })
    await addPublished(test, '/private', { '@type': 'Document', id: 'public', title: 'Public' })
  })

  it('reveals only the address of its parent', async () => {
    const { body } = await get('/private/public').expect(200)
    expect(body.parent).toEqual(bare)
  })

  it('reveals the other values to readers who may view the parent', async () => {
    const { body } = await get('/private/public', 'edi').expect(200)
    expect(body.parent).toMatchObject({ ...bare, title: secretTitle, review_state: 'private' })
  })

  it.each([
    '/@search?fullobjects=1&Title=Public',
    '/@search?fullobjects=1&path=/private',
    '/@search?metadata_fields=_all&path=/private',
    '/@querystring-search?query={"query":[{"i":"path","o":"plone.app.querystring.operation.string.absolutePath","v":"/private"}],"fullobjects":true}',
    '/private/public?expand=workflow',
    '/private/public/@workflow',
  ])('reveals nothing else through %s', async path => {
    const { body, text } = await get(encodeURI(path)).expect(200)
    expect(text).not.toContain('Topsecret')
    if (path.includes('fullobjects')) expect(body.items.map((item: { parent: object }) => item.parent)).toEqual([bare])
  })

  it('reveals nothing else in a version, to an owner who may not view the parent', async () => {
    await test.run('editSharing', '/private/public', {
      as: 'max',
      input: { entries: [{ id: 'mia', type: 'user', roles: { Editor: true } }] },
    })
    for (const path of ['/private/public?version=0', '/private/public/@history/0']) {
      const { body } = await get(path, 'mia').expect(200)
      expect(body.parent).toEqual(bare)
    }
  })

  it('reveals nothing else in answers to its author or editor', async () => {
    await test.run('editSharing', '/private/public', {
      as: 'max',
      input: { entries: [{ id: 'mia', type: 'user', roles: { Contributor: true, Editor: true } }] },
    })
    await retract('/private/public')
    const { node } = await nodeOf('/private/public')
    await keep({ ...node, permissions: { ...node.permissions, View: { roles: ['Manager'], acquired: false } } })
    const added = request(app).post('/private/public').set('Host', 'site.example').auth('mia', password)
    const { body } = await added.send({ '@type': 'Document', id: 'below', title: 'Below' }).expect(201)
    expect(body.parent).toEqual({ '@id': `${base}/private/public` })
    const changed = request(app).patch('/private/public/below').set('Host', 'site.example').auth('mia', password)
    const shown = await changed.set('Prefer', 'return=representation').send({ title: 'Other' }).expect(200)
    expect(shown.body).toMatchObject({ title: 'Other', parent: { '@id': `${base}/private/public` } })
    expect(Object.keys(shown.body.parent)).toEqual(['@id'])
  })

  it('reveals nothing else about a site that is not public', async () => {
    const { node } = await nodeOf('/')
    await keep({ ...node, permissions: { View: { roles: ['Manager'], acquired: false } } })
    await addPublished(test, '/', { '@type': 'Document', id: 'open', title: 'Open' })
    const { body } = await get('/open').expect(200)
    expect(body.parent).toEqual({ '@id': base })
  })

  async function nodeOf(path: string) {
    const { lineage } = await test.platform.store.read(reader => reader.open(path))
    const node = lineage.at(-1)
    if (!node) throw new Error(`nothing at ${path}`)
    return { node }
  }

  async function keep(node: Awaited<ReturnType<typeof nodeOf>>['node']): Promise<void> {
    const hits = await test.platform.store.read(reader => reader.search({ principals: 'system', where: [] }))
    const columns = hits.items.find(({ uid }) => uid === node.uid)?.columns ?? {}
    const entry = { holders: ['Anonymous'], indexes: {}, titleWords: [], descriptionWords: [], words: [], columns }
    expect(await test.platform.store.commit({ updates: [{ node, entry }] })).toMatchObject({ ok: true })
  }
})

describe('other traces of hidden content', () => {
  it('are omitted: related items and a preview image', async () => {
    await add('/', 'private')
    const { content } = await test.run('addContent', '/private', {
      as: 'max',
      input: {
        '@type': 'Image',
        id: 'image',
        title: secretTitle,
        image: { data: png.toString('base64'), encoding: 'base64', filename: 'Topsecret.png' },
      },
    })
    await addPublished(test, '/', {
      '@type': 'Document',
      id: 'page',
      title: 'Page',
      preview_image_link: content.UID ?? null,
      relatedItems: ['/private'],
    })
    const { body, text } = await get('/page').expect(200)
    expect(body).toMatchObject({ relatedItems: [], preview_image_link: null })
    const results = await get('/@search?Title=Page&metadata_fields=_all').expect(200)
    expect(results.body.items[0]).toMatchObject({ image_field: '', image_scales: null })
    expect(text + results.text).not.toContain('Topsecret')
    const shown = await get('/@search?Title=Page', 'edi').expect(200)
    expect(shown.body.items[0].image_field).toBe('preview_image_link')
  })

  const png = Buffer.from('89504e470d0a1a0a0000000d49484452000003e8000001f408020000', 'hex')
})

describe('the previous address of hidden content', () => {
  beforeEach(async () => {
    await addPublished(test, '/', { '@type': 'Document', id: 'old', title: 'Page' })
    await addPublished(test, '/old', { '@type': 'Document', id: 'in', title: 'In' })
    await rename('/old', 'topsecret')
    await retract('/topsecret')
  })

  const methods = ['get', 'head', 'post', 'patch', 'delete'] as const

  it.each(methods)('requested by %s is answered like the content itself: 401, without its location', async method => {
    const { headers, body } = await request(app)[method]('/old').set('Host', 'site.example').redirects(0).expect(401)
    expect(headers).not.toHaveProperty('location')
    if (method !== 'head') expect(body).toMatchObject({ type: 'Unauthorized', context: base })
    expect(JSON.stringify([headers, body])).not.toContain('topsecret')
  })

  it.each(['/old?x=1', '/++api++/old', '/old/', '/old/@workflow', '/old/@search', '/old/@@download/file'])(
    '%s is refused like the content',
    async path => {
      const { headers, text } = await get(path).expect(401)
      expect(JSON.stringify(headers) + text).not.toContain('topsecret')
    },
  )

  it('of deleted content is 404, like the new address', async () => {
    await get('/topsecret/nothing').expect(404)
    const { headers, text } = await get('/old/nothing').expect(404)
    expect(JSON.stringify(headers) + text).not.toContain('topsecret')
  })

  it('redirects readers who may view the content, and to missing content below it', async () => {
    expect((await get('/old', 'edi').expect(302)).headers.location).toBe(`${base}/topsecret`)
    expect((await get('/old/nothing', 'edi').expect(302)).headers.location).toBe(`${base}/topsecret/nothing`)
  })

  it('redirects everyone to public content inside', async () => {
    expect((await get('/old/in').expect(302)).headers.location).toBe(`${base}/topsecret/in`)
  })

  it('does not redirect to content that has been moved into a hidden container', async () => {
    await rename('/topsecret/in', 'topsecret-too')
    expect((await get('/old/in').expect(302)).headers.location).toBe(`${base}/topsecret/topsecret-too`)
    await retract('/topsecret/topsecret-too')
    const { headers, text } = await get('/old/in').expect(401)
    expect(JSON.stringify(headers) + text).not.toContain('topsecret')
  })
})
