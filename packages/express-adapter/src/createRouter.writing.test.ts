import { addPublished, createTestSite, password, type TestSite, type TestUser } from '@plenum/testkit'
import type { Express } from 'express'
import request from 'supertest'
import { createApp } from './createApp.js'

const base = 'http://site.example'
const hour = 3_600_000

let test: TestSite
let app: Express

beforeEach(async () => {
  test = await createTestSite()
  app = createApp(test.site)
  await addPublished(test, '/', { '@type': 'Document', id: 'c', title: 'C' })
  test.clock.now += hour
})

const later = '2027-01-01T01:00:00+00:00'

function send(method: 'get' | 'post' | 'patch' | 'delete', path: string, as?: TestUser) {
  const sent = request(app)[method](path).set('Host', 'site.example')
  return as ? sent.auth(as, password) : sent
}

const post = (path: string, body: object, as: TestUser = 'max') => send('post', path, as).send(body)
const patch = (path: string, body: object, as: TestUser = 'max') => send('patch', path, as).send(body)
const get = (path: string, as: TestUser = 'max') => send('get', path, as)
const document = (more: object = {}) => ({ '@type': 'Document', title: 'A page', ...more })

describe('POST to a container', () => {
  it('returns 201 with Location and the whole object', async () => {
    const { body, headers } = await post('/c', document({ id: 'a b' })).expect(201)
    expect(headers.location).toBe(`${base}/c/a%20b`)
    expect(body).toEqual((await get('/c/a%20b')).body)
  })

  it('includes the components that the query names', async () => {
    const { body } = await post('/c?expand=breadcrumbs,workflow', document({ id: 'new' })).expect(201)
    const components = (await get('/c/new?expand=breadcrumbs,workflow')).body['@components']
    expect(body['@components']).toEqual(components)
    expect(components.breadcrumbs.items).toEqual([
      { '@id': `${base}/c`, title: 'C' },
      { '@id': `${base}/c/new`, title: 'A page' },
    ])
  })

  it('ignores Prefer', async () => {
    const { body } = await post('/c', document()).set('Prefer', 'return=minimal').expect(201)
    expect(body.title).toBe('A page')
  })

  it.each([{}, { '@type': '' }, { '@type': null }])('without @type (%j) is a bad request', async type => {
    const { body } = await post('/c', { title: 'x', ...type }).expect(400)
    expect(body).toMatchObject({ type: 'BadRequest', context: `${base}/c`, message: expect.stringContaining('@type') })
  })

  it.each(['Nope', 'Room', 'Plone Site', 'Talk', 'constructor'])('of type %s is forbidden here', async type => {
    const { body } = await post('/c', document({ '@type': type })).expect(403)
    expect(body).toEqual({ error: { type: 'Forbidden', message: expect.stringContaining(type) } })
  })

  it('is not found at an object that is not a container', async () => {
    await post('/c', { '@type': 'Link', id: 'link', title: 'x', remoteUrl: '/c' }).expect(201)
    const { body } = await post('/c/link', document()).expect(404)
    expect(body).toMatchObject({ type: 'NotFound', context: `${base}/c` })
  })

  it('requires permission to add', async () => {
    for (const as of ['mia', 'rex', 'edi', 'rea'] as const) {
      const { body } = await post('/c', document(), as).expect(401)
      expect(body).toMatchObject({ type: 'Unauthorized', context: `${base}/c` })
    }
    await send('post', '/c').send(document()).expect(401)
    for (const as of ['con', 'sia', 'max'] as const) await post('/c', document(), as).expect(201)
  })

  it('silently ignores unknown and read-only fields, and accepts layout', async () => {
    const sent = { review_state: 'published', created: '2000-01-01', modified: 5, items: 'x', lock: 1, nope: {} }
    const { body } = await post('/c', document({ ...sent, layout: 'other_view' })).expect(201)
    expect(body).toMatchObject({
      review_state: 'private',
      created: later,
      modified: later,
      items: [],
      layout: 'other_view',
    })
    expect(body).not.toHaveProperty('nope')
  })

  it("makes the caller creator and Owner, and updates the container's modification date", async () => {
    const { body } = await post('/c', document({ id: 'own' }), 'con').expect(201)
    expect(body.creators).toEqual(['con'])
    await patch('/c/own', { title: 'Mine' }, 'con').expect(204)
    expect((await get('/c')).body.modified).toBe(later)
    const sent = await post('/c', document({ creators: ['ghost'] }), 'con')
    expect(sent.body.creators).toEqual(['ghost'])
  })

  it('accepts a UID only with 32 hexadecimal digits, if unused, and from site managers', async () => {
    const UID = '0123456789abcdef0123456789abcdef'
    expect((await post('/c', document({ UID }), 'sia').expect(403)).body.error.type).toBe('Forbidden')
    expect((await post('/c', document({ UID })).expect(201)).body.UID).toBe(UID)
    expect((await post('/c', document({ UID })).expect(400)).body.type).toBe('BadRequest')
    for (const bad of ['x', UID.toUpperCase().replace(/^0/, 'A'), 5, '', {}])
      await post('/c', document({ UID: bad })).expect(400)
  })

  it('lists every invalid field, as a string and as a list', async () => {
    const { body } = await post('/c', { '@type': 'Event', start: 'soon', subjects: 5 }).expect(400)
    expect(body).toMatchObject({ type: 'BadRequest', context: `${base}/c` })
    expect(body.message).toMatch(/^\[\{'message': '.*', 'field': '\w+', 'error': 'ValidationError'\}.*\]$/)
    const fields = body.errors.map(({ field }: { field: string }) => field)
    expect(fields.toSorted()).toEqual(['start', 'subjects', 'title'])
    for (const field of fields) expect(body.message).toContain(`'field': '${field}'`)
  })
})

describe('ids of new content', () => {
  it.each([
    ['My Document', 'my-document'],
    ['Über uns & "mehr"', 'uber-uns-mehr'],
    ['Straße', 'strasse'],
    ['a.b.c', 'a-b.c'],
    ['version 1.2.3', 'version-1-2.3'],
    ['_under score', 'under-score'],
    ['report.PDF', 'report.pdf'],
    ['@home', 'home'],
    ['edit', 'edit-1'],
    ['Login', 'login-1'],
    ['constructor', 'constructor'],
    ["It's me", 'its-me'],
  ])('from the title %j are %s', async (title, id) => {
    expect((await post('/c', { '@type': 'Document', title })).body.id).toBe(id)
  })

  it('from a title contain a unique number before the extension', async () => {
    for (const id of ['test.txt', 'test-1.txt', 'test-2.txt'])
      expect((await post('/c', { '@type': 'Document', title: 'test.txt' })).body.id).toBe(id)
  })

  it('exist even for a title that consists of punctuation only', async () => {
    expect((await post('/c', { '@type': 'Document', title: '!!!' }).expect(201)).body.id).toMatch(/^[a-z][\w-]*$/)
  })

  it('of a File come from the file name, which is its title too', async () => {
    const file = { data: 'YQ==', encoding: 'base64', filename: 'My Report.PDF', 'content-type': 'application/pdf' }
    const { body } = await post('/c', { '@type': 'File', file }).expect(201)
    expect([body.id, body.title]).toEqual(['my-report.pdf', 'My Report.PDF'])
    expect((await post('/c', { '@type': 'File', title: 'Other', file })).body).toMatchObject({
      id: 'my-report-1.pdf',
      title: 'Other',
    })
  })

  it.each(['Capital Blank', 'a.b', 'toString', 'constructor', '日本語', 'x-@', '+'.padStart(2, 'a')])(
    'such as %j are used verbatim',
    async id => {
      const { body } = await post('/c', document({ id })).expect(201)
      expect([body.id, body['@id']]).toEqual([id, `${base}/c/${encodeURIComponent(id)}`])
      await get(`/c/${encodeURIComponent(id)}`).expect(200)
    },
  )

  it.each([null, ''])('such as %j are replaced with an id from the title', async id => {
    expect((await post('/c', document({ id }))).body.id).toBe('a-page')
  })

  const reserved =
    'add contents controlpanel delete edit historyview login logout properties register search sharing sitemap view'
  it.each([
    ...[
      '.',
      '..',
      'a/b',
      'a\\b',
      'a?b',
      'a#b',
      'a%b',
      'a\nb',
      'a\u0000',
      '@search',
      '@@x',
      '+x',
      '++x',
      '_x',
      '__proto__',
    ],
    ...reserved.split(' '),
  ])('such as %j are refused', async id => {
    const { body } = await post('/c', document({ id })).expect(400)
    expect(body).toMatchObject({ type: 'BadRequest', context: `${base}/c` })
  })

  it.each([5, true, ['x'], { x: 1 }])('such as %j are refused, because they are not strings', async id => {
    const { body } = await post('/c', document({ id })).expect(400)
    expect(body.errors).toEqual([{ field: 'id', message: expect.any(String) }])
  })

  it('in use, even by hidden content, are a bad request, not a conflict', async () => {
    await post('/c', document({ id: 'taken' }))
    const { body } = await post('/c', document({ id: 'taken' }), 'con').expect(400)
    expect(body).toMatchObject({ type: 'BadRequest', message: expect.stringContaining('taken') })
  })
})

describe('PATCH', () => {
  beforeEach(async () => {
    await post('/c', document({ id: 'd', description: 'Old', subjects: ['a'] }))
    test.clock.now += hour
  })
  const now = '2027-01-01T02:00:00+00:00'

  it('changes only the given fields: 204 without a body', async () => {
    const { text, headers } = await patch('/c/d', { title: 'New' }).expect(204)
    expect([text, headers['content-type'], headers.location]).toEqual(['', undefined, undefined])
    expect((await get('/c/d')).body).toMatchObject({ title: 'New', description: 'Old', subjects: ['a'], modified: now })
  })

  it('with Prefer: return=representation returns 200 with the whole object', async () => {
    await post('/c/d', document({ id: 'inside' }))
    const { body } = await patch('/c/d', { title: 'New' }).set('Prefer', 'return=representation').expect(200)
    expect(body.title).toBe('New')
    expect(body).toEqual((await get('/c/d')).body)
  })

  it('with Prefer: return=representation returns the object that the query describes, without a version', async () => {
    await post('/c/d', document({ id: 'child' })).expect(201)
    const options = 'expand=breadcrumbs&metadata_fields=Creator&b_size=1'
    const changed = patch(`/c/d?${options}&version=0`, { title: 'New' }).set('Prefer', 'return=representation')
    const { body } = await changed.expect(200)
    const shown = (await get(`/c/d?${options}`)).body
    expect(body).toEqual(shown)
    expect(body['@components'].breadcrumbs.items).toHaveLength(2)
    expect(body.items[0].Creator).toBe('max')
  })

  it('does not read the query without Prefer', async () => {
    await patch('/c/d?b_size=x', { title: 'New' }).expect(204)
    await patch('/c/d?b_size=x', { title: 'Newer' }).set('Prefer', 'return=representation').expect(400)
    expect((await get('/c/d')).body.title).toBe('New')
  })

  it.each(['return=minimal', 'return="representation"', 'respond-async, return=representation'])(
    'with Prefer: %s returns 204, because this is not the exact value',
    async prefer => {
      await patch('/c/d', { title: 'New' }).set('Prefer', prefer).expect(204)
    },
  )

  it('clears with null, except required fields', async () => {
    await patch('/c/d', { description: null, subjects: null, effective: null, blocks: null }).expect(204)
    expect((await get('/c/d')).body).toMatchObject({ description: '', subjects: [], effective: null, blocks: {} })
    const { body } = await patch('/c/d', { title: null }).expect(400)
    expect(body.errors).toEqual([{ field: 'title', message: expect.any(String) }])
  })

  it('ignores unknown names, UID and @type', async () => {
    const before = (await get('/c/d')).body
    await patch('/c/d', { nope: 1, UID: 'x', '@type': 'Link', '@id': 'x', modified: '2000-01-01' }).expect(204)
    expect((await get('/c/d')).body).toEqual(before)
  })

  it.each([{}, { title: 'A page' }, { layout: 'listing_view' }, { changeNote: '' }])(
    'with %j does not update modified',
    async body => {
      await patch('/c/d', body).expect(204)
      expect((await get('/c/d')).body.modified).toBe(later)
    },
  )

  it('changes nothing with an empty body, but saves changeNote alone', async () => {
    await send('patch', '/c/d', 'max').expect(204)
    expect((await get('/c/d')).body.modified).toBe(later)
    await patch('/c/d', { changeNote: 'Read again' }).expect(204)
    expect((await get('/c/d')).body).toMatchObject({ modified: now, changeNote: '' })
  })

  it('sets the view by layout', async () => {
    await patch('/c/d', { layout: 'listing_view' }).expect(204)
    expect((await get('/c/d')).body.layout).toBe('listing_view')
  })

  it('requires permission to modify', async () => {
    for (const as of ['mia', 'rex', 'con', 'rea'] as const) await patch('/c', { title: 'x' }, as).expect(401)
    await send('patch', '/c').send({ title: 'x' }).expect(401)
    for (const as of ['edi', 'sia', 'max'] as const) await patch('/c', { title: as }, as).expect(204)
  })

  it('works for the site root', async () => {
    await patch('/', { title: 'Conference' }, 'edi').expect(204)
    expect((await get('/')).body.title).toBe('Conference')
    const answer = await patch('/', { id: 'other' }).set('Prefer', 'return=representation').expect(200)
    expect(answer.body).toEqual((await get('/')).body)
  })
})

describe('DELETE', () => {
  it("removes the object and all objects below it, and updates the container's modification date", async () => {
    await post('/c', document({ id: 'd' }))
    await post('/c/d', document({ id: 'e' }))
    test.clock.now += hour
    const { text } = await send('delete', '/c/d', 'max').send('{bad').expect(204)
    expect(text).toBe('')
    await get('/c/d').expect(404)
    await get('/c/d/e').expect(404)
    expect((await get('/c')).body).toMatchObject({ items_total: 0, modified: '2027-01-01T02:00:00+00:00' })
    await send('delete', '/c/d', 'max').expect(404)
  })

  it('requires permission to delete', async () => {
    await send('delete', '/c').expect(401)
    for (const as of ['mia', 'rex', 'con', 'rea'] as const) await send('delete', '/c', as).expect(401)
    await send('delete', '/c', 'edi').expect(204)
  })

  it('of the site root is refused: 401 for visitors, 403 for others', async () => {
    expect((await send('delete', '/').expect(401)).body).toMatchObject({ type: 'Unauthorized', context: base })
    for (const as of ['mia', 'sia', 'max'] as const) await send('delete', '/', as).expect(403)
    await get('/c').expect(200)
  })
})
