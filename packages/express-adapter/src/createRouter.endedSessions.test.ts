import { createTestSite, formTokenIn, password, plainPages, readPlainPage, type TestSite } from '@plenum/testkit'
import type { Express } from 'express'
import request, { type Response } from 'supertest'
import { createApp } from './createApp.js'

const host = 'site.example'
const origin = `http://${host}`

let test: TestSite
let app: Express
let cookie: string

const cookieIn = ({ headers }: Response): string => [headers['set-cookie']].flat().join().split(';')[0] ?? ''
const open = (path: string) => request(app).get(path).set({ Host: host, Accept: 'text/html', Cookie: cookie })

type Fields = Readonly<Record<string, string | readonly string[]>>

const send = (path: string, fields: Fields) =>
  request(app)
    .post(path)
    .set({ Host: host, Origin: origin, Accept: 'text/html', Cookie: cookie })
    .type('form')
    .send(fields)

async function logIn(name = 'max'): Promise<void> {
  cookie = ''
  const page = await open('/login')
  cookie = cookieIn(page)
  cookie = cookieIn(await send('/@@do/login', { login: name, password, token: formTokenIn(page.text) }))
}

beforeEach(async () => {
  test = await createTestSite()
  app = createApp(test.site, { html: plainPages })
  await logIn()
})

const endSession = () => {
  test.clock.now += 24 * 60 * 60 * 1000
}

interface Answer {
  readonly unsaved?: string
  readonly message?: string
  readonly problems?: readonly string[]
  readonly form: {
    readonly revision: string
    readonly sections: readonly { readonly controls: readonly { name: string; value?: string }[] }[]
  }
}

const answerOf = ({ text }: Response) => readPlainPage(text).answer as unknown as Answer
const valueIn = (page: Response, field: string) =>
  answerOf(page)
    .form.sections.flatMap(({ controls }) => controls)
    .find(({ name }) => name === `field.${field}`)?.value

async function addForm(): Promise<Fields> {
  const page = await open('/@@add?type=Document')
  return { token: formTokenIn(page.text), type: 'Document', sender: 'max', 'field.title': 'Tides & "more" <b>' }
}

/** Logs in on the page that appears when a user sends a form after the session has ended. */
const logInOn = (page: Response, values: Fields = {}) =>
  send('/@@do/login', {
    token: formTokenIn(page.text),
    login: 'max',
    password,
    unsaved: answerOf(page).unsaved ?? '',
    ...values,
  })

describe('a form whose session has ended', () => {
  it('is shown again with its values after the login, and can then be saved', async () => {
    const fields = await addForm()
    endSession()
    const refused = await send('/@@do/add', { ...fields, 'field.description': 'Two\r\nlines' })
    expect([refused.status, readPlainPage(refused.text).view]).toEqual([401, 'login'])
    expect(answerOf(refused).message).toContain('Your session has ended')
    const again = await logInOn(refused)
    cookie = cookieIn(again)
    expect([again.status, readPlainPage(again.text).view]).toEqual([200, 'add'])
    expect([valueIn(again, 'title'), valueIn(again, 'description')]).toEqual(['Tides & "more" <b>', 'Two\nlines'])
    expect(answerOf(again).problems?.join()).toContain('not saved')
    const saved = await send('/@@do/add', { ...fields, token: formTokenIn(again.text) })
    expect(saved.status).toBe(303)
  })

  it('is shown again for an object, after a logout in another tab, and after a wrong password', async () => {
    await test.run('addContent', '/', { as: 'max', input: { '@type': 'Document', id: 'a', title: 'A' } })
    const page = await open('/a/@@edit')
    const { revision } = answerOf(page).form
    cookie = cookieIn(await request(app).get('/login').set({ Host: host, Accept: 'text/html' }))
    const fields = { token: formTokenIn(page.text), sender: 'max', revision, 'field.title': 'B' }
    const refused = await send('/a/@@do/edit', fields)
    const wrong = await logInOn(refused, { password: 'wrong' })
    expect([refused.status, wrong.status, answerOf(wrong).unsaved]).toEqual([401, 401, answerOf(refused).unsaved])
    const again = await logInOn(wrong)
    expect([again.status, valueIn(again, 'title'), answerOf(again).form.revision]).toEqual([200, 'B', revision])
    cookie = cookieIn(again)
    expect((await send('/a/@@do/edit', { ...fields, token: formTokenIn(again.text) })).status).toBe(303)
  })

  it('preserves the other values if it contains files, and reads no more than a form may contain', async () => {
    const fields = await addForm()
    endSession()
    const sending = request(app).post('/@@do/add').set({ Host: host, Origin: origin, Cookie: cookie })
    for (const [name, value] of Object.entries(fields)) void sending.field(name, String(value))
    const refused = await sending.attach('field.image', Buffer.alloc(3_000_000), { filename: 'a.bin' })
    expect([refused.status, answerOf(refused).unsaved]).toEqual([401, expect.stringContaining('Tides')])
    app = createApp(test.site, { html: plainPages, maxUpload: 2_000_000 })
    const large = request(app).post('/@@do/add').set({ Host: host, Origin: origin, Cookie: cookie })
    expect((await large.field('sender', 'max').attach('field.image', Buffer.alloc(3_000_000))).status).toBe(413)
  })

  it('is not shown to another user', async () => {
    const fields = await addForm()
    endSession()
    const refused = await send('/@@do/add', fields)
    const other = await logInOn(refused, { login: 'sia' })
    expect([other.status, other.headers.location]).toEqual([303, origin])
    expect(other.text).not.toContain('Tides')
  })

  it('loses its values without its sender, beyond 256 KiB, or for other actions', async () => {
    const { sender: _, ...anonymous } = await addForm()
    const fields = await addForm()
    endSession()
    const long = { ...fields, 'field.description': 'x'.repeat(257 * 1024) }
    for (const refused of [await send('/@@do/add', anonymous), await send('/@@do/add', long)])
      expect([refused.status, readPlainPage(refused.text).view]).toEqual([401, 'error'])
    expect(readPlainPage((await send('/@@do/delete', fields)).text).view).toBe('error')
  })

  it('contains no password', async () => {
    const page = await open('/@@users/max')
    const fields = { token: formTokenIn(page.text), sender: 'max', user: 'max', 'field.password': 'secret-1', x: 'y' }
    endSession()
    const refused = await send('/@@do/profile', fields)
    expect([refused.status, refused.text.includes('secret-1')]).toEqual([401, false])
  })

  it.each([
    'x',
    '[]',
    '{"toString":1}',
    '{"action":"login","path":"/","fields":[["sender",["max"]]]}',
    '{"action":"constructor","path":"/","fields":[["sender",["max"]]]}',
    '{"action":"add","path":"//evil.example/","fields":[["sender",["max"]],["type",["Document"]]]}',
    '{"action":"add","path":"/none","fields":[["sender",["max"]],["type",["Document"]]]}',
    '{"action":"add","path":"/","fields":[["sender",["max"]],["type",[7]],[],null]}',
  ])('is ignored if the login form contains other values: %s', async unsaved => {
    endSession()
    const page = await open('/login')
    const answer = await send('/@@do/login', { token: formTokenIn(page.text), login: 'max', password, unsaved })
    expect([answer.status, answer.headers.location]).toEqual([303, origin])
  })

  it('is refused if it comes from another site', async () => {
    const fields = await addForm()
    endSession()
    const forged = request(app).post('/@@do/add').set({ Host: host, Origin: 'http://evil.example', Cookie: cookie })
    const answer = await forged.type('form').send(fields)
    expect([answer.status, readPlainPage(answer.text).view]).toEqual([403, 'error'])
  })
})
