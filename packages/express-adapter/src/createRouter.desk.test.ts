import type { HtmlPage, HtmlRenderer } from '@plenum/core'
import type { DeskConflictPayload, DeskPayload } from '@plenum/core/answers'
import {
  addPublished,
  createTestSite,
  formTokenIn,
  password,
  plainPages,
  readPlainPage,
  type TestSite,
  type TestUser,
} from '@plenum/testkit'
import type { Express } from 'express'
import request, { type Response } from 'supertest'
import { createApp } from './createApp.js'

const host = 'site.example'
const origin = `http://${host}`
const extras = { desk: { style: '.desk { color: red }', script: 'export {}' } }

const render: HtmlRenderer = async (page, slice) =>
  `${await plainPages.render(page, slice)}<script>${JSON.stringify(page.assets)}</script>`

const assetsIn = (html: string): HtmlPage['assets'] => JSON.parse(/<script>(.*)<\/script>/.exec(html)?.[1] ?? '{}')

let test: TestSite
let app: Express
let uid: string

beforeEach(async () => {
  test = await createTestSite()
  app = createApp(test.site, { html: { ...plainPages, extras, render } })
  await addPublished(test, '/', { '@type': 'Schedule', id: 'schedule', title: 'Schedule' })
  const body = { start: '2027-05-01T07:00:00Z', end: '2027-05-02T16:00:00Z', timezone: 'Europe/Berlin' }
  await test.run('editContent', '/', { as: 'max', input: { body, representation: false } })
  const times = { start: '2027-05-01T08:00:00Z', end: '2027-05-01T09:00:00Z' }
  await addPublished(test, '/schedule', { '@type': 'Talk', id: 'a', title: 'Talk', ...times })
  const input = { batch: { start: 0, size: 1 }, metadata: [], fullObjects: false, withItems: false }
  uid = String((await test.run('getContent', '/schedule/a', { as: 'max', input })).content.UID)
})

const cookiesIn = ({ headers }: Response): readonly string[] => ([] as string[]).concat(headers['set-cookie'] ?? [])

async function openBrowser(user: TestUser) {
  const form = await request(app).get('/login').set({ Host: host, Accept: 'text/html' })
  const visitor = cookiesIn(form).map(cookie => cookie.split(';')[0])
  const login = await request(app)
    .post('/@@do/login')
    .set({ Host: host, Origin: origin, Cookie: visitor.join('; ') })
    .type('form')
    .send({ login: user, password, token: formTokenIn(form.text) })
  const session = cookiesIn(login).find(cookie => cookie.startsWith('plenum_session=')) ?? ''
  const Cookie = session.split(';')[0] ?? ''
  const open = (path: string) => request(app).get(path).set({ Host: host, Accept: 'text/html', Cookie })
  const token = formTokenIn((await open('/')).text)
  const send = (path: string, fields: object, headers: Readonly<Record<string, string>> = {}) =>
    request(app)
      .post(path)
      .set({ Host: host, Origin: origin, Cookie, ...headers })
      .type('form')
      .send({ token, ...fields })
  const desk = async (query = '') => (await open(`/@@desk${query}`)).text
  return { open, send, desk }
}

type Browser = Awaited<ReturnType<typeof openBrowser>>

async function formOf({ desk }: Browser): Promise<Readonly<Record<string, string>>> {
  const { selected } = readPlainPage(await desk(`?move=${uid}`)).answer as DeskPayload
  if (!selected) throw new Error('The talk is not selected.')
  const { revision, day, time, minutes } = selected
  return { revision, day, time, minutes, room: '', shown: day }
}

const startOfTalk = async () =>
  (await request(app).get('/schedule/a').set({ Host: host, Accept: 'application/json' })).body.start

describe('the programme desk as a page', () => {
  it('has separate files, whose names contain a digest', async () => {
    const { desk } = await openBrowser('max')
    const style = assetsIn(await desk()).extras?.desk?.style ?? ''
    const file = await request(app).get(new URL(style).pathname)
    expect([file.status, file.text]).toEqual([200, extras.desk.style])
    expect(style).toMatch(/\/@@pages\/desk-style\.[\w-]{12}\.css$/)
  })

  it.each<[TestUser | null, number]>([
    [null, 401],
    ['mia', 401],
    ['rea', 401],
    ['con', 401],
    ['rex', 401],
    ['edi', 200],
    ['sia', 200],
    ['max', 200],
  ])('is answered to %s with %i', async (user, status) => {
    const answer = user
      ? await (await openBrowser(user)).open('/@@desk')
      : await request(app).get('/@@desk').set({ Host: host, Accept: 'text/html' })
    expect(answer.status).toBe(status)
    if (status === 200) expect(answer.headers['cache-control']).toMatch(/private|no-/)
  })

  it('is not found outside of events, and on slots', async () => {
    const { open } = await openBrowser('max')
    expect((await open('/schedule/@@desk')).status).toBe(404)
    expect((await open('/schedule/a/@@desk')).status).toBe(404)
  })

  it('moves a slot, and offers to undo the move', async () => {
    const browser = await openBrowser('edi')
    const answer = await browser.send('/schedule/a/@@do/moveSlot', {
      ...(await formOf(browser)),
      time: '12:15',
      search: 'x y',
    })
    expect(answer.status).toBe(303)
    const { pathname, searchParams } = new URL(answer.headers.location ?? '')
    expect([pathname, searchParams.get('day'), searchParams.get('search')]).toEqual(['/@@desk', '2027-05-01', 'x y'])
    expect(await startOfTalk()).toBe('2027-05-01T10:15:00+00:00')
    const { undo } = readPlainPage(await browser.desk(new URL(answer.headers.location ?? '').search))
      .answer as DeskPayload
    expect(undo).toMatchObject({ title: 'Talk' })
    const undone = await browser.send('/schedule/a/@@do/moveSlot', { undo: undo?.undo, shown: '2027-05-01' })
    expect(undone.status).toBe(303)
    expect(await startOfTalk()).toBe('2027-05-01T08:00:00+00:00')
  })

  it('continues to show the same day when a slot leaves the schedule', async () => {
    const browser = await openBrowser('edi')
    const answer = await browser.send('/schedule/a/@@do/moveSlot', { ...(await formOf(browser)), unscheduled: '1' })
    expect(new URL(answer.headers.location ?? '').searchParams.get('day')).toBe('2027-05-01')
    expect(await startOfTalk()).toBeNull()
  })

  it('shows both versions with status 412 if another change came first', async () => {
    const [one, other] = [await openBrowser('edi'), await openBrowser('max')]
    const stale = await formOf(one)
    await other.send('/schedule/a/@@do/moveSlot', { ...(await formOf(other)), time: '14:00' })
    const answer = await one.send('/schedule/a/@@do/moveSlot', { ...stale, time: '18:00' })
    expect(answer.status).toBe(412)
    const page = readPlainPage(answer.text)
    expect(page).toMatchObject({
      view: 'deskConflict',
      answer: { requested: { start: '2027-05-01T16:00:00+00:00' }, current: { start: '2027-05-01T12:00:00+00:00' } },
    })
    expect(await startOfTalk()).toBe('2027-05-01T12:00:00+00:00')
    await one.send('/schedule/a/@@do/moveSlot', (page.answer as DeskConflictPayload).fields)
    expect(await startOfTalk()).toBe('2027-05-01T16:00:00+00:00')
  })

  it('leads back from a conflict to the day, the part and the search from which the slot was moved', async () => {
    const [one, other] = [await openBrowser('edi'), await openBrowser('max')]
    const stale = await formOf(one)
    await other.send('/schedule/a/@@do/moveSlot', { ...(await formOf(other)), time: '14:00' })
    const origin = { shown: '2027-05-02', part: '3', search: 'moss' }
    const answer = await one.send('/schedule/a/@@do/moveSlot', { ...stale, time: '18:00', ...origin })
    const { desk, fields } = readPlainPage(answer.text).answer as DeskConflictPayload
    expect(new URL(desk).search).toBe('?day=2027-05-02&part=3&search=moss')
    expect(fields).toMatchObject(origin)
  })

  it('refuses forms from other sites and without the token of the session', async () => {
    const browser = await openBrowser('max')
    const fields = { ...(await formOf(browser)), time: '18:00' }
    const refused = [
      await browser.send('/schedule/a/@@do/moveSlot', fields, { Origin: 'https://other.example' }),
      await browser.send('/schedule/a/@@do/moveSlot', { ...fields, token: 'x'.repeat(43) }),
      await browser.send('/schedule/a/@@do/moveSlot', { ...fields, token: '' }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403])
    expect(await startOfTalk()).toBe('2027-05-01T08:00:00+00:00')
  })

  it.each<[string, Readonly<Record<string, string | readonly string[]>>]>([
    ['a repeated field', { time: ['10:00', '11:00'] }],
    ['an unsigned revision', { revision: '9' }],
    ['an unknown room', { room: '../x' }],
    ['an absurd time', { time: '99:99' }],
    ['an absurd day', { day: '9999-99-99' }],
    ['an absurd duration', { minutes: '1e9' }],
  ])('refuses %s with 400', async (_, change) => {
    const browser = await openBrowser('max')
    const answer = await browser.send('/schedule/a/@@do/moveSlot', { ...(await formOf(browser)), ...change })
    expect(answer.status).toBe(400)
    expect(await startOfTalk()).toBe('2027-05-01T08:00:00+00:00')
  })

  it('refuses moves of callers who may not modify the slot, and of objects that are not slots', async () => {
    const fields = await formOf(await openBrowser('max'))
    const member = await openBrowser('mia')
    expect((await member.send('/schedule/a/@@do/moveSlot', fields)).status).toBe(401)
    const manager = await openBrowser('max')
    expect((await manager.send('/schedule/@@do/moveSlot', fields)).status).toBe(404)
    expect((await manager.send('/schedule/none/@@do/moveSlot', fields)).status).toBe(404)
  })

  it('creates a release for callers who may review the event', async () => {
    const fields = { name: '1.0', comment: 'First', came_from: '/@@desk?day=2027-05-01' }
    expect((await (await openBrowser('edi')).send('/@@do/release', fields)).status).toBe(401)
    const manager = await openBrowser('max')
    const answer = await manager.send('/@@do/release', fields)
    expect([answer.status, answer.headers.location]).toEqual([303, `${origin}/@@desk?day=2027-05-01`])
    expect((await manager.send('/@@do/release', fields)).status).toBe(400)
    const { items } = await test.run('listScheduleReleases', '/', { as: 'max', input: undefined })
    expect(items).toMatchObject([{ name: '1.0', comment: 'First' }])
  })

  it('ignores an undo in a link that the site has not signed for this user', async () => {
    const [one, other] = [await openBrowser('edi'), await openBrowser('max')]
    const moved = await one.send('/schedule/a/@@do/moveSlot', { ...(await formOf(one)), time: '12:00' })
    const { search } = new URL(moved.headers.location ?? '')
    expect(readPlainPage(await other.desk(search)).answer).toMatchObject({ undo: null })
    expect(readPlainPage(await one.desk(search)).answer).toMatchObject({ undo: { title: 'Talk' } })
  })
})
