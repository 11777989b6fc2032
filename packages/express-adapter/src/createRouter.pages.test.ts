import { addPublished, createTestSite, password, plainPages, readPlainPage, type TestSite } from '@plenum/testkit'
import type { Express } from 'express'
import request from 'supertest'
import { createApp } from './createApp.js'

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

let test: TestSite
let app: Express

beforeEach(async () => {
  test = await createTestSite({ languages: ['de'] })
  app = createApp(test.site, { html: plainPages, catalogs: { de: {} } })
  await addPublished(test, '/', { '@type': 'Document', id: 'a', title: 'A <b>' })
  await test.run('addContent', '/', { as: 'max', input: { '@type': 'Document', id: 'hidden', title: 'Hidden' } })
})

const get = (path: string, headers: Readonly<Record<string, string>> = { Accept: browser }) =>
  request(app)
    .get(path)
    .set({ Host: 'site.example', ...headers })

const pageOf = async (path: string, headers?: Readonly<Record<string, string>>) =>
  readPlainPage((await get(path, headers)).text)

describe('the format of an answer', () => {
  it.each(['/a/@nothing', '/@@nothing', '/@search/x'])('is a page if nothing exists at the URL: %s', async path => {
    const { status, text } = await get(path)
    expect([status, readPlainPage(text).view]).toEqual([404, 'error'])
    const { headers } = await get(path, { Accept: '*/*' })
    expect(headers['content-type']).toMatch(/^application\/json/)
    expect(headers.vary).toContain('Accept')
  })

  it.each([browser, 'text/html', 'text/*, application/json;q=0.9', 'application/json;q=0, */*'])(
    'is a page if the client prefers it: %s',
    async accept => {
      const { headers, text } = await get('/a', { Accept: accept }).expect(200)
      expect(headers['content-type']).toBe('text/html; charset=utf-8')
      expect(readPlainPage(text)).toMatchObject({ view: 'object', path: '/a', answer: { title: 'A <b>' } })
    },
  )

  it.each([
    '*/*',
    'application/json',
    'application/json, text/html',
    'text/html;q=0.5, application/json',
    'text/html;q=x',
    '',
  ])('is JSON otherwise: %s', async accept => {
    const { headers, body } = await get('/a', { Accept: accept }).expect(200)
    expect(headers['content-type']).toBe('application/json')
    expect(body.title).toBe('A <b>')
  })

  it.each(['/++api++/a', '/a/@breadcrumbs', '/a/@types', '/++api++/a/@nothing', '/@site'])(
    'is JSON at addresses without a page: %s',
    async path => {
      expect((await get(path)).headers['content-type']).toMatch(/^application\/json/)
    },
  )

  it('is always JSON without a renderer', async () => {
    app = createApp(test.site)
    const { headers } = await get('/a').expect(200)
    expect(headers['content-type']).toBe('application/json')
    expect(headers.vary).toBe('Authorization, Accept-Language')
  })

  it('is declared to caches for both formats', async () => {
    expect((await get('/a')).headers.vary).toBe('Authorization, Accept, Cookie, Accept-Language')
    expect((await get('/a', { Accept: '*/*' })).headers.vary).toBe('Authorization, Accept, Accept-Language')
    expect((await get('/a/@breadcrumbs')).headers.vary).toBe('Authorization, Accept-Language')
  })

  it('has no body for HEAD', async () => {
    const page = await get('/a')
    const { headers, text } = await request(app).head('/a').set({ Host: 'site.example', Accept: browser }).expect(200)
    expect(text).toBeUndefined()
    expect(headers).toMatchObject({ 'content-length': page.headers['content-length'], etag: page.headers.etag })
  })
})

describe('a page', () => {
  it.each([
    ['/', 'object'],
    ['/a/@search', 'search'],
    ['/login', 'login'],
    ['/none', 'error'],
  ])('of %s has the view %s', async (path, view) => {
    expect((await pageOf(path)).view).toBe(view)
  })

  it.each(['history', 'workflow', 'sharing'])('at @%s requires the permission to see it', async view => {
    expect(await pageOf(`/a/@${view}`, { Accept: browser, Authorization: basic('max') })).toMatchObject({
      view,
      status: 200,
      caller: { id: 'max' },
      more: { content: { title: 'A <b>' } },
    })
  })

  it('at @workflow receives the moment of its diagrams, with the records that the caller can read', async () => {
    const asUser = (user: 'max' | 'mia') => ({ Accept: browser, Authorization: basic(user) })
    for (const at of ['2027-01-01', '2027-01-02']) {
      const page = await pageOf(`/a/@workflow?at=${at}`, asUser('max'))
      expect(page.query).toEqual({ at })
      expect(page.answer).toMatchObject({ history: [{ action: null }, { action: 'publish' }] })
    }
    const { answer, more } = await pageOf('/a/@workflow?at=2027-01-01', asUser('mia'))
    expect({ answer, more }).toMatchObject({ answer: { history: [] } })
    expect(more).not.toHaveProperty('definitions')
  })

  it('includes its surroundings: site, navigation, breadcrumbs', async () => {
    const { more } = await pageOf('/a')
    expect(Object.keys(more).sort()).toEqual(['actions', 'breadcrumbs', 'navigation', 'site'])
    expect(more.breadcrumbs).toMatchObject({ items: [{ title: 'A <b>' }] })
  })

  it('is in the language of the request', async () => {
    expect(await pageOf('/a', { Accept: browser, 'Accept-Language': 'de' })).toMatchObject({ language: 'de' })
  })

  it('has a policy that only permits files from the site', async () => {
    const { headers, text } = await get('/a')
    expect(headers['content-security-policy']).toMatch(/default-src 'none'; script-src 'self'; style-src 'self'/)
    expect(headers['referrer-policy']).toBe('same-origin')
    const style = /href="http:\/\/site\.example([^"]*)"/.exec(text)?.[1] ?? ''
    const file = await get(style, {}).expect(200)
    expect(file.text).toBe(plainPages.style)
    expect(file.headers).toMatchObject({
      'content-type': 'text/css; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    await get(`${style}/more`, {}).expect(404)
    await get('/@@pages/style.css', {}).expect(404)
    await get('/@@pages/constructor', {}).expect(404)
  })

  it('for a refusal has its status and the reason', async () => {
    const { text } = await get('/hidden').expect(401)
    expect(readPlainPage(text)).toMatchObject({ view: 'error', status: 401, answer: { type: 'Unauthorized' } })
    await get('/none').expect(404)
    await get('/a/@search?b_start=x').expect(400)
  })

  it('is revalidated by an ETag other than that of JSON', async () => {
    const { headers } = await get('/a')
    await get('/a', { Accept: browser, 'If-None-Match': headers.etag ?? '' }).expect(304)
    await get('/a', { Accept: '*/*', 'If-None-Match': headers.etag ?? '' }).expect(200)
  })

  it('without a form is cacheable, with a form it is not', async () => {
    expect((await get('/a')).headers['cache-control']).toMatch(/^public/)
    expect((await get('/none')).headers['cache-control']).toBe('private, no-cache')
    const { headers } = await get('/a', { Accept: browser, Authorization: basic('max') })
    expect(headers['cache-control']).toBe('private, no-cache')
    expect(headers.etag).toBeUndefined()
  })

  it('shows the whole object even if the same object was requested as JSON before', async () => {
    for (let i = 0; i < 3; i++) await get('/a', { Accept: 'application/json' }).expect(200)
    expect(await pageOf('/a')).toMatchObject({ answer: { title: 'A <b>', items: [] } })
  })

  it('follows previous addresses', async () => {
    await test.run('editContent', '/a', { as: 'max', input: { body: { id: 'b' }, representation: false } })
    expect((await get('/a').expect(302)).headers.location).toBe('http://site.example/b')
  })
})

const basic = (name: string): string => `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`

describe('the files of an application with accent colors and fonts', () => {
  let prefix = ''

  beforeEach(async () => {
    const accent = (color: string) => ({ css: `a{color:#${color}}`, svg: `<svg fill="#${color}"/>` })
    const fonts = { 'font.1.woff2': Buffer.from('font') }
    const render: typeof plainPages.render = (page, slice) => {
      prefix = new URL(page.assets.accent ?? '').pathname
      return plainPages.render(page, slice)
    }
    app = createApp(test.site, { html: { ...plainPages, accent, fonts, render } })
    await get('/a')
  })

  it('are cacheable without limit, with a separate name for each color', async () => {
    const css = await get(`${prefix}ffe000.css`).expect(200)
    expect([css.text, css.headers['content-type']]).toEqual(['a{color:#ffe000}', 'text/css; charset=utf-8'])
    expect(css.headers['cache-control']).toContain('immutable')
    const icon = await get(`${prefix}ffe000.svg`).expect(200)
    expect(icon.headers['content-type']).toBe('image/svg+xml')
    expect((await get('/@@pages/font.1.woff2').expect(200)).headers['content-type']).toBe('font/woff2')
  })

  it.each(['ffe00.css', 'FFE000.css', 'ffe000', 'ffe000.js', 'ffe000.css.css', '%7D.css'])(
    'do not include %s',
    async name => {
      await get(`${prefix}${name}`).expect(404)
      await get(`/@@pages/accent.other.${name}`).expect(404)
    },
  )
})

describe('the page of the schedule of an event', () => {
  const session = { '@type': 'Talk', title: 'Talk', start: '2027-06-17T09:00:00Z', end: '2027-06-17T10:00:00Z' }
  const event = { start: '2027-06-17T08:00:00Z', end: '2027-06-18T18:00:00Z', timezone: 'Europe/Lisbon' }

  beforeEach(async () => {
    await test.run('editContent', '/', { as: 'max', input: { body: event, representation: false } })
    await addPublished(test, '/', { '@type': 'Schedule', id: 'programme', title: 'Programme' })
    await addPublished(test, '/', { '@type': 'Schedule', id: 'second', title: 'Second' })
    await addPublished(test, '/programme', { ...session, id: 'talk' })
  })

  it('names the first container that presents it, which contains the schedule', async () => {
    const presentedAt = 'http://site.example/programme'
    expect((await pageOf('/@schedule')).more.presentedAt).toBe(presentedAt)
    expect((await pageOf('/programme')).more).toMatchObject({
      presentedAt,
      schedule: { items: [{ id: '2027-06-17' }] },
    })
    expect((await pageOf('/second')).more).not.toHaveProperty('presentedAt')
  })

  it('of an event announces the next sessions, until they are over', async () => {
    const upcoming = async () => (await pageOf('/')).more.upcoming?.map(({ title }) => title)
    test.clock.now = Date.parse('2027-06-17T09:30:00Z')
    expect(await upcoming()).toEqual(['Talk'])
    test.clock.now = Date.parse('2027-06-17T10:00:00Z')
    expect(await upcoming()).toEqual([])
  })
})
