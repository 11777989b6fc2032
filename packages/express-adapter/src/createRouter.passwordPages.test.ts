import {
  createMailbox,
  createTestSite,
  formTokenIn,
  type Mailbox,
  password,
  plainPages,
  readPlainPage,
  type TestSite,
} from '@plenum/testkit'
import type { Express } from 'express'
import request from 'supertest'
import { createApp } from './createApp.js'

const host = 'site.example'
const origin = `http://${host}`
const newPassword = 'A-new-password-1'

let test: TestSite
let app: Express
let mailbox: Mailbox

beforeEach(async () => {
  mailbox = createMailbox()
  test = await createTestSite({ mailer: mailbox.mailer })
  app = createApp(test.site, { html: plainPages })
})

const open = (path: string) => request(app).get(path).set({ Host: host, Accept: 'text/html' })

async function send(page: string, action: string, fields: object, headers: Readonly<Record<string, string>> = {}) {
  const { text, headers: received } = await open(page)
  const cookies = ([] as string[]).concat(received['set-cookie'] ?? []).map(cookie => cookie.split(';')[0])
  return request(app)
    .post(`/@@do/${action}`)
    .set({ Host: host, Origin: origin, Accept: 'text/html', Cookie: cookies.join('; '), ...headers })
    .type('form')
    .send({ token: formTokenIn(text), ...fields })
}

async function requestLink(user = 'mia'): Promise<string> {
  const answer = await send('/login?forgot', 'forgot', { login: user, came_from: '/login' })
  expect([answer.status, answer.headers.location]).toEqual([303, `${origin}/login`])
  const [, path = ''] = /(\/passwordreset\/\S+)/.exec((await mailbox.mails()).at(-1)?.text ?? '') ?? []
  return path
}

const partsOf = (path: string) => ({ reset: path.split(/[/?]/)[2] ?? '', user: 'mia' })
const logsIn = async (secret: string) =>
  (await request(app).post('/@login').set('Host', host).send({ login: 'mia', password: secret })).status === 200

describe('a forgotten password (docs/pages.md, Passwords)', () => {
  it('is replaced through a link in an email, once', async () => {
    const path = await requestLink()
    const page = await open(path)
    expect(readPlainPage(page.text)).toMatchObject({
      view: 'password',
      answer: { token: partsOf(path).reset, user: 'mia' },
    })
    const fields = { ...partsOf(path), password: newPassword, repeated: newPassword, came_from: '/login' }
    expect((await send(path, 'password', fields)).status).toBe(303)
    expect([await logsIn(newPassword), await logsIn(password)]).toEqual([true, false])
    const again = await send(path, 'password', fields)
    expect([again.status, readPlainPage(again.text).view]).toEqual([403, 'password'])
  })

  it('has a page that browsers neither store nor name to other hosts, and that changes nothing', async () => {
    const path = await requestLink()
    for (let i = 0; i < 2; i++) {
      const { status, headers } = await open(path)
      expect(status).toBe(200)
      expect(headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'private, no-store' })
    }
    expect(await logsIn(password)).toBe(true)
  })

  it('is replaced by browsers that hide the origin of a page without referrer', async () => {
    const path = await requestLink()
    const fields = { ...partsOf(path), password: newPassword, repeated: newPassword }
    expect((await send(path, 'password', fields, { Origin: 'null' })).status).toBe(303)
    expect(await logsIn(newPassword)).toBe(true)
  })

  it.each([
    ['two different passwords', { password: newPassword, repeated: `${newPassword}x` }, 400, /differ/],
    ['a short password', { password: 'short', repeated: 'short' }, 400, /8 characters/],
    ['a wrong token', { reset: 'f'.repeat(64), password: newPassword, repeated: newPassword }, 403, /link|token/i],
    ['a wrong form token', { token: 'x'.repeat(43), password: newPassword, repeated: newPassword }, 403, /./],
  ])('stays, with the reason, after %s', async (_, fields, status, reason) => {
    const path = await requestLink()
    const answer = await send(path, 'password', { ...partsOf(path), ...fields })
    expect(answer.status).toBe(status)
    const { answer: shown } = readPlainPage(answer.text)
    expect(JSON.stringify(shown)).toMatch(reason)
    expect(await logsIn(password)).toBe(true)
  })

  it('is requested with an email address if the site accepts it as a login name', async () => {
    expect(await requestLink('mia@example.org')).toBe('')
    const settings = { use_email_as_login: true }
    await test.run('editControlPanel', '/', { as: 'max', input: { name: 'security', body: settings } })
    expect(await requestLink('mia@example.org')).toMatch(/userid=mia$/)
  })

  it('is requested on a page with the usual referrer policy, because browsers otherwise hide the origin of its form', async () => {
    expect((await open('/login?forgot')).headers['referrer-policy']).toBe('same-origin')
  })

  it('has the same answer for unknown users', async () => {
    expect(await requestLink('nobody')).toBe('')
  })

  it('cannot be requested from another site, nor on a site without email', async () => {
    const foreign = await send('/login?forgot', 'forgot', { login: 'mia' }, { Origin: 'https://other.example' })
    expect(foreign.status).toBe(403)
    test = await createTestSite()
    app = createApp(test.site, { html: plainPages })
    const answer = await send('/login?forgot', 'forgot', { login: 'mia' })
    expect([answer.status, readPlainPage(answer.text).view]).toEqual([400, 'password'])
  })

  it('has a URL that new content cannot use', async () => {
    const added = await request(app)
      .post('/')
      .set('Host', host)
      .auth('max', password)
      .send({ '@type': 'Document', id: 'passwordreset', title: 'T' })
    expect(added.status).toBe(400)
    expect((await open('/passwordreset')).status).toBe(404)
  })
})
