import { createTestSite, password, type TestSite, type TestUser } from '@plenum/testkit'
import type { Express } from 'express'
import request from 'supertest'
import { createApp } from './createApp.js'

const base = 'http://site.example'

let test: TestSite
let app: Express

beforeEach(async () => {
  test = await createTestSite()
  app = createApp(test.site)
})

function send(method: 'get' | 'post' | 'patch', path: string, as?: TestUser) {
  const sent = request(app)[method](path).set('Host', 'site.example')
  return as ? sent.auth(as, password) : sent
}

const mia = {
  '@id': `${base}/@users/mia`,
  id: 'mia',
  username: 'mia',
  fullname: 'mia Test',
  email: 'mia@example.org',
  description: null,
  home_page: null,
  location: null,
  portrait: null,
  roles: ['Member'],
  groups: {
    '@id': `${base}/@users/mia`,
    items: [{ id: 'AuthenticatedUsers', title: 'AuthenticatedUsers' }],
    items_total: 1,
  },
}

describe('GET @users/{id}', () => {
  it('lets users read their own data, and administrators the data of all users', async () => {
    for (const as of ['mia', 'sia', 'max'] as const)
      expect((await send('get', '/@users/mia', as).expect(200)).body).toEqual(mia)
  })

  it('does not reveal to other callers which users exist', async () => {
    for (const as of [undefined, 'rex', 'edi'] as const)
      for (const id of ['mia', 'none'])
        expect((await send('get', `/@users/${id}`, as).expect(401)).body).toMatchObject({
          type: 'Unauthorized',
          context: base,
        })
  })

  it.each(['none', 'MIA', '__proto__', 'constructor', '%20', 'a%00b'])('%s does not exist', async id => {
    expect((await send('get', `/@users/${id}`, 'max').expect(404)).body).toMatchObject({
      type: 'NotFound',
      context: base,
    })
  })

  it('returns sorted roles, including those of groups', async () => {
    const user = await test.platform.users.user('sia')
    if (user) await test.platform.users.replace({ ...user, groups: ['Reviewers'] })
    const { body } = await send('get', '/@users/sia', 'max')
    expect(body.roles).toEqual(['Member', 'Reviewer', 'Site Administrator'])
    expect(body.groups.items.map(({ id }: { id: string }) => id)).toEqual(['Reviewers', 'AuthenticatedUsers'])
  })
})

describe('GET @users', () => {
  const listed = async (query: string): Promise<string[]> => {
    const { body } = await send('get', `/@users${query}`, 'max').expect(200)
    expect(body).toMatchObject({ '@id': `${base}/@users`, items_total: body.items.length })
    return body.items.map(({ id }: { id: string }) => id)
  }

  it('requires Manager or Site Administrator', async () => {
    for (const as of [undefined, 'mia', 'edi', 'rex'] as const) await send('get', '/@users', as).expect(401)
    for (const as of ['sia', 'max'] as const) expect((await send('get', '/@users', as)).body.items_total).toBe(7)
  })

  it.each([
    ['?query=i', ['edi', 'mia', 'sia']],
    ['?search=MAX@example', ['max']],
    ['?search=rex+test', ['rex']],
    ['?limit=2', ['con', 'edi']],
    ['?limit=x', ['con', 'edi', 'max', 'mia', 'rea', 'rex', 'sia']],
    ['?groups-filter:list=Reviewers', []],
    ['?query=nope', []],
  ])('%s lists %j', async (query, ids) => {
    expect(await listed(query)).toEqual(ids)
  })

  it('reveals nothing about passwords', async () => {
    const { text } = await send('get', '/@users', 'max')
    expect(text).not.toMatch(/password|hash|plain:/i)
  })
})

describe('POST @users', () => {
  const zoe = { username: 'zoe', email: 'zoe@example.org', password: 'long enough', fullname: 'Zoë' }

  it('returns 201 with Location and the user, who can log in immediately', async () => {
    const { body, headers } = await send('post', '/@users', 'max')
      .send({ ...zoe, roles: ['Reader'] })
      .expect(201)
    expect(headers.location).toBe(`${base}/@users/zoe`)
    expect(body).toMatchObject({ '@id': `${base}/@users/zoe`, id: 'zoe', fullname: 'Zoë', roles: ['Reader'] })
    await request(app).get('/@users/zoe').auth('zoe', 'long enough').expect(200)
  })

  it('makes a user without roles a Member, and ignores unknown names and groups', async () => {
    const sent = { ...zoe, groups: ['Administrators'], nope: 1, id: 'other', portrait: {} }
    const { body } = await send('post', '/@users', 'sia').send(sent).expect(201)
    expect([body.id, body.roles, body.groups.items_total]).toEqual(['zoe', ['Member'], 1])
  })

  it('requires permission to add members; setting roles requires permission to manage the site', async () => {
    for (const as of [undefined, 'mia', 'edi'] as const) await send('post', '/@users', as).send(zoe).expect(401)
    await send('post', '/@users', 'sia')
      .send({ ...zoe, roles: ['Manager'] })
      .expect(401)
    await send('get', '/@users/zoe', 'max').expect(404)
  })

  it('lists missing values', async () => {
    const { body } = await send('post', '/@users', 'max').send({ fullname: 'x', email: '' }).expect(400)
    expect(body.error.type).toBe('WrongParameterError')
    const fields = body.error.errors.map(({ field }: { field: string }) => field)
    expect(fields).toEqual(['username', 'email', 'password'])
  })

  it.each([
    [{ username: 'mia' }, 'mia'],
    [{ username: 'a?' }, 'a?'],
    [{ username: 'with blank' }, 'with blank'],
    [{ username: '../x' }, '../x'],
    [{ username: '__proto__' }, '__proto__'],
    [{ email: 'nonsense' }, ''],
    [{ email: 'a@b\r\nBcc: c@d' }, ''],
    [{ password: '1234567' }, '8'],
    [{ password: 'x'.repeat(2000) }, ''],
    [{ roles: ['Nope'] }, 'Nope'],
    [{ roles: ['Owner'] }, 'Owner'],
    [{ roles: ['Nobody'] }, 'Nobody'],
  ])('refuses %j with a reason', async (wrong, named) => {
    const { body } = await send('post', '/@users', 'max')
      .send({ ...zoe, ...wrong })
      .expect(400)
    expect(body).toEqual({ error: { type: 'MissingParameterError', message: expect.stringContaining(named) } })
  })

  it.each([
    { roles: 'Manager' },
    { roles: [{}] },
    { roles: { Manager: true } },
    { fullname: 5 },
    { roles: Array(101).fill('Member') },
  ])('refuses %j as malformed', async wrong => {
    const { body } = await send('post', '/@users', 'max')
      .send({ ...zoe, ...wrong })
      .expect(400)
    expect(body).toMatchObject({ type: 'BadRequest', context: base })
  })

  it.each([{ username: 5 }, { password: { length: 20 } }, { email: ['a@b.c'] }])(
    'treats %j as missing',
    async wrong => {
      const { body } = await send('post', '/@users', 'max')
        .send({ ...zoe, ...wrong })
        .expect(400)
      expect(body.error.errors.map(({ field }: { field: string }) => field)).toEqual(Object.keys(wrong))
    },
  )

  it('accepts a usernamed constructor', async () => {
    await send('post', '/@users', 'max')
      .send({ ...zoe, username: 'constructor' })
      .expect(201)
    await request(app).get('/@users/constructor').auth('constructor', 'long enough').expect(200)
  })
})

describe('@roles and @groups', () => {
  it('require Manager or Site Administrator', async () => {
    for (const path of ['/@roles', '/@groups']) {
      for (const as of [undefined, 'mia', 'edi'] as const)
        expect((await send('get', path, as).expect(401)).body.type).toBe('Unauthorized')
      await send('get', path, 'sia').expect(200)
    }
  })

  it('list for @roles the roles that can be granted', async () => {
    const { body } = await send('get', '/@roles', 'max')
    const ids = ['Contributor', 'Editor', 'Member', 'Reader', 'Reviewer', 'Site Administrator', 'Manager']
    expect(body).toEqual(ids.map(id => ({ '@id': `${base}/@roles/${id}`, '@type': 'role', id, title: id })))
  })

  it('list for @groups the stock groups with their members; the group of all users lists none', async () => {
    const user = await test.platform.users.user('mia')
    if (user) await test.platform.users.replace({ ...user, groups: ['Reviewers'] })
    const { body } = await send('get', '/@groups', 'max')
    const ids = body.map(({ id }: { id: string }) => id)
    expect(ids).toEqual(['Administrators', 'Reviewers', 'Site Administrators', 'AuthenticatedUsers'])
    expect(body[1]).toEqual({
      '@id': `${base}/@groups/Reviewers`,
      id: 'Reviewers',
      groupname: 'Reviewers',
      title: 'Reviewers',
      description: '',
      email: '',
      roles: ['Reviewer', 'Authenticated'],
      groups: [],
      members: { '@id': `${base}/@groups/Reviewers`, items: ['mia'], items_total: 1 },
    })
    expect(body[3]).toMatchObject({
      title: 'Authenticated Users (Virtual Group)',
      members: { items: [], items_total: 0 },
    })
  })
})

describe('roles', () => {
  it('are read with each request: membership in a group takes effect immediately', async () => {
    await test.run('addContent', '/', { as: 'max', input: { '@type': 'Document', id: 'd', title: 'D' } })
    await send('get', '/d', 'mia').expect(401)
    const user = await test.platform.users.user('mia')
    if (user) await test.platform.users.replace({ ...user, groups: ['Administrators'] })
    await send('get', '/d', 'mia').expect(200)
  })
})
