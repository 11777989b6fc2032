import type { JsonObject } from '@plenum/core'
import {
  addPublished,
  createTestSite,
  formTokenIn,
  pageBrowser,
  plainPages,
  readPlainPage,
  type TestSite,
  type TestUser,
} from '@plenum/testkit'
import request from 'supertest'
import { createApp } from './createApp.js'

let test: TestSite
let app: ReturnType<typeof createApp>

beforeEach(async () => {
  test = await createTestSite()
  app = createApp(test.site, { html: plainPages })
})

const base = 'http://site.example'
const png = Buffer.from('89504e470d0a1a0a0000000d49484452000003e8000001f408020000', 'hex')

type Browser = ReturnType<typeof pageBrowser>

async function browserOf(user: TestUser): Promise<Browser> {
  const browser = pageBrowser(app)
  await browser.logIn(user)
  return browser
}

const answerOn = (html: string) => readPlainPage(html).answer as unknown as JsonObject

const refusedFields = (html: string): readonly string[] =>
  ((answerOn(html).sections ?? []) as JsonObject[])
    .flatMap(({ controls }) => controls as JsonObject[])
    .flatMap(({ name, problem }) => (problem === undefined ? [] : [String(name).replace('field.', '')]))

async function upload(browser: Browser, action: string, fields: Readonly<Record<string, string>>, file: Buffer) {
  const token = formTokenIn((await browser.open('/@@settings')).text)
  const sent = request(app)
    .post(`/@@do/${action}`)
    .set({ Host: 'site.example', Origin: base, Cookie: [...browser.cookies].map(pair => pair.join('=')).join('; ') })
    .field('token', token)
  for (const [name, value] of Object.entries(fields)) sent.field(name, value)
  return sent.attach('field.site_logo', file, { filename: 'logo.png', contentType: 'image/png' })
}

const site = () => test.run('getSite', '/', { input: undefined })
const panel = async (name: string) => (await test.run('getControlPanel', '/', { as: 'max', input: { name } })).data

describe('the pages of settings (docs/site-settings.md, Panels)', () => {
  it.each<[string, readonly TestUser[]]>([
    ['/@@settings', ['max', 'sia']],
    ['/@@settings/site', ['max', 'sia']],
    ['/@@settings/tech-event-settings', ['max']],
    ['/@@setup', ['max']],
  ])('open %s for %s alone', async (path, allowed) => {
    for (const name of ['max', 'sia', 'edi'] as const) {
      const { status } = await (await browserOf(name)).open(path)
      expect([name, status]).toEqual([name, allowed.includes(name) ? 200 : 401])
    }
    expect((await pageBrowser(app).open(path)).status).toBe(401)
  })

  it('list the panels that the caller may use', async () => {
    const names = async (user: TestUser) =>
      (answerOn((await (await browserOf(user)).open('/@@settings')).text).items as JsonObject[]).map(({ name }) => name)
    expect(await names('max')).toEqual(expect.arrayContaining(['site', 'appearance', 'tech-event-settings']))
    expect(await names('sia')).not.toContain('tech-event-settings')
    expect((await (await browserOf('max')).open('/@@settings/none')).status).toBe(404)
  })

  it('change the settings that were edited, and nothing else', async () => {
    const browser = await browserOf('sia')
    const before = await panel('site')
    const fields = { panel: 'site', 'field.site_title': 'Tides 2027' }
    const { status, headers } = await browser.send('/@@settings/site', 'settings', fields)
    expect([status, headers.location]).toEqual([303, `${base}/@@settings/site`])
    expect(await panel('site')).toEqual({ ...before, site_title: 'Tides 2027' })
    await browser.send('/@@settings/navigation', 'settings', {
      panel: 'navigation',
      'field.displayed_types': ['', 'Document'],
    })
    expect(await panel('navigation')).toMatchObject({ displayed_types: [{ token: 'Document' }] })
    await browser.send('/@@settings/security', 'settings', {
      panel: 'security',
      'field.enable_self_reg': ['', 'true'],
      'field.use_email_as_login': '',
    })
    expect(await panel('security')).toMatchObject({ enable_self_reg: true, use_email_as_login: false })
  })

  it('take a logo, show it in the form and remove it', async () => {
    const browser = await browserOf('max')
    expect((await upload(browser, 'settings', { panel: 'site' }, png)).status).toBe(303)
    const { 'plone.site_logo': logo } = await site()
    expect(logo).toMatch(/@@site-logo\/logo/)
    expect((await request(app).get(String(logo).slice(base.length)).set('Host', 'site.example')).status).toBe(200)
    expect((await browser.open('/@@settings/site')).text).toContain('@@site-logo')
    await browser.send('/@@settings/site', 'settings', { panel: 'site', 'field.site_logo': ['', 'remove'] })
    expect((await site())['plone.site_logo']).toBeNull()
    const large = await upload(browser, 'settings', { panel: 'site' }, Buffer.concat([png, Buffer.alloc(600_000)]))
    expect([large.status, refusedFields(large.text)]).toEqual([400, ['site_logo']])
  })

  it('appear again with the problems beside their fields', async () => {
    const browser = await browserOf('max')
    const refused = async (name: string, fields: Record<string, string | string[]>) => {
      const { status, text } = await browser.send(`/@@settings/${name}`, 'settings', { panel: name, ...fields })
      return [status, refusedFields(text)]
    }
    expect(await refused('site', { 'field.site_title': ' ' })).toEqual([400, ['site_title']])
    expect(await refused('date-and-time', { 'field.portal_timezone': 'Mars/Base' })).toEqual([400, ['portal_timezone']])
    expect(await refused('language', { 'field.default_language': 'de' })).toEqual([400, ['available_languages']])
    expect(await refused('appearance', { 'field.imprint_url': 'javascript:alert(1)' })).toEqual([400, ['imprint_url']])
    expect(await refused('change-feed', { 'field.change_feed_days': 'many' })).toEqual([400, ['change_feed_days']])
  })

  it('refuse callers without the permission of the panel, wrong tokens and other sites', async () => {
    const status = async (user: TestUser, fields: Record<string, string>, more: Record<string, string> = {}) =>
      (await (await browserOf(user)).send('/@@users/sia', 'settings', fields, more)).status
    const title = { panel: 'site', 'field.site_title': 'Mine' }
    expect(await status('edi', title)).toBe(401)
    expect(await status('sia', { panel: 'tech-event-settings', 'field.support_multiple_events': 'true' })).toBe(401)
    expect(await status('sia', { ...title, token: 'x'.repeat(43) })).toBe(403)
    expect(await status('sia', title, { Origin: 'https://evil.example' })).toBe(403)
    expect((await site())['plone.site_title']).toBe('Site')
  })
})

describe('the first-run page (docs/site-settings.md, First run)', () => {
  const fields = {
    'field.title': 'BeeConf 2027',
    'field.timezone': 'Europe/Vienna',
    'field.start': '2027-06-17T09:00',
    'field.end': '2027-06-19T18:00',
    'field.default_language': 'de',
    'field.email': 'max@beeconf.example',
  }
  const isOpenFor = async (browser: Browser) => answerOn((await browser.open('/@@setup')).text).is_open

  async function newSite(): Promise<Browser> {
    for (const id of ['mia', 'rex', 'edi', 'con', 'rea', 'sia'])
      await test.run('removeUser', '/', { as: 'max', input: { id } })
    return browserOf('max')
  }

  it('sets up a new site once', async () => {
    const browser = await newSite()
    expect(await isOpenFor(browser)).toBe(true)
    const { status, headers } = await upload(browser, 'setup', { ...fields, came_from: '/@@setup' }, png)
    expect([status, headers.location]).toEqual([303, `${base}/@@setup`])
    expect(await site()).toMatchObject({
      'plone.site_title': 'BeeConf 2027',
      'plone.portal_timezone': 'Europe/Vienna',
      'plone.default_language': 'de',
      'plone.site_logo': expect.stringContaining('@@site-logo'),
    })
    const input = { batch: { start: 0, size: 1 }, metadata: [], fullObjects: false, withItems: true }
    const { content } = await test.run('getContent', '/', { as: 'max', input })
    expect(content).toMatchObject({ title: 'BeeConf 2027', start: '2027-06-17T07:00:00+00:00' })
    expect((await test.run('getUser', '/', { as: 'max', input: { id: 'max' } })).email).toBe('max@beeconf.example')
    expect(await isOpenFor(browser)).toBe(false)
    const again = await browser.send('/@@setup', 'setup', { ...fields, 'field.title': 'Other' })
    expect(again.status).toBe(400)
    expect((await site())['plone.site_title']).toBe('BeeConf 2027')
  })

  it('cannot be completed by two browsers', async () => {
    const [one, two] = [await newSite(), await browserOf('max')]
    const answers = await Promise.all([
      one.send('/@@setup', 'setup', { ...fields, 'field.title': 'One' }),
      two.send('/@@setup', 'setup', { ...fields, 'field.title': 'Two' }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 400])
    const winner = answers[0]?.status === 303 ? 'One' : 'Two'
    expect((await site())['plone.site_title']).toBe(winner)
  })

  it('appears again with the entered values, and writes nothing', async () => {
    const browser = await newSite()
    const refused = async (more: Record<string, string>) => {
      const { status, text } = await browser.send('/@@setup', 'setup', { ...fields, ...more })
      return [status, refusedFields(text)]
    }
    expect(await refused({ 'field.title': '', 'field.start': '' })).toEqual([400, ['title', 'start']])
    expect(await refused({ 'field.end': '2027-06-16T09:00' })).toEqual([400, ['end']])
    expect(await refused({ 'field.email': 'nowhere' })).toEqual([400, ['email']])
    expect(await refused({ 'field.timezone': 'Mars/Base' })).toEqual([400, ['timezone']])
    expect(await isOpenFor(browser)).toBe(true)
  })

  it('stores the logo while another field is invalid', async () => {
    const browser = await newSite()
    const { status, text } = await upload(browser, 'setup', { ...fields, 'field.email': 'nowhere' }, png)
    const id = /"pending":\{"id":"(\w+)"/.exec(JSON.stringify(readPlainPage(text)))?.[1]
    expect([status, id]).toEqual([400, expect.any(String)])
    const saved = await browser.send('/@@setup', 'setup', { ...fields, 'field.site_logo': ['', `pending-${id}`] })
    expect(saved.status).toBe(303)
    expect((await site())['plone.site_logo']).toContain('@@site-logo')
  })

  it('is closed if the site has content, dates or further users', async () => {
    expect(await isOpenFor(await browserOf('max'))).toBe(false)
    const browser = await newSite()
    await addPublished(test, '/', { '@type': 'Document', id: 'a', title: 'A' })
    expect(await isOpenFor(browser)).toBe(false)
    expect((await browser.send('/@@setup', 'setup', fields)).status).toBe(400)
    expect((await site())['plone.site_title']).toBe('Site')
  })
})
