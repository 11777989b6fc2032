import {
  buildUser,
  createMailbox,
  createTestSite,
  type Mailbox,
  password,
  type TestSite,
  type TestUser,
} from '@plenum/testkit'
import type { Express } from 'express'
import request from 'supertest'
import { createApp } from './createApp.js'

let test: TestSite
let app: Express
let mailbox: Mailbox

beforeEach(async () => {
  mailbox = createMailbox()
  test = await createTestSite({ mailer: mailbox.mailer })
  app = createApp(test.site)
  app.set('trust proxy', true)
})

function send(method: 'get' | 'post' | 'patch', path: string, as?: TestUser) {
  const sent = request(app)[method](path).set('Host', 'site.example').set('X-Forwarded-For', address)
  return as ? sent.auth(as, password) : sent
}

let address = '192.0.2.1'

afterEach(() => {
  address = '192.0.2.1'
})

const allow = (settings: object = {}) =>
  send('patch', '/@controlpanels/security', 'max')
    .send({ enable_self_reg: true, ...settings })
    .expect(204)

const ada = { username: 'ada', email: 'ada@example.org', fullname: 'Ada' }
const register = (body: object = {}) => send('post', '/@users').send({ ...ada, ...body })

describe('self-registration (docs/content-and-access.md, Users, rule 9)', () => {
  it('is off until the site allows it', async () => {
    await register({ password }).expect(401)
    await send('post', '/@users', 'mia')
      .send({ ...ada, password })
      .expect(401)
    expect((await send('get', '/@controlpanels/security', 'max')).body.data).toMatchObject({
      enable_self_reg: false,
      enable_user_pwd_choice: false,
    })
  })

  it('sends the new user an email with a link for the password, even if a member submits the form', async () => {
    await allow()
    const { body } = await register({ sendPasswordReset: true }).expect(201)
    expect(body).toMatchObject({ '@id': 'http://site.example/@users/ada', fullname: 'Ada', roles: ['Member'] })
    await send('post', '/@users', 'mia').send({ username: 'bob', email: 'bob@example.org' }).expect(201)
    const [mail, other] = await mailbox.mails()
    expect([mail?.to, other?.to]).toEqual(['ada@example.org', 'bob@example.org'])
    const [, token] = /passwordreset\/(\w+)\?userid=ada/.exec(mail?.text ?? '') ?? []
    await send('post', '/@users/ada/reset-password').send({ reset_token: token, new_password: password }).expect(200)
    await request(app).get('/@users/ada').auth('ada', password).expect(200)
  })

  it('lets users choose a password only if the site allows it', async () => {
    await allow()
    const refused = await register({ password }).expect(400)
    expect(refused.body.error).toMatchObject({ type: 'WrongParameterError', errors: [{ field: 'password' }] })
    await allow({ enable_user_pwd_choice: true })
    const missing = await register().expect(400)
    expect(missing.body.error.errors).toMatchObject([{ field: 'password' }])
    await register({ password: 'short' }).expect(400)
    await register({ password }).expect(201)
    await request(app).get('/@users/ada').auth('ada', password).expect(200)
    expect(await mailbox.mails()).toEqual([])
  })

  it.each([
    ['roles', ['Manager']],
    ['roles', []],
    ['groups', ['Administrators']],
  ])('is 400 with %s %j, and adds no user', async (name, value) => {
    await allow({ enable_user_pwd_choice: true })
    const { body } = await register({ password, [name]: value }).expect(400)
    expect(body.error.errors).toMatchObject([{ field: name }])
    expect(await test.platform.users.user('ada')).toBeNull()
  })

  it('uses the email address as the username if it is the login name', async () => {
    await allow({ use_email_as_login: true })
    const { body } = await register({ username: undefined }).expect(201)
    expect(body.id).toBe('ada@example.org')
    const other = await register({ username: 'eve', email: 'MIA@example.org' }).expect(400)
    expect(other.body.error.message).toBe('"MIA@example.org" is not an email address.')
  })

  it('does not affect the login of a user whose email address is part of many other addresses', async () => {
    await allow({ use_email_as_login: true })
    for (let i = 0; i < 101; i++) await test.platform.users.add(buildUser(`0${i}`, { email: `${i}mia@example.org` }))
    await send('post', '/@login').send({ login: 'mia@example.org', password }).expect(200)
    await register({ email: 'Mia@example.org' }).expect(400)
  })

  it('reports only that a name is taken, even by a group or by a deleted user with roles', async () => {
    await allow()
    await send('post', '/@sharing', 'max')
      .send({ entries: [{ id: 'rea', type: 'user', roles: { Editor: true } }] })
      .expect(204)
    await request(app).delete('/@users/rea').set('Host', 'site.example').auth('max', password).expect(204)
    for (const username of ['mia', 'rea', 'Reviewers'])
      expect((await register({ username }).expect(400)).body.error.message).toBe(
        `The username ${username} is already in use.`,
      )
    await send('get', '/@users').expect(401)
  })

  it('needs a mail server unless users choose passwords', async () => {
    const silent = await createTestSite()
    app = createApp(silent.site)
    await allow()
    expect((await register().expect(400)).body.error.message).toContain('mail')
  })

  it('is limited per network and per email address', async () => {
    await allow({ enable_user_pwd_choice: true })
    const one = (i: number, email = `u${i}@example.org`) => register({ username: `user${i}`, email, password })
    for (let i = 0; i < 10; i++) await one(i).expect(201)
    const refused = await one(10).expect(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    await send('post', '/@users', 'max')
      .send({ ...ada, password })
      .expect(201)
    for (let i = 20; i < 24; i++) {
      address = `192.0.2.${i}`
      await one(i, 'Victim@example.org').expect(i < 23 ? 201 : 429)
    }
    await request(app).get('/@users/user0').set('X-Forwarded-For', '192.0.2.1').auth('user0', password).expect(200)
  })

  it('registers at most ten users with one email address', async () => {
    await allow()
    for (let i = 0; i < 10; i++)
      await send('post', '/@users', 'max')
        .send({ username: `user${i}`, email: 'a@example.org', password })
        .expect(201)
    await register({ email: 'A@example.org' }).expect(400)
  })

  it('does not read CSV', async () => {
    await allow({ enable_user_pwd_choice: true })
    await send('post', '/@users')
      .type('text/csv')
      .send(`id,email,password\nada,ada@example.org,${password}`)
      .expect(401)
  })

  it('is among the actions of visitors', async () => {
    const ids = async () => {
      const { body } = await send('get', '/@actions')
      return body.user.map(({ id }: { id: string }) => id)
    }
    expect(await ids()).toEqual(['login'])
    await allow()
    expect(await ids()).toEqual(['login', 'join'])
  })
})

describe('GET @userschema/registration', () => {
  it('is the same form as in Plone', async () => {
    const { body } = await send('get', '/@userschema/registration').expect(200)
    expect(body.fieldsets[0].fields).toEqual(['fullname', 'email', 'username', 'password', 'password_ctl', 'mail_me'])
    expect(body.required).toEqual(['email', 'username', 'password', 'password_ctl'])
    expect(body.properties.password).toMatchObject({ type: 'string', factory: 'Password', widget: 'password' })
    expect(body.properties.mail_me).toMatchObject({ type: 'boolean', default: false })
    expect((await send('get', '/@userschema/other').expect(400)).body.error.type).toBe('Invalid parameters')
  })
})
