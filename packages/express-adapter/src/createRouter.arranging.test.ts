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
  await addPublished(test, '/', { '@type': 'Document', id: 'c', title: 'C' })
  for (const [id, title] of [
    ['a', 'Cherry'],
    ['b', 'Apple'],
    ['d', 'Banana 10'],
    ['e', 'Banana 9'],
  ] as const)
    await addPublished(test, '/c', { '@type': 'Document', id, title })
  test.clock.now += 3_600_000
})

type Method = 'get' | 'head' | 'post' | 'put' | 'patch' | 'delete' | 'options'

function send(method: Method, path: string, as?: TestUser) {
  const sent = request(app)[method](path).set('Host', 'site.example').redirects(0)
  return as ? sent.auth(as, password) : sent
}

const patch = (path: string, body: object, as: TestUser = 'max') => send('patch', path, as).send(body)

async function order(path = '/c'): Promise<string> {
  const { body } = await send('get', path, 'max')
  return body.items.map((item: { '@id': string }) => item['@id'].split('/').at(-1)).join('')
}

describe('ordering', () => {
  it.each([
    ['top', 'd', 'dabe'],
    ['bottom', 'b', 'adeb'],
    [1, 'a', 'bade'],
    [-1, 'e', 'abed'],
    ['2', 'a', 'bdae'],
    ['-2', 'e', 'aebd'],
    [99, 'a', 'bdea'],
    [-99, 'e', 'eabd'],
    [0, 'b', 'abde'],
  ])('by %j for %s results in %s', async (delta, id, expected) => {
    await patch('/c', { ordering: { obj_id: id, delta } }).expect(204)
    expect(await order()).toBe(expected)
  })

  it('touches the modification date of the container', async () => {
    await patch('/c', { ordering: { obj_id: 'a', delta: 1 } }).expect(204)
    expect((await send('get', '/c')).body.modified).toBe('2027-01-01T01:00:00+00:00')
  })

  it('of an unknown object has no effect', async () => {
    await patch('/c', { ordering: { obj_id: 'nope', delta: 'top' } }).expect(204)
    expect(await order()).toBe('abde')
  })

  it('within subset_ids keeps the positions of other objects', async () => {
    await patch('/c', { ordering: { obj_id: 'e', delta: 'top', subset_ids: ['b', 'd', 'e'] } }).expect(204)
    expect(await order()).toBe('aebd')
  })

  it('with subset_ids in another order than the current one is a bad request', async () => {
    const { body } = await patch('/c', { ordering: { obj_id: 'a', delta: 1, subset_ids: ['b', 'a'] } }).expect(400)
    expect(body).toMatchObject({ type: 'BadRequest', context: `${base}/c` })
    expect(await order()).toBe('abde')
  })

  it.each([
    5,
    [],
    {},
    { obj_id: 'a' },
    { delta: 1 },
    { obj_id: 5, delta: 1 },
    { obj_id: 'a', delta: 'up' },
    { obj_id: 'a', delta: 1.5 },
    { obj_id: 'a', delta: null },
    { obj_id: 'a', delta: 1, subset_ids: 'a' },
    { obj_id: 'a', delta: 1, subset_ids: ['nope'] },
    { obj_id: 'a', delta: 1, subset_ids: ['a', 'a'] },
  ])('%j is a bad request', async ordering => {
    expect((await patch('/c', { ordering }).expect(400)).body.type).toBe('BadRequest')
  })

  it('requires permission to modify the container, and is ignored by other objects', async () => {
    await patch('/c', { ordering: { obj_id: 'a', delta: 1 } }, 'con').expect(401)
    await addPublished(test, '/', { '@type': 'Link', id: 'link', title: 'L', remoteUrl: '/c' })
    await patch('/link', { ordering: { obj_id: 'a', delta: 1 } }).expect(204)
    await patch('/', { ordering: { obj_id: 'link', delta: 'top' } }).expect(204)
    expect(await order('/')).toBe('linkc')
  })
})

describe('sort', () => {
  it.each([
    ['getId', 'ascending', 'abde'],
    ['id', 'descending', 'edba'],
    ['sortable_title', 'ascending', 'beda'],
    ['sortable_title', 'reverse', 'adeb'],
  ])('on %s %s results in %s, permanently', async (on, order_, expected) => {
    await patch('/c', { sort: { on, order: order_ } }).expect(204)
    expect(await order()).toBe(expected)
    expect((await send('get', '/c')).body.modified).toBe('2027-01-01T01:00:00+00:00')
  })

  it('on an unknown index restores the order of insertion', async () => {
    await patch('/c', { ordering: { obj_id: 'a', delta: 'bottom' } })
    await patch('/c', { sort: { on: 'constructor', order: 'ascending' } }).expect(204)
    expect(await order()).toBe('abde')
  })

  it.each([{ on: 'getId' }, { order: 'ascending' }, 'getId', {}, { on: 5, order: 'ascending' }])(
    '%j is a bad request',
    async sort => {
      expect((await patch('/c', { sort }).expect(400)).body.type).toBe('BadRequest')
    },
  )
})

describe('renaming', () => {
  it.each([
    ['new', 'new'],
    ['Bad Id', 'bad-id'],
    ['b', 'b-1'],
    ['edit', 'edit-1'],
  ])('to %j results in %s', async (id, expected) => {
    const { headers } = await patch('/c/a', { id }).expect(204)
    expect(headers.location).toBeUndefined()
    expect((await send('get', `/c/${expected}`)).body).toMatchObject({ id: expected, '@id': `${base}/c/${expected}` })
    expect((await send('get', '/c')).body.modified).toBe('2027-01-01T01:00:00+00:00')
  })

  it('with Prefer: return=representation returns the new address', async () => {
    const { body } = await patch('/c/a', { id: 'new' }).set('Prefer', 'return=representation').expect(200)
    expect(body).toMatchObject({ id: 'new', '@id': `${base}/c/new` })
  })

  it('includes all content below', async () => {
    await addPublished(test, '/c/a', { '@type': 'Document', id: 'in', title: 'In' })
    await patch('/c/a', { id: 'new' })
    expect((await send('get', '/c/new/in')).body.parent['@id']).toBe(`${base}/c/new`)
    expect((await send('get', '/c/new/@search')).body.items_total).toBe(2)
    expect(await order()).toBe('newbde')
  })

  it('is ignored without permission to add content to the container, and on the site root', async () => {
    await patch('/c/a', { id: 'new', title: 'Edited' }, 'edi').expect(204)
    expect((await send('get', '/c/a')).body.title).toBe('Edited')
    await patch('/', { id: 'new' }).expect(204)
    await send('get', '/new').expect(404)
  })

  it('is allowed for an Owner who may add content to the container', async () => {
    await test.run('addContent', '/c', { as: 'con', input: { '@type': 'Document', id: 'own', title: 'Own' } })
    await patch('/c/own', { id: 'owned' }, 'con').expect(204)
    await send('get', '/c/owned', 'con').expect(200)
  })
})

describe('the previous URL of renamed content', () => {
  beforeEach(async () => {
    await addPublished(test, '/c/a', { '@type': 'Document', id: 'in', title: 'In' })
    await patch('/c/a', { id: 'new' }).expect(204)
  })

  it.each([
    ['get', 302],
    ['post', 307],
    ['put', 307],
    ['patch', 307],
    ['delete', 307],
    ['options', 307],
  ] as const)('redirects %s with %i and an empty body', async (method, status) => {
    const { headers, text } = await send(method, '/c/a').expect(status)
    expect([headers.location, text]).toEqual([`${base}/c/new`, ''])
  })

  it.each([
    ['/c/a/', '/c/new'],
    ['/c/a/in', '/c/new/in'],
    ['/c/a/gone', '/c/new/gone'],
    ['/c/a?b_size=1&x=%20', '/c/new?b_size=1&x=%20'],
    ['/++api++/c/a', '/++api++/c/new'],
    ['/c/a/@search?SearchableText=x', '/c/new/@search?SearchableText=x'],
    ['/c/a/@users/a%20b', '/c/new/@users/a%20b'],
    ['/c/a/@nope', '/c/new/@nope'],
    ['/c/a/@%E6%97%A5', '/c/new/@%E6%97%A5'],
    ['/c/a/@x%3Fy', '/c/new/@x%3Fy'],
  ])('redirects %s to %s', async (from, to) => {
    const { headers } = await send('get', from).expect(302)
    expect(headers.location).toBe(base + to)
  })

  it('redirects to the latest path after several renames', async () => {
    await patch('/c/new', { id: 'newer' })
    await patch('/c', { id: 'k' })
    expect((await send('get', '/c/a/in')).headers.location).toBe(`${base}/k/newer/in`)
    expect((await send('get', '/c/new')).headers.location).toBe(`${base}/k/newer`)
  })

  it('is superseded by new content at that path', async () => {
    await addPublished(test, '/c', { '@type': 'Document', id: 'a', title: 'Another' })
    expect((await send('get', '/c/a').expect(200)).body.title).toBe('Another')
  })

  it('ends when the object is deleted', async () => {
    await send('delete', '/c/new', 'max').expect(204)
    await send('get', '/c/a').expect(404)
  })

  it('is checked after credentials', async () => {
    await request(app).get('/c/a').auth('max', 'wrong').expect(401)
  })
})
