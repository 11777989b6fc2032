import { addPublished, createTestSite, password, type TestSite, type TestUser } from '@plenum/testkit'
import type { Express } from 'express'
import request from 'supertest'
import { createApp } from './createApp.js'

const base = 'http://site.example'
const summaryKeys = [
  ...['@id', '@type', 'Subject', 'description', 'effective', 'end', 'getObjSize', 'getRemoteUrl', 'head_title'],
  ...['image_field', 'image_scales', 'mime_type', 'nav_title', 'review_state', 'start', 'title', 'type_title'],
  'workflow_states',
]

let test: TestSite
let app: Express

beforeEach(async () => {
  test = await createTestSite()
  app = createApp(test.site)
})

function get(path: string, as?: TestUser) {
  const sent = request(app).get(path).set('Host', 'site.example')
  return as ? sent.auth(as, password) : sent
}

function add(container: string, body: Parameters<typeof addPublished>[2]): Promise<string> {
  return addPublished(test, container, body)
}

async function addPrivate(container: string, id: string): Promise<void> {
  await test.run('addContent', container, { as: 'con', input: { '@type': 'Document', id, title: id } })
}

async function addFive(): Promise<void> {
  await add('/', { '@type': 'Document', id: 'c', title: 'C' })
  for (const id of ['one', 'two', 'three', 'four', 'five']) await add('/c', { '@type': 'Document', id, title: id })
}

const idsOf = (items: readonly { '@id': string }[]) => items.map(item => item['@id'].slice(base.length))

describe('URLs', () => {
  beforeEach(async () => {
    await add('/', { '@type': 'Document', id: 'With Space', title: 'x' })
    await add('/With Space', { '@type': 'Document', id: 'über', title: 'y' })
  })

  it.each([
    '/With%20Space/%C3%BCber',
    '/With%20Space/%C3%BCber/',
    '//With%20Space//%C3%BCber',
    '/++api++/With%20Space/%C3%BCber',
    '/With%20Space/++api++/%C3%BCber',
    '/++api++//With%20Space/%C3%BCber/',
  ])('%s returns the same content, with the canonical URL as its @id', async path => {
    const { body } = await get(path).expect(200)
    expect(body['@id']).toBe(`${base}/With%20Space/%C3%BCber`)
    expect(body.parent['@id']).toBe(`${base}/With%20Space`)
  })

  it('have case-sensitive ids', async () => {
    await get('/with%20space').expect(404)
  })

  it('with a duplicate ++api++ redirect to the form with a single one, with the query', async () => {
    const { headers, text } = await get('/++api++/++api++/With%20Space?b_size=1').expect(302)
    expect([headers.location, text]).toEqual([`${base}/++api++/With%20Space?b_size=1`, ''])
  })

  it.each(['*/*', 'text/html', 'application/json, text/plain, */*'])('return JSON for Accept: %s', async accept => {
    const { headers } = await get('/').set('Accept', accept).expect(200)
    expect(headers['content-type']).toBe('application/json')
  })

  it('return no X-Powered-By', async () => {
    const { headers } = await get('/').expect(200)
    expect(headers['x-powered-by']).toBeUndefined()
    expect(headers['x-frame-options']).toBe('SAMEORIGIN')
  })
})

describe('HEAD', () => {
  it('returns the headers of GET without the body', async () => {
    const got = await get('/')
    const head = await request(app).head('/').set('Host', 'site.example').expect(200)
    expect(head.text).toBeUndefined()
    expect(head.headers['content-length']).toBe(String(Buffer.byteLength(got.text)))
    expect(head.headers['content-type']).toBe('application/json')
    await request(app).head('/nope').expect(404)
  })
})

describe('parent', () => {
  it('is the summary of the container', async () => {
    await addFive()
    const { body } = await get('/c/one')
    expect(Object.keys(body.parent).toSorted()).toEqual(summaryKeys.toSorted())
    expect(body.parent).toMatchObject({ '@id': `${base}/c`, review_state: 'published', type_title: 'Page' })
  })

  it('of an object in the site root has five keys', async () => {
    await addFive()
    expect((await get('/c')).body.parent).toEqual({
      '@id': base,
      '@type': 'Plone Site',
      description: '',
      title: 'Site',
      type_title: 'Plone Site',
    })
  })
})

describe('items of a container', () => {
  beforeEach(addFive)

  it('are summaries in folder order, with items_total, and without batching if one batch contains all', async () => {
    const { body } = await get('/c')
    expect(idsOf(body.items)).toEqual(['/c/one', '/c/two', '/c/three', '/c/four', '/c/five'])
    expect([body.items_total, 'batching' in body]).toEqual([5, false])
    expect(body.items[0]).toEqual({
      '@id': `${base}/c/one`,
      '@type': 'Document',
      Subject: [],
      description: '',
      effective: '2027-01-01T00:00:00+00:00',
      end: null,
      getObjSize: '0 KB',
      getRemoteUrl: null,
      head_title: null,
      image_field: '',
      image_scales: null,
      mime_type: 'text/plain',
      nav_title: null,
      review_state: 'published',
      start: null,
      title: 'one',
      type_title: 'Page',
      workflow_states: ['simple_publication_workflow|published'],
    })
  })

  it('are only those that the caller may view, and so is the total', async () => {
    await addPrivate('/c', 'secret')
    expect((await get('/c')).body.items_total).toBe(5)
    expect((await get('/c', 'mia')).body.items_total).toBe(5)
    expect((await get('/c', 'rea')).body.items_total).toBe(6)
  })

  it('exclude expired and not yet effective content, although a direct GET works', async () => {
    await add('/c', { '@type': 'Document', id: 'old', title: 'x', effective: '2026-01-01', expires: '2026-06-01' })
    await add('/c', { '@type': 'Document', id: 'soon', title: 'x', effective: '2028-01-01' })
    expect((await get('/c')).body.items_total).toBe(5)
    expect((await get('/c', 'rea')).body.items_total).toBe(5)
    expect((await get('/c', 'sia')).body.items_total).toBe(7)
    await get('/c/old').expect(200)
    await get('/c/soon').expect(200)
  })

  it('have the earliest date as effective if they were never published', async () => {
    await addPrivate('/c', 'secret')
    const { body } = await get('/c?b_start=5', 'max')
    expect(body.items[0].effective).toBe('1969-12-31T00:00:00+00:00')
    expect((await get('/c/secret', 'max')).body.effective).toBeNull()
  })

  it('are returned in batches of b_size from b_start, with links', async () => {
    const { body } = await get('/c?b_size=2&b_start=2')
    expect(idsOf(body.items)).toEqual(['/c/three', '/c/four'])
    expect(body.items_total).toBe(5)
    expect(body.batching).toEqual({
      '@id': `${base}/c?b_size=2&b_start=2`,
      first: `${base}/c?b_start=0&b_size=2`,
      last: `${base}/c?b_start=4&b_size=2`,
      next: `${base}/c?b_start=4&b_size=2`,
      prev: `${base}/c?b_start=0&b_size=2`,
    })
  })

  it('are 25 per batch by default', async () => {
    for (let i = 0; i < 21; i++) await add('/c', { '@type': 'Document', title: `more ${i}` })
    const { body } = await get('/c')
    expect([body.items.length, body.items_total, body.batching.next]).toEqual([25, 26, `${base}/c?b_start=25`])
  })

  it('are empty beyond the end, with links', async () => {
    const { body } = await get('/c?b_size=2&b_start=100')
    expect([body.items, body.items_total, body.batching.prev]).toEqual([[], 5, `${base}/c?b_start=3&b_size=2`])
  })

  it('are empty with the total for b_size=0, and complete for a huge value', async () => {
    const { body } = await get('/c?b_size=0').expect(200)
    expect([body.items, body.items_total, 'batching' in body]).toEqual([[], 5, false])
    expect((await get('/c?b_size=100000000')).body.items).toHaveLength(5)
  })

  it.each(['b_size=x', 'b_size=-1', 'b_size=', 'b_size=1.5', 'b_size=1&b_size=2', 'b_start=-1', 'b_start=x'])(
    'with ?%s are a bad request that names the parameter',
    async query => {
      const { body } = await get(`/c?${query}`).expect(400)
      expect(body).toMatchObject({ type: 'BadRequest', context: `${base}/c` })
      expect(body.message).toContain(query.slice(0, query.indexOf('=')))
    },
  )

  it.each(['0', 'false', 'no', 'False', 'OFF'])(
    'with include_items=%s are omitted together with items_total and batching',
    async no => {
      const { body } = await get(`/c?include_items=${no}&b_size=1`)
      expect(body).not.toHaveProperty('items')
      expect(body).not.toHaveProperty('items_total')
      expect(body).not.toHaveProperty('batching')
    },
  )

  it.each(['1', 'true', 'YES'])('with include_items=%s are included', async yes => {
    expect((await get(`/c?include_items=${yes}`)).body.items_total).toBe(5)
  })

  it.each(['foo', ''])('with include_items=%s are a bad request', async value => {
    expect((await get(`/c?include_items=${value}`).expect(400)).body.type).toBe('BadRequest')
  })

  it.each(['fullobjects', 'fullobjects=1', 'fullobjects=0'])(
    'with ?%s are full objects without items of their own',
    async full => {
      await add('/c/one', { '@type': 'Document', id: 'deep', title: 'Deep' })
      const { body } = await get(`/c?${full}`)
      const alone = await get('/c/one?include_items=0')
      expect(body.items).toHaveLength(5)
      expect(body.items[0]).toEqual(alone.body)
    },
  )

  it('include more columns with metadata_fields, unlike parent; unknown names are ignored', async () => {
    const { body } = await get('/c/one/?metadata_fields=UID')
    expect(body.parent).not.toHaveProperty('UID')
    const query = 'metadata_fields=UID&metadata_fields=Creator&metadata_fields=_x&metadata_fields=getObject'
    const listed = await get(`/c?${query}&metadata_fields=UID,Title&metadata_fields=__proto__`)
    const keys = Object.keys(listed.body.items[0]).toSorted()
    expect(keys).toEqual([...summaryKeys, 'Creator', 'UID'].toSorted())
    expect(listed.body.items[0].UID).toBe(body.UID)
    expect((await get('/c?metadata_fields:list=UID')).body.items[0].UID).toBe(body.UID)
  })

  it('include all columns with metadata_fields=_all', async () => {
    const { body } = await get('/c?metadata_fields=_all')
    expect(body.items[0]).toMatchObject({
      Creator: 'max',
      Description: '',
      EffectiveDate: '2027-01-01T00:00:00+00:00',
      ExpirationDate: 'None',
      Title: 'one',
      Type: 'Page',
      created: '2027-01-01T00:00:00+00:00',
      exclude_from_nav: false,
      expires: '2499-12-31T00:00:00+00:00',
      getIcon: false,
      getId: 'one',
      getPath: '/c/one',
      getURL: `${base}/c/one`,
      hasPreviewImage: false,
      id: 'one',
      is_folderish: true,
      listCreators: ['max'],
      portal_type: 'Document',
    })
    const names = 'CreationDate Date ModificationDate UID block_types modified'.split(' ')
    expect(Object.keys(body.items[0])).toEqual(expect.arrayContaining(names))
  })

  it('of the site root are batched too, and ignore fullobjects and include_items', async () => {
    const { body } = await get('/?b_size=1&fullobjects&include_items=0&metadata_fields=UID')
    expect(Object.keys(body.items[0]).toSorted()).toEqual([...summaryKeys, 'UID'].toSorted())
    expect(body.items_total).toBe(1)
  })

  it('do not depend on a body of the request', async () => {
    await get('/c').type('json').send('{bad').expect(200)
  })

  it('are missing from a Presenter', async () => {
    await add('/', { '@type': 'Presenter', id: 'ada', title: 'Ada' })
    expect((await get('/ada?b_size=1')).body).not.toHaveProperty('items')
  })
})

describe('values in an answer', () => {
  it('are summaries with UID for related items that the caller may view', async () => {
    await add('/', { '@type': 'Document', id: 'seen', title: 'Seen' })
    await addPrivate('/', 'hidden')
    await add('/', { '@type': 'Document', id: 'c', title: 'C', relatedItems: ['/seen', `${base}/hidden`] })
    const all = (await get('/c', 'max')).body.relatedItems
    expect(idsOf(all)).toEqual(['/seen', '/hidden'])
    expect(Object.keys(all[0]).toSorted()).toEqual(['UID', ...summaryKeys].toSorted())
    expect(idsOf((await get('/c')).body.relatedItems)).toEqual(['/seen'])
  })

  it('are in UTC without fractional seconds for dates', async () => {
    await add('/', { '@type': 'Event', id: 'e', title: 'E', start: '2027-03-01T09:00:00.9+02:00', end: '20270302' })
    expect((await get('/e')).body).toMatchObject({
      start: '2027-03-01T07:00:00+00:00',
      end: '2027-03-02T00:00:00+00:00',
    })
  })

  it('are terms for values of a vocabulary', async () => {
    await add('/', { '@type': 'Document', id: 'd', title: 'D', language: 'de' })
    expect((await get('/d')).body.language).toEqual({ token: 'de', title: expect.stringMatching(/German|Deutsch/) })
  })

  it('contain in targetUrl the target of a Link for visitors, and the download of a File for readers', async () => {
    await add('/', { '@type': 'Link', id: 'link', title: 'L', remoteUrl: 'https://example.org' })
    const file = { data: 'YWJj', encoding: 'base64', filename: 'a.txt', 'content-type': 'text/plain' }
    await test.run('addContent', '/', { as: 'max', input: { '@type': 'File', id: 'f', file } })
    expect((await get('/link')).body.targetUrl).toBe('https://example.org')
    expect((await get('/link', 'mia')).body).not.toHaveProperty('targetUrl')
    expect((await get('/f')).body.targetUrl).toBe(`${base}/f/@@download/file`)
    expect((await get('/f', 'mia')).body.targetUrl).toBe(`${base}/f/@@download/file`)
    expect((await get('/f', 'edi')).body).not.toHaveProperty('targetUrl')
  })

  it('include the email address of a Presenter only for callers who may modify it', async () => {
    await add('/', { '@type': 'Presenter', id: 'ada', title: 'Ada', email: 'ada@example.org' })
    expect((await get('/ada')).body).not.toHaveProperty('email')
    expect((await get('/ada', 'edi')).body.email).toBe('ada@example.org')
  })
})
