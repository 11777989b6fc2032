import { addPublished, createTestSite, password, type TestSite, type TestUser } from '@plenum/testkit'
import type { Express } from 'express'
import request from 'supertest'
import { createApp } from './createApp.js'

const base = 'http://site.example'
const later = '2027-01-01T01:00:00+00:00'

let test: TestSite
let app: Express

/**
 * The site contains a private page owned by max, a private page inside it, and a private page owned by con. The clock
 * has advanced since these pages were created.
 */
beforeEach(async () => {
  test = await createTestSite()
  app = createApp(test.site)
  await addPublished(test, '/', { '@type': 'Document', id: 'open', title: 'Open' })
  for (const [container, id] of [
    ['/', 'lent'],
    ['/lent', 'in'],
    ['/lent/in', 'deep'],
  ] as const)
    await test.run('addContent', container, { as: 'max', input: { '@type': 'Document', id, title: id } })
  await test.run('addContent', '/open', { as: 'con', input: { '@type': 'Document', id: 'own', title: 'Own' } })
  test.clock.now += 3_600_000
})

function send(method: 'get' | 'head' | 'post' | 'patch' | 'delete', path: string, as?: TestUser) {
  const sent = request(app)[method](path).set('Host', 'site.example')
  return as ? sent.auth(as, password) : sent
}

const sharing = async (path: string, as: TestUser = 'max') =>
  (await send('get', `${path}/@sharing`, as).expect(200)).body
const share = (path: string, body: object, as: TestUser = 'max') => send('post', `${path}/@sharing`, as).send(body)
const give = (path: string, id: string, ...roles: readonly string[]) =>
  share(path, { entries: [{ id, roles: Object.fromEntries(roles.map(role => [role, true])) }] }).expect(204)

interface Entry {
  readonly id: string
  readonly roles: Record<string, unknown>
}

const entryOf = ({ entries }: { entries: readonly Entry[] }, id: string) => entries.find(entry => entry.id === id)

const visiblePaths = async (as?: TestUser): Promise<readonly string[]> => {
  const { body } = await send('get', '/@search?sort_on=path&portal_type=Document', as).expect(200)
  const items: readonly { readonly '@id': string }[] = body.items
  return items.map(item => item['@id'].slice(base.length))
}

const localRolesOf = async (path: string) => {
  const { lineage } = await test.platform.store.read(reader => reader.open(path))
  return lineage.at(-1)?.localRoles
}

const stamp = async () => (await test.platform.store.read(reader => reader.open('/'))).stamp

const none = { Contributor: false, Editor: false, Reader: false, Reviewer: false }

describe('GET @sharing', () => {
  it('returns inheritance, the roles that can be granted, and an entry for logged-in users first', async () => {
    expect(await sharing('/lent')).toEqual({
      inherit: true,
      available_roles: [
        { id: 'Contributor', title: 'Can add' },
        { id: 'Editor', title: 'Can edit' },
        { id: 'Reader', title: 'Can view' },
        { id: 'Reviewer', title: 'Can review' },
      ],
      entries: [
        {
          id: 'AuthenticatedUsers',
          type: 'group',
          title: 'Logged-in users',
          login: null,
          disabled: false,
          roles: none,
        },
      ],
    })
  })

  it('lists groups, then users, with local roles, by title, except those who are only Owner', async () => {
    for (const id of ['rea', 'mia', 'Reviewers', 'Administrators']) await give('/open/own', id, 'Contributor')
    const { entries } = await sharing('/open/own')
    expect(entries.map(({ id }: Entry) => id)).toEqual([
      'AuthenticatedUsers',
      'Administrators',
      'Reviewers',
      'mia',
      'rea',
    ])
    expect(entries[3]).toEqual({
      id: 'mia',
      login: 'mia',
      type: 'user',
      title: 'mia Test',
      disabled: false,
      roles: { ...none, Contributor: true },
    })
  })

  it('distinguishes site roles, inherited roles and local roles', async () => {
    await give('/lent', 'rea', 'Editor')
    await give('/lent/in', 'rea', 'Contributor', 'Editor')
    await give('/lent', 'Reviewers', 'Reader')
    const answer = await sharing('/lent/in')
    expect(entryOf(answer, 'rea')?.roles).toEqual({
      Contributor: true,
      Editor: 'acquired',
      Reader: 'global',
      Reviewer: false,
    })
    expect(entryOf(answer, 'Reviewers')?.roles).toEqual({ ...none, Reader: 'acquired', Reviewer: 'global' })
  })

  it.each([
    ['edi', '/lent', ['Editor', 'Reader']],
    ['con', '/open/own', ['Contributor', 'Editor', 'Reader']],
    ['rex', '/open', ['Reader', 'Reviewer']],
    ['sia', '/lent', ['Contributor', 'Editor', 'Reader', 'Reviewer']],
  ] as const)('lets %s grant at %s the roles %j, and lists no others', async (as, path, roles) => {
    await give(path, 'mia', 'Contributor', 'Editor', 'Reader', 'Reviewer')
    const answer = await sharing(path, as)
    expect(answer.available_roles.map(({ id }: { id: string }) => id)).toEqual(roles)
    expect(Object.keys(entryOf(answer, 'mia')?.roles ?? {})).toEqual(roles)
  })

  it('disables the entry of the caller', async () => {
    await give('/lent', 'mia', 'Editor')
    expect(entryOf(await sharing('/lent', 'mia'), 'mia')).toMatchObject({ disabled: true })
    expect(entryOf(await sharing('/lent', 'max'), 'mia')).toMatchObject({ disabled: false })
  })

  it('adds users and groups that match ?search=, without disabled', async () => {
    const { entries } = await send('get', '/lent/@sharing?search=RE', 'max')
      .expect(200)
      .then(({ body }) => body)
    expect(entries.map(({ id }: Entry) => id)).toEqual(['AuthenticatedUsers', 'Reviewers', 'rea', 'rex'])
    expect(entries[1]).toEqual({
      id: 'Reviewers',
      login: null,
      type: 'group',
      title: 'Reviewers',
      roles: { ...none, Reviewer: 'global' },
    })
    expect(entries[2]).toEqual({
      id: 'rea',
      login: 'rea',
      type: 'user',
      title: 'rea Test',
      roles: { ...none, Reader: 'global' },
    })
  })

  it('adds no user twice for ?search=, and no user for an empty string', async () => {
    await give('/lent', 'rea', 'Editor')
    const ids = async (query: string) =>
      (await send('get', `/lent/@sharing${query}`, 'max')).body.entries.map(({ id }: Entry) => id)
    expect(await ids('?search=rea')).toEqual(['AuthenticatedUsers', 'rea'])
    expect(await ids('?search=Authenticated')).toEqual(['AuthenticatedUsers', 'rea'])
    expect(await ids('?search=')).toEqual(['AuthenticatedUsers', 'rea'])
    expect(await ids('?search=%25')).toEqual(['AuthenticatedUsers', 'rea'])
  })

  it('reveals neither email addresses nor passwords', async () => {
    const { text } = await send('get', '/lent/@sharing?search=e', 'max').expect(200)
    expect(text).not.toMatch(/@example|plain:|password/)
  })

  it('works for the site too, and for HEAD without a body', async () => {
    expect(await sharing('')).toMatchObject({ inherit: true, entries: [{ id: 'AuthenticatedUsers' }] })
    expect((await send('head', '/lent/@sharing', 'max').expect(200)).text).toBeFalsy()
  })
})

describe('refusals of @sharing', () => {
  const both = ['get', 'post'] as const

  it.each(['mia', 'con', 'rea'] as const)(
    'are 403 with null for %s, who sees the page but may not delegate',
    async as => {
      for (const method of both) {
        const { body, text } = await send(method, '/open/@sharing', as).expect(403)
        expect([body, text]).toEqual([null, 'null'])
      }
    },
  )

  it('are 403 with null for visitors who may view the page', async () => {
    for (const method of both) expect((await send(method, '/open/@sharing').expect(403)).text).toBe('null')
  })

  it('are 401 in shape A for callers without View of the page', async () => {
    for (const method of both)
      for (const as of [undefined, 'mia', 'rex'] as const)
        expect((await send(method, '/lent/@sharing', as).expect(401)).body).toEqual({
          type: 'Unauthorized',
          message: expect.any(String),
          context: base,
        })
  })

  it('do not repeat the input', async () => {
    expect((await share('/open', { entries: 'nonsense' }, 'mia').expect(403)).text).toBe('null')
  })

  it('are 404 for missing content and other methods', async () => {
    await send('get', '/nope/@sharing', 'max').expect(404)
    await send('post', '/lent/@sharing/more', 'max').send({}).expect(404)
    await send('patch', '/lent/@sharing', 'max').send({}).expect(404)
    await send('delete', '/lent/@sharing', 'max').expect(404)
  })
})

describe('granted roles', () => {
  it('take effect immediately for reading, writing, searching and listing, on the object and below it', async () => {
    await send('get', '/lent/in/deep', 'mia').expect(401)
    expect(await visiblePaths('mia')).toEqual(['/open'])
    await give('/lent', 'mia', 'Editor')
    expect((await send('get', '/lent/in/deep', 'mia').expect(200)).body.title).toBe('deep')
    await send('patch', '/lent/in/deep', 'mia').send({ title: 'By mia' }).expect(204)
    expect(await visiblePaths('mia')).toEqual(['/lent', '/lent/in', '/lent/in/deep', '/open'])
    expect((await send('get', '/lent/in', 'mia').expect(200)).body.items).toMatchObject([{ title: 'By mia' }])
    expect(await visiblePaths('rex')).toEqual(['/open'])
  })

  it('no longer apply as soon as they are revoked', async () => {
    await give('/lent', 'mia', 'Editor', 'Reader')
    await share('/lent', { entries: [{ id: 'mia', type: 'user', roles: { Editor: false, Reader: true } }] }).expect(204)
    await send('get', '/lent/in', 'mia').expect(200)
    await send('patch', '/lent/in', 'mia').send({ title: 'x' }).expect(401)
    await give('/lent', 'mia')
    await send('get', '/lent/in', 'mia').expect(401)
    expect(await visiblePaths('mia')).toEqual(['/open'])
    expect(await localRolesOf('/lent')).toEqual({ 'user:max': ['Owner'] })
  })

  it('on one object affect neither its siblings nor its containers', async () => {
    await give('/lent/in', 'mia', 'Reader')
    await send('get', '/lent', 'mia').expect(401)
    expect(await visiblePaths('mia')).toEqual(['/lent/in', '/lent/in/deep', '/open'])
  })

  it('of a group apply to its members', async () => {
    await share('/lent', { entries: [{ id: 'Reviewers', type: 'group', roles: { Editor: true } }] }).expect(204)
    const rea = await test.platform.users.user('rea')
    if (rea) await test.platform.users.replace({ ...rea, groups: ['Reviewers'] })
    await send('patch', '/lent/in', 'rea').send({ title: 'By a reviewer' }).expect(204)
    await send('patch', '/lent/in', 'con').send({ title: 'x' }).expect(401)
  })

  it('of logged-in users apply to every member, and to no visitor', async () => {
    await share('/lent', { entries: [{ id: 'AuthenticatedUsers', type: 'group', roles: { Reader: true } }] }).expect(
      204,
    )
    expect(await localRolesOf('/lent')).toMatchObject({ 'group:AuthenticatedUsers': ['Reader'] })
    await send('get', '/lent/in/deep', 'mia').expect(200)
    await send('get', '/lent/in/deep').expect(401)
    expect(await visiblePaths()).toEqual(['/open'])
    expect(await visiblePaths('mia')).toEqual(['/lent', '/lent/in', '/lent/in/deep', '/open'])
  })

  it('on the site apply everywhere', async () => {
    await give('', 'mia', 'Reader')
    expect(await visiblePaths('mia')).toEqual(['/lent', '/lent/in', '/lent/in/deep', '/open', '/open/own'])
  })

  it('satisfy workflow guards', async () => {
    await give('/lent', 'mia', 'Reader', 'Reviewer')
    await send('post', '/lent/@workflow/publish', 'mia').send({}).expect(200)
    await send('get', '/lent').expect(200)
  })

  it('can only be changed by a caller who may grant them; others stay unchanged', async () => {
    await give('/lent', 'mia', 'Contributor', 'Reader')
    const roles = {
      Editor: true,
      Reader: false,
      Contributor: false,
      Reviewer: true,
      Manager: true,
      Owner: true,
      x: true,
    }
    await share('/lent', { entries: [{ id: 'mia', roles }] }, 'edi').expect(204)
    expect(await localRolesOf('/lent')).toEqual({ 'user:max': ['Owner'], 'user:mia': ['Contributor', 'Editor'] })
  })

  it('never include Owner', async () => {
    await share('/open/own', { entries: [{ id: 'con', roles: { Owner: false, Editor: false } }] }).expect(204)
    expect(await localRolesOf('/open/own')).toEqual({ 'user:con': ['Owner'] })
  })

  it('can be sent back as listed without a change', async () => {
    await give('/lent', 'rea', 'Editor')
    await give('/lent/in', 'rea', 'Contributor', 'Editor')
    const before = { roles: await localRolesOf('/lent/in'), stamp: await stamp() }
    const { entries } = await sharing('/lent/in')
    await share('/lent/in', { entries, inherit: true }).expect(204)
    expect({ roles: await localRolesOf('/lent/in'), stamp: await stamp() }).toEqual(before)
  })

  it('of a deleted user are listed and can be revoked', async () => {
    const node = await test.platform.store.read(async reader => (await reader.open('/lent')).lineage.at(-1))
    const own = { holders: [], indexes: {}, titleWords: [], descriptionWords: [], words: [], columns: {} }
    if (node)
      await test.platform.store.commit({
        updates: [{ node: { ...node, localRoles: { 'user:gone': ['Reader'] } }, entry: own }],
      })
    expect(entryOf(await sharing('/lent'), 'gone')).toMatchObject({ title: 'gone', roles: { Reader: true } })
    await give('/lent', 'gone')
    expect(await localRolesOf('/lent')).toEqual({})
  })

  it.each([
    { id: 'nobody', roles: { Editor: true } },
    { id: 'mia', type: 'group', roles: { Editor: true } },
    { id: 'Reviewers', type: 'user', roles: { Editor: true } },
    { id: '__proto__', roles: { Editor: true } },
  ])('are not stored for an unknown principal: %j', async entry => {
    const before = await stamp()
    await share('/lent', { entries: [entry] }).expect(204)
    expect(await localRolesOf('/lent')).toEqual({ 'user:max': ['Owner'] })
    expect(await stamp()).toBe(before)
  })

  it('of two simultaneous requests are all stored', async () => {
    const users = ['mia', 'rex', 'edi', 'con', 'rea', 'sia'] as const
    await Promise.all(users.map(id => give('/lent', id, 'Contributor')))
    const roles = Object.fromEntries(users.map(id => [`user:${id}`, ['Contributor']]))
    expect(await localRolesOf('/lent')).toEqual({ 'user:max': ['Owner'], ...roles })
  })

  it('count as a modification of that object alone, if anything changed', async () => {
    const modified = async (path: string) => (await send('get', path, 'max')).body.modified
    const before = await modified('/lent')
    await share('/lent', {}).expect(204)
    await share('/lent', { entries: [], inherit: true }).expect(204)
    await share('/lent', { entries: [{ id: 'mia', roles: { Reader: false } }] }).expect(204)
    expect(await modified('/lent')).toBe(before)
    await give('/lent', 'mia', 'Reader')
    expect(await modified('/lent')).toBe(later)
    expect(await modified('/lent/in')).toBe(before)
  })
})

describe('inherit', () => {
  it('false blocks inherited roles, on the object and below it, and makes the caller a Reader', async () => {
    await give('/lent', 'mia', 'Editor')
    await share('/lent/in', { inherit: false }, 'mia').expect(204)
    expect(await localRolesOf('/lent/in')).toEqual({ 'user:max': ['Owner'], 'user:mia': ['Reader'] })
    await send('get', '/lent/in/deep', 'mia').expect(200)
    await send('patch', '/lent/in/deep', 'mia').send({ title: 'x' }).expect(401)
    await send('get', '/lent/in/@sharing', 'mia').expect(403)
    await send('patch', '/lent', 'mia').send({ title: 'x' }).expect(204)
    expect(await sharing('/lent/in')).toMatchObject({ inherit: false })
  })

  it('false hides content below from holders of inherited roles, and true shows it again', async () => {
    await give('/lent', 'mia', 'Reader')
    await share('/lent/in', { inherit: false }).expect(204)
    await send('get', '/lent/in/deep', 'mia').expect(401)
    expect(await visiblePaths('mia')).toEqual(['/lent', '/open'])
    expect(entryOf(await sharing('/lent/in'), 'mia')).toBeUndefined()
    await share('/lent/in', { inherit: true }).expect(204)
    await send('get', '/lent/in/deep', 'mia').expect(200)
    expect(await visiblePaths('mia')).toEqual(['/lent', '/lent/in', '/lent/in/deep', '/open'])
    expect(entryOf(await sharing('/lent/in'), 'mia')?.roles).toEqual({ ...none, Reader: 'acquired' })
  })

  it('sent as false twice has the same effect as once: a revoked Reader role is not restored', async () => {
    await share('/lent', { inherit: false }).expect(204)
    await share('/lent', { entries: [{ id: 'max', roles: {} }] }).expect(204)
    await share('/lent', { inherit: false }).expect(204)
    expect(await localRolesOf('/lent')).toEqual({ 'user:max': ['Owner'] })
  })

  it('and entries of one request form one change', async () => {
    await give('/lent', 'rea', 'Editor')
    const entries = [{ id: 'mia', type: 'user', roles: { Editor: true } }]
    await share('/lent/in', { inherit: false, entries }).expect(204)
    await send('patch', '/lent/in', 'mia').send({ title: 'x' }).expect(204)
    await send('patch', '/lent/in', 'rea').send({ title: 'x' }).expect(401)
  })
})

describe("the caller's own access", () => {
  it('cannot be lost by revoking the roles of the caller: 400, and nothing changes', async () => {
    await give('/lent', 'mia', 'Editor')
    const entries = [
      { id: 'mia', roles: { Reader: true } },
      { id: 'rex', roles: { Reader: true } },
    ]
    const { body } = await share('/lent', { entries }, 'mia').expect(400)
    expect(body).toEqual({ type: 'BadRequest', message: expect.any(String), context: `${base}/lent` })
    expect(await localRolesOf('/lent')).toEqual({ 'user:max': ['Owner'], 'user:mia': ['Editor'] })
  })

  it('may be reduced if the caller also has it for another reason', async () => {
    await give('/lent', 'max', 'Reader')
    await give('/lent', 'max')
    expect(await localRolesOf('/lent')).toEqual({ 'user:max': ['Owner'] })
  })
})

describe('bodies of @sharing', () => {
  it.each([
    { entries: null },
    { entries: {} },
    { entries: 'mia' },
    { entries: ['mia'] },
    { entries: [{ roles: { Reader: true } }] },
    { entries: [{ id: 'mia' }] },
    { entries: [{ id: 'mia', roles: ['Reader'] }] },
    { entries: [{ id: 'mia', roles: { Reader: 'yes' } }] },
    { entries: [{ id: 'mia', type: 'role', roles: {} }] },
    { entries: [{ id: 7, roles: {} }] },
    { inherit: 'no' },
    { inherit: 0 },
    { entries: [{ id: 'mia', roles: { Reader: true } }, {}], inherit: false },
  ])('such as %j are 400 in shape A, and nothing changes', async sent => {
    const before = await stamp()
    const { body } = await share('/lent', sent).expect(400)
    expect(body).toEqual({ type: 'BadRequest', message: expect.any(String), context: `${base}/lent` })
    expect(await stamp()).toBe(before)
  })

  it.each(['{bad', '[1]', '"x"', 'null'])('such as %s are not a JSON object: 400', async text => {
    const { body } = await send('post', '/lent/@sharing', 'max').type('json').send(text).expect(400)
    expect(body).toMatchObject({ type: 'BadRequest' })
  })

  it('are refused with the name of the invalid entry', async () => {
    const entries = [{ id: 'mia', roles: {} }, { id: 'rea' }]
    expect((await share('/lent', { entries }).expect(400)).body.message).toContain('Entry 2')
  })

  it('may be empty, which requests nothing', async () => {
    await send('post', '/lent/@sharing', 'max').expect(204)
  })
})
