import { createApp } from '@plenum/express-adapter'
import {
  createMailbox,
  createTestSite,
  type Mailbox,
  type OpenPeople,
  type PeopleClient,
  password,
  peopleClient,
  peopleStores,
  type TestSite,
  type TestUser,
} from '@plenum/testkit'
import { openDatabase } from '../database.js'

let people: PeopleClient
let test: TestSite
let mailbox: Mailbox

async function begin(open: OpenPeople, sendsMail = true): Promise<void> {
  mailbox = createMailbox()
  test = await createTestSite({ ...open(), ...(sendsMail ? { mailer: mailbox.mailer } : {}) })
  people = peopleClient(createApp(test.site, { publicUrl: 'http://site.example' }))
}

const hour = 60 * 60 * 1000
const another = 'Another-password-1'

const reset = (id: string, body: object = {}, as?: TestUser) =>
  people.send('post', `/@users/${id}/reset-password`, as).send(body)

const lastToken = async () => /passwordreset\/([0-9a-f]{64})\?/.exec((await mailbox.mails()).at(-1)?.text ?? '')?.[1]

describe.each(peopleStores(file => openDatabase(file), afterAll))(
  'passwords stored in %s (docs/content-and-access.md, Passwords)',
  (_name, open) => {
    beforeEach(() => begin(open))

    it('are changed with the old password, which ends all logins', async () => {
      const { body } = await people.send('post', '/@login').send({ login: 'mia', password })
      expect((await reset('mia', { old_password: password, new_password: another }, 'mia').expect(200)).body).toBe(null)
      expect(await people.statusWith('mia', another)).toBe(200)
      expect(await people.statusWith('mia', password)).toBe(401)
      expect(await people.statusOfToken(body.token)).toBe(401)
    })

    it('are not changed with a wrong old password, by others, or to an invalid password', async () => {
      const wrong = await reset('mia', { old_password: 'Wrong-password-1', new_password: another }, 'mia').expect(403)
      expect(wrong.body.error.type).toBe('Wrong password')
      for (const as of ['rex', 'max'] as const)
        expect(
          (await reset('mia', { old_password: password, new_password: another }, as).expect(403)).body.error.type,
        ).toBe('Forbidden')
      await reset('mia', { old_password: password, new_password: another }).expect(401)
      for (const body of [{ new_password: 'short' }, { new_password: 'x'.repeat(1025) }])
        expect((await reset('mia', { old_password: password, ...body }, 'mia').expect(400)).body.type).toBe(
          'BadRequest',
        )
      for (const body of [
        { old_password: password },
        { old_password: password, new_password: 5 },
        { new_password: another },
      ])
        expect((await reset('mia', body, 'mia').expect(400)).body.error.type).toBe('Invalid parameters')
      expect(await people.statusWith('mia', password)).toBe(200)
    })

    it('are limited like logins if guesses fail: then 429', async () => {
      const guess = () => reset('mia', { old_password: 'Wrong-password-1', new_password: another }, 'mia')
      const statuses = new Set<number>()
      for (let i = 0; i < 12; i++) statuses.add((await guess().set('X-Forwarded-For', '203.0.113.9')).status)
      expect(statuses).toEqual(new Set([403, 429]))
    })

    it('are reset by email: a token in the message sets a new one, once', async () => {
      expect((await reset('mia').expect(200)).body).toBe(null)
      const [mail] = await mailbox.mails()
      expect(mail).toMatchObject({ to: 'mia@example.org', subject: 'Site: choose a new password' })
      expect(mail?.text).toMatch(/https:\/\/www\.site\.example\/passwordreset\/[0-9a-f]{64}\?userid=mia\n/)
      const token = await lastToken()
      await reset('mia', { reset_token: token, new_password: 'short' }).expect(400)
      await reset('mia', { reset_token: token, new_password: another }).expect(200)
      expect(await people.statusWith('mia', another)).toBe(200)
      expect((await reset('mia', { reset_token: token, new_password: another }).expect(403)).body.error.type).toBe(
        'Unknown Token',
      )
    })

    it('are not set by a token of another user, an older token, or a token for another password', async () => {
      await reset('mia')
      const token = await lastToken()
      for (const [id, sent] of [
        ['rex', token],
        ['nobody', token],
        ['mia', '0'.repeat(64)],
        ['mia', ''],
      ] as const)
        await reset(id, { reset_token: sent, new_password: another }).expect(403)
      test.clock.now += 24 * hour
      await reset('mia', { reset_token: token, new_password: another }).expect(403)
      await reset('mia')
      await people.send('patch', '/@users/mia', 'max').send({ password: another }).expect(204)
      await reset('mia', { reset_token: await lastToken(), new_password: 'A-third-password' }).expect(403)
    })

    it('may be requested by anyone: the answer is the same for an unknown user, and only one email is sent in 5 minutes', async () => {
      const answers = [await reset('mia'), await reset('nobody'), await reset('mia')]
      for (const { status, body } of answers) expect([status, body]).toEqual([200, null])
      expect((await mailbox.mails()).map(({ to }) => to)).toEqual(['mia@example.org'])
      test.clock.now += 5 * 60 * 1000
      await reset('mia')
      expect(await mailbox.mails()).toHaveLength(2)
    })

    it('are requested only once in 5 minutes for all users with the same email address', async () => {
      await people.send('patch', '/@users/rex', 'max').send({ email: 'MIA@example.org' }).expect(204)
      const recipients = async () => (await mailbox.mails()).map(({ to }) => to)
      for (const id of ['mia', 'rex']) {
        await reset(id).expect(200)
        expect(await recipients()).toEqual(['mia@example.org'])
      }
      test.clock.now += 5 * 60 * 1000
      await reset('rex')
      expect(await recipients()).toEqual(['mia@example.org', 'MIA@example.org'])
    })

    it('are not set by a token that was sent to a previous email address', async () => {
      await reset('mia')
      await people.send('patch', '/@users/mia', 'mia').send({ email: 'mia@example.org', location: 'Ems' }).expect(204)
      await people.send('patch', '/@users/mia', 'mia').send({ email: 'new@example.org' }).expect(204)
      await reset('mia', { reset_token: await lastToken(), new_password: another }).expect(403)
      await people.send('patch', '/@users/mia', 'mia').send({ email: 'mia@example.org' }).expect(204)
      await reset('mia', { reset_token: await lastToken(), new_password: another }).expect(403)
    })

    it('are requested by email with the full name only if this is a name', async () => {
      const greetings = [
        'Zoë O’Neil-Sá, J.R.',
        'Hi.\r\n\r\nPay at once',
        'evil.example',
        'https://a/b',
        'x'.repeat(101),
      ]
      for (const [i, fullname] of greetings.entries())
        await people
          .send('post', '/@users', 'max')
          .send({ username: `zoe${i}`, email: `z${i}@example.org`, fullname, sendPasswordReset: true })
          .expect(201)
      const lines = (await mailbox.mails()).map(({ text }) => text.split('\n')[0])
      expect(lines).toEqual(['Hello Zoë O’Neil-Sá, J.R.,', 'Hello zoe1,', 'Hello zoe2,', 'Hello zoe3,', 'Hello zoe4,'])
    })

    it('are chosen by a new user with a token', async () => {
      const sent = { username: 'zoe', email: 'z@example.org', sendPasswordReset: true }
      await people.send('post', '/@users', 'max').send(sent).expect(201)
      expect((await mailbox.mails())[0]).toMatchObject({
        to: 'z@example.org',
        subject: 'Site: your username is zoe',
      })
      for (const guess of ['', 'none', password]) expect(await people.statusWith('zoe', guess)).toBe(401)
      await reset('zoe', { reset_token: await lastToken(), new_password: another }).expect(200)
      expect(await people.statusWith('zoe', another)).toBe(200)
      await people
        .send('post', '/@users', 'max')
        .send({ ...sent, username: 'ann', password })
        .expect(400)
    })

    it('are stored as hashes, and tokens as digests', async () => {
      await reset('mia')
      const token = await lastToken()
      expect(JSON.stringify(await test.platform.users.user('mia'))).not.toContain(token)
    })

    it('cannot be reset on a site without email, as the response states; an operator can issue a token', async () => {
      await begin(open, false)
      for (const id of ['mia', 'nobody']) expect((await reset(id).expect(400)).body.type).toBe('BadRequest')
      const sent = { username: 'zoe', email: 'z@example.org', sendPasswordReset: true }
      await people.send('post', '/@users', 'max').send(sent).expect(400)
      const { token, path } = await test.run('issueResetToken', '/', { as: 'max', input: { id: 'mia' } })
      expect(path).toBe(`/passwordreset/${token}?userid=mia`)
      await reset('mia', { reset_token: token, new_password: another }).expect(200)
      await expect(test.run('issueResetToken', '/', { as: 'sia', input: { id: 'mia' } })).rejects.toMatchObject({
        code: 'unauthorized',
      })
    })
  },
)
