import { createApp } from '@plenum/express-adapter'
import {
  createTestSite,
  type OpenPeople,
  type PeopleClient,
  peopleClient,
  peopleStores,
  type TestUser,
} from '@plenum/testkit'
import { openDatabase } from '../database.js'

let people: PeopleClient

async function begin(open: OpenPeople): Promise<void> {
  const { site } = await createTestSite(open())
  people = peopleClient(createApp(site, { publicUrl: 'http://site.example' }))
}

const add = (body: object, as: TestUser = 'max') => people.send('post', '/@groups', as).send(body)
const edit = (id: string, body: object, as: TestUser = 'max') =>
  people.send('patch', `/@groups/${encodeURIComponent(id)}`, as).send(body)
const group = async (id: string) => (await people.send('get', `/@groups/${encodeURIComponent(id)}`, 'max')).body

const crew = {
  groupname: 'crew',
  title: 'Crew',
  description: 'Who builds',
  email: 'crew@example.org',
  roles: ['Editor'],
  users: ['mia'],
  groups: [],
}

describe.each(peopleStores(file => openDatabase(file), afterAll))(
  'groups stored in %s (docs/content-and-access.md, Groups)',
  (_name, open) => {
    beforeEach(() => begin(open))

    it('are created with roles and members, and returned with their URL', async () => {
      const { headers, body } = await add(crew, 'sia').expect(201)
      const url = 'http://site.example/@groups/crew'
      expect(headers.location).toBe(url)
      expect(body).toEqual({
        '@id': url,
        id: 'crew',
        groupname: 'crew',
        title: 'Crew',
        description: 'Who builds',
        email: 'crew@example.org',
        roles: ['Editor', 'Authenticated'],
        groups: [],
        members: { '@id': url, items: ['mia'], items_total: 1 },
      })
      expect(await group('crew')).toEqual(body)
      expect((await people.send('get', '/@groups', 'max')).body.at(-1)).toEqual(body)
      const { body: mia } = await people.send('get', '/@users/mia', 'max')
      expect(mia).toMatchObject({
        roles: ['Editor', 'Member'],
        groups: { items: [{ id: 'AuthenticatedUsers' }, { id: 'crew', title: 'Crew' }] },
      })
    })

    it('take effect at the next request of their members', async () => {
      await people.send('post', '/', 'max').send({ '@type': 'Document', id: 'd', title: 'D' }).expect(201)
      await people.send('patch', '/d', 'mia').send({ title: 'E' }).expect(401)
      await add(crew).expect(201)
      await people.send('patch', '/d', 'mia').send({ title: 'E' }).expect(204)
      await edit('crew', { roles: ['Reader'] }).expect(204)
      await people.send('patch', '/d', 'mia').send({ title: 'F' }).expect(401)
      await people.send('get', '/d', 'mia').expect(200)
      await edit('crew', { users: { mia: false } }).expect(204)
      await people.send('get', '/d', 'mia').expect(401)
    })

    it('can have roles on content', async () => {
      await add({ ...crew, roles: [] }).expect(201)
      await people.send('post', '/', 'max').send({ '@type': 'Document', id: 'd', title: 'D' }).expect(201)
      const entries = [{ id: 'crew', type: 'group', roles: { Reader: true } }]
      await people.send('post', '/d/@sharing', 'max').send({ entries }).expect(204)
      await people.send('get', '/d', 'mia').expect(200)
      const { body } = await people.send('get', '/d/@sharing?search=cre', 'max')
      expect(body.entries.map(({ title }: { title: string }) => title)).toContain('Crew')
    })

    it.each([
      [{}],
      [{ groupname: '' }],
      [{ groupname: 'a/b' }],
      [{ groupname: ' a' }],
      [{ groupname: 5 }],
      [{ groupname: 'Reviewers' }],
      [{ groupname: 'new', roles: ['Owner'] }],
      [{ groupname: 'new', users: ['nobody'] }],
      [{ groupname: 'new', users: 5 }],
      [{ groupname: 'new', email: 'nowhere' }],
      [{ groupname: 'new', groups: ['none'] }],
      [{ groupname: 'new', groups: ['new'] }],
      [{ groupname: 'new', groups: ['AuthenticatedUsers'] }],
      [{ groupname: 'new', groups: 'Reviewers' }],
      [{ groupname: 'new', groups: Array.from({ length: 101 }, (_, i) => `g${i}`) }],
      [{ groupname: 'new', title: 'x'.repeat(1025) }],
    ])('are not created from %j', async body => {
      expect((await add(body).expect(400)).body.type).toBe('BadRequest')
      await people.send('get', '/@groups/new', 'max').expect(404)
    })

    it('have a unique id', async () => {
      await add(crew).expect(201)
      await add(crew).expect(400)
    })

    it('change only in the given fields; either all members are added and removed, or none', async () => {
      await add(crew).expect(201)
      await edit('crew', { title: 'Team', users: { rex: true } }).expect(204)
      expect(await group('crew')).toMatchObject({
        title: 'Team',
        description: 'Who builds',
        members: { items: ['mia', 'rex'] },
      })
      await edit('crew', { users: { mia: false, nobody: true } }).expect(400)
      expect((await group('crew')).members.items).toEqual(['mia', 'rex'])
      await edit('none', { title: 'x' }).expect(404)
      await edit('AuthenticatedUsers', { users: { mia: true } }).expect(400)
    })

    it('of a stock site can be changed, but not removed', async () => {
      await edit('Site Administrators', { title: 'Office', users: { mia: true } }).expect(204)
      expect(await group('Site Administrators')).toMatchObject({
        title: 'Office',
        roles: ['Site Administrator', 'Authenticated'],
      })
      await people.send('get', '/@users', 'mia').expect(200)
      for (const id of ['Administrators', 'AuthenticatedUsers'])
        await people.send('delete', `/@groups/${id}`, 'max').expect(400)
    })

    it('are removed with 204; a new group of the same id begins without members', async () => {
      await add(crew).expect(201)
      await people.send('delete', '/@groups/crew', 'sia').expect(204)
      await people.send('delete', '/@groups/crew', 'sia').expect(404)
      expect((await people.send('get', '/@users/mia', 'max')).body.roles).toEqual(['Member'])
      await add({ groupname: 'crew' }).expect(201)
      expect((await group('crew')).members.items).toEqual([])
    })

    it('in other groups inherit membership of those and of their parent groups', async () => {
      await add({ groupname: 'ship', roles: ['Editor'] }).expect(201)
      await add({ groupname: 'deck' }).expect(201)
      await edit('deck', { groups: ['ship'] }).expect(204)
      await add({ ...crew, roles: [] }).expect(201)
      await edit('crew', { groups: ['deck'] }).expect(204)
      expect(await group('crew')).toMatchObject({ groups: ['deck'] })
      expect((await group('deck')).members.items).toEqual(['crew'])
      const { body: mia } = await people.send('get', '/@users/mia', 'max')
      expect(mia.roles).toEqual(['Editor', 'Member'])
      expect(mia.groups.items.map(({ id }: { id: string }) => id)).toEqual([
        'AuthenticatedUsers',
        'crew',
        'deck',
        'ship',
      ])
      await people.send('post', '/', 'max').send({ '@type': 'Document', id: 'd', title: 'D' }).expect(201)
      await people.send('patch', '/d', 'mia').send({ title: 'E' }).expect(204)
      await edit('ship', { roles: [] }).expect(204)
      await people.send('get', '/d', 'mia').expect(401)
      const entries = [{ id: 'ship', type: 'group', roles: { Reader: true } }]
      await people.send('post', '/d/@sharing', 'max').send({ entries }).expect(204)
      await people.send('get', '/d', 'mia').expect(200)
      await people.send('delete', '/@groups/deck', 'max').expect(204)
      expect(await group('crew')).toMatchObject({ groups: [] })
      await people.send('get', '/d', 'mia').expect(401)
    })

    it('cannot be in themselves, nor in a group that contains them', async () => {
      await add({ groupname: 'a' }).expect(201)
      await add({ groupname: 'b' }).expect(201)
      await edit('b', { groups: ['a'] }).expect(204)
      for (const groups of [['a'], ['b']]) await edit('a', { groups }).expect(400)
      expect((await group('a')).groups).toEqual([])
      await edit('b', { groups: [] }).expect(204)
      await edit('a', { groups: ['b'] }).expect(204)
    })

    it('in a group of Managers make their members Managers too', async () => {
      await add({ groupname: 'boss', groups: ['Administrators'] }, 'sia').expect(403)
      await add({ groupname: 'boss' }).expect(201)
      await edit('boss', { groups: ['Administrators'] }, 'sia').expect(403)
      await edit('boss', { groups: ['Administrators'] }).expect(204)
      await edit('boss', { users: { sia: true } }, 'sia').expect(403)
      await edit('boss', { users: { mia: true } }).expect(204)
      await people
        .send('patch', '/@users/max', 'mia')
        .send({ roles: { Manager: false } })
        .expect(204)
      await edit('boss', { groups: [] }, 'mia').expect(403)
      await people.send('delete', '/@groups/boss', 'mia').expect(403)
    })

    it('that make Managers are created and changed by Managers alone', async () => {
      await add({ groupname: 'boss', roles: ['Manager'] }, 'sia').expect(403)
      await edit('Administrators', { users: { sia: true } }, 'sia').expect(403)
      await add(crew).expect(201)
      await edit('crew', { roles: ['Manager'] }, 'sia').expect(403)
      await add({ groupname: 'boss', roles: ['Manager'] }).expect(201)
      await people.send('delete', '/@groups/boss', 'sia').expect(403)
      await people.send('delete', '/@groups/boss', 'max').expect(204)
    })

    it('require Manager or Site Administrator', async () => {
      for (const as of [undefined, 'mia', 'edi'] as const) {
        await people.send('get', '/@groups/Reviewers', as).expect(401)
        await people.send('post', '/@groups', as).send(crew).expect(401)
        await people
          .send('patch', '/@groups/Reviewers', as)
          .send({ users: { mia: true } })
          .expect(401)
        await people.send('delete', '/@groups/Reviewers', as).expect(401)
      }
    })

    it('are found by part of the name, without their members', async () => {
      await add(crew).expect(201)
      const { body } = await people.send('get', '/@groups?query=CRE', 'max')
      expect(body).toHaveLength(1)
      expect(body[0]).toMatchObject({ id: 'crew' })
      expect(body[0]).not.toHaveProperty('members')
      await people.send('get', '/@vocabularies/plone.app.vocabularies.Groups', 'max').expect(200)
    })

    it('are found together with users by Managers: @principals', async () => {
      await add({ ...crew, title: 'Mia and friends' }).expect(201)
      const { body } = await people.send('get', '/@principals?search=mia', 'max').expect(200)
      expect(body.users.map(({ id }: { id: string }) => id)).toEqual(['mia'])
      expect(body.groups.map(({ id }: { id: string }) => id)).toEqual(['crew'])
      expect((await people.send('get', '/@principals', 'max').expect(400)).body.type).toBe('BadRequest')
      for (const as of [undefined, 'mia', 'sia'] as const)
        await people.send('get', '/@principals?search=mia', as).expect(401)
    })
  },
)
