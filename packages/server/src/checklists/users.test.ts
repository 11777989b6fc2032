import { createApp } from '@plenum/express-adapter'
import {
  createTestSite,
  type OpenPeople,
  type PeopleClient,
  password,
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

const png = Buffer.from('89504e470d0a1a0a0000000d49484452000000020000000308020000', 'hex').toString('base64')
const picture = { data: png, encoding: 'base64', filename: 'me.png', 'content-type': 'image/png' }

const user = async (id: string) => (await people.send('get', `/@users/${id}`, 'max')).body
const edit = (id: string, as: TestUser | undefined, body: object) =>
  people.send('patch', `/@users/${id}`, as).send(body)

describe.each(peopleStores(file => openDatabase(file), afterAll))(
  'users stored in %s (docs/content-and-access.md, Users)',
  (_name, open) => {
    beforeEach(() => begin(open))

    describe('are changed', () => {
      it('by themselves: the profile, while roles, password and name are ignored', async () => {
        const sent = {
          fullname: 'Mia M.',
          email: 'm@example.org',
          description: 'Hi',
          home_page: 'https://m.example',
          location: 'Rome',
        }
        await edit('mia', 'mia', {
          ...sent,
          roles: { Manager: true },
          password: 'Another-password',
          username: 'mio',
        }).expect(204)
        expect(await user('mia')).toMatchObject({ ...sent, id: 'mia', roles: ['Member'] })
        expect(await people.statusWith('mia', password)).toBe(200)
      })

      it('with an empty string or null to clear a field, while other fields are unchanged', async () => {
        await edit('mia', 'mia', { fullname: 'Mia', location: 'Rome', description: 'Hi' }).expect(204)
        await edit('mia', 'mia', { fullname: null, location: '' }).expect(204)
        expect(await user('mia')).toMatchObject({
          fullname: null,
          location: null,
          description: 'Hi',
          email: 'mia@example.org',
        })
      })

      it('by Managers and Site Administrators: roles one by one, and the password', async () => {
        for (const as of ['max', 'sia'] as const) {
          await edit('mia', as, { roles: { Editor: true, Member: false }, password: `Password of ${as}` }).expect(204)
          expect((await user('mia')).roles).toEqual(['Editor'])
          expect(await people.statusWith('mia', `Password of ${as}`)).toBe(200)
          expect(await people.statusWith('mia', password)).toBe(401)
          await edit('mia', as, { roles: { Member: true, Editor: false } }).expect(204)
        }
      })

      it('by no other caller: 401 for anonymous, 403 for others, whether the user exists or not', async () => {
        for (const id of ['rex', 'nobody']) {
          expect((await edit(id, undefined, { fullname: 'x' }).expect(401)).body.type).toBe('Unauthorized')
          expect((await edit(id, 'mia', { fullname: 'x' }).expect(403)).body.error.type).toBe('Forbidden')
        }
        await edit('nobody', 'max', { fullname: 'x' }).expect(404)
      })

      it.each([
        [{ email: 'nowhere' }],
        [{ email: null }],
        [{ home_page: 'javascript:alert(1)' }],
        [{ fullname: 'x'.repeat(1025) }],
        [{ roles: ['Nobody'] }],
        [{ roles: { Editor: 'yes' } }],
        [{ roles: { Owner: true } }],
        [{ password: 'short' }],
        [{ portrait: { data: 'AAAA', encoding: 'base64', filename: 'x.png' } }],
        [{ portrait: 5 }],
      ])('but not to %j', async body => {
        expect((await edit('mia', 'max', { location: 'Rome', ...body }).expect(400)).body.error.type).toBe(
          'MissingParameterError',
        )
        expect((await user('mia')).location).toBe(null)
      })
    })

    describe('as Managers', () => {
      it('are added, changed and removed by Managers alone', async () => {
        for (const body of [{ fullname: 'x' }, { email: 'x@example.org' }, { password: 'Another-password' }])
          await edit('max', 'sia', body).expect(403)
        await edit('mia', 'sia', { roles: { Manager: true } }).expect(403)
        await edit('sia', 'sia', { roles: { Manager: true } }).expect(403)
        await people.send('delete', '/@users/max', 'sia').expect(403)
        expect((await user('mia')).roles).toEqual(['Member'])
        await edit('mia', 'max', { roles: { Manager: true } }).expect(204)
        await people.send('delete', '/@users/mia', 'sia').expect(403)
        await people.send('delete', '/@users/mia', 'max').expect(204)
      })

      it('may get the role from a group', async () => {
        await people
          .send('patch', '/@groups/Administrators', 'max')
          .send({ users: { mia: true } })
          .expect(204)
        await edit('mia', 'sia', { password: 'Another-password' }).expect(403)
      })

      it('include at least one: the last one cannot be removed and retains the role', async () => {
        expect((await people.send('delete', '/@users/max', 'max').expect(403)).body.error.message).toMatch(
          /last Manager/,
        )
        await edit('max', 'max', { roles: { Manager: false } }).expect(403)
        await edit('max', 'max', { fullname: 'Max' }).expect(204)
        await people
          .send('patch', '/@groups/Administrators', 'max')
          .send({ users: { mia: true } })
          .expect(204)
        await people.send('delete', '/@users/max', 'max').expect(204)
        await people
          .send('patch', '/@groups/Administrators', 'mia')
          .send({ users: { mia: false } })
          .expect(403)
        await people
          .send('patch', '/@groups/Administrators', 'mia')
          .send({ roles: ['Editor'] })
          .expect(403)
      })
    })

    describe('that are removed', () => {
      it('are removed with 204, and unknown from then on', async () => {
        const { body } = await people.send('post', '/@login').send({ login: 'mia', password })
        expect(await people.statusOfToken(body.token)).toBe(200)
        await people.send('delete', '/@users/mia', 'sia').expect(204)
        await people.send('delete', '/@users/mia', 'sia').expect(404)
        expect(await people.statusOfToken(body.token)).toBe(401)
        expect(await people.statusWith('mia', password)).toBe(401)
      })

      it('are protected from callers who may not manage users: 401', async () => {
        for (const as of [undefined, 'mia', 'edi'] as const) await people.send('delete', '/@users/mia', as).expect(401)
      })

      it('free their id for a new user only if content gives it no rights', async () => {
        const again = { username: 'edi', email: 'e@example.org', password }
        await people.send('post', '/', 'max').send({ '@type': 'Document', id: 'd', title: 'D' })
        await people
          .send('post', '/d/@sharing', 'max')
          .send({ entries: [{ id: 'edi', roles: { Editor: true } }] })
          .expect(204)
        await people.send('delete', '/@users/edi', 'max').expect(204)
        expect((await people.send('post', '/@users', 'max').send(again).expect(400)).body.error.message).toMatch(
          /was removed/,
        )
        await people.send('delete', '/d', 'max').expect(204)
        await people.send('post', '/@users', 'max').send(again).expect(201)
      })
    })

    describe('with a portrait', () => {
      it('show it to all callers at its address', async () => {
        expect((await user('mia')).portrait).toBe(null)
        await people.send('get', '/@portrait/mia').expect(404)
        await edit('mia', 'mia', { portrait: picture }).expect(204)
        expect((await user('mia')).portrait).toBe('http://site.example/@portrait/mia')
        const { headers, body } = await people.send('get', '/@portrait/mia').expect(200)
        expect(headers['content-type']).toBe('image/png')
        expect(Buffer.compare(body, Buffer.from(png, 'base64'))).toBe(0)
        await people.send('get', '/@portrait', 'mia').expect(200)
        await people
          .send('get', '/@portrait/mia')
          .set('If-None-Match', headers.etag ?? '')
          .expect(304)
      })

      it('preserve it if its URL is sent back, and remove it with null', async () => {
        await edit('mia', 'sia', { portrait: picture }).expect(204)
        await edit('mia', 'mia', { portrait: 'http://site.example/@portrait/mia', location: 'Rome' }).expect(204)
        await people.send('get', '/@portrait/mia').expect(200)
        await edit('mia', 'mia', { portrait: null }).expect(204)
        expect((await user('mia')).portrait).toBe(null)
        await people.send('get', '/@portrait/mia').expect(404)
        await people.send('get', '/@portrait').expect(404)
      })
    })
  },
)
