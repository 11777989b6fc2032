import { createApp } from '@plenum/express-adapter'
import { createTestSite, formTokenIn, pageBrowser, plainPages, readPlainPage, type TestSite } from '@plenum/testkit'
import request from 'supertest'
import { shippedCatalogs } from '../languages/loadCatalogs.js'
import { openProgrammeReader } from './openProgrammeReader.js'

const programmes = openProgrammeReader()

let test: TestSite
let app: ReturnType<typeof createApp>
let manager: ReturnType<typeof pageBrowser>

beforeEach(async () => {
  test = await createTestSite({ programmes })
  app = createApp(test.site, { html: plainPages })
  manager = pageBrowser(app)
  await manager.logIn('max')
})

const base = 'http://site.example'
const form = '/@@import-programme'

const fileWith = (title: string, count = 1): string => {
  const events = Array.from({ length: count }, (_, i) => ({
    ...{ guid: `${i}`.padStart(32, 'f'), id: i + 1, title: `${title} ${i + 1}`, room: 'Hall', type: 'talk' },
    ...{ date: '2027-06-17T09:00:00+01:00', start: '09:00', duration: '00:45' },
  }))
  const days = [{ index: 0, date: '2027-06-17', rooms: { Hall: events } }]
  const conference = { title: 'Tides', start: '2027-06-17', end: '2027-06-18', time_zone_name: 'Europe/Lisbon', days }
  return JSON.stringify({ schedule: { conference } })
}

const answerOn = (html: string) => readPlainPage(html).answer as unknown as Record<string, unknown>
const send = (fields: Record<string, string>) => manager.send(form, 'importProgramme', { step: 'check', ...fields })
const rootTitle = async () => (await test.run('getSite', '/', { input: undefined }))['plone.site_title']
const talks = async () => {
  const { items } = await test.run('getSchedule', '/', { input: { metadata: [], release: undefined } })
  return JSON.stringify(items)
}

describe('the import of a programme in the browser (docs/schedule.md, Import in the browser)', () => {
  it('shows the effect without writing, and then imports the same data', async () => {
    const checked = await send({ text: fileWith('Fog', 2) })
    expect([checked.status, answerOn(checked.text).preview]).toEqual([
      200,
      expect.objectContaining({ title: 'Tides', sessions: 2, timezone: 'Europe/Lisbon', retracted: 0 }),
    ])
    expect(answerOn(checked.text).preview).toMatchObject({ differences: [{ kind: 'new', title: 'Fog 1' }, {}] })
    expect(await talks()).not.toContain('Fog')
    const imported = await send({ step: 'import', text: fileWith('Fog', 2) })
    expect([imported.status, imported.headers.location]).toEqual([303, `${base}/@schedule`])
    expect(await talks()).toContain('Fog 2')
    const again = answerOn((await send({ text: fileWith('Mist', 1) })).text).preview
    expect(again).toMatchObject({ created: 0, updated: 1, missing: [{ title: 'Fog 2' }] })
  })

  it('accepts an uploaded file', async () => {
    const token = formTokenIn((await manager.open(form)).text)
    const cookie = [...manager.cookies].map(pair => pair.join('=')).join('; ')
    const { text, status } = await request(app)
      .post('/@@do/importProgramme')
      .set({ Host: 'site.example', Origin: base, Cookie: cookie, Accept: 'text/html' })
      .field('token', token)
      .attach('file', Buffer.from(fileWith('Fog')), { filename: 'schedule.json', contentType: 'application/json' })
    expect([status, answerOn(text).preview]).toEqual([200, expect.objectContaining({ sessions: 1 })])
  })

  it.each<[string, Record<string, string>, RegExp]>([
    ['no source', {}, /Enter a URL, choose a file or paste/],
    ['two sources', { url: 'https://a.example/', text: '{}' }, /but not several of them/],
    ['a file with errors', { text: '{"schedule":{"conference":{}}}' }, /schedule\.conference/],
    ['a file that is not JSON', { text: '{' }, /the text ends before the JSON does/],
    ['a private address', { url: 'http://127.0.0.1:9/schedule.json' }, /private address[^-]*$/],
    ['a URL that is not HTTP', { url: 'file:///etc/passwd' }, /cannot be fetched/],
    ['an unknown time zone', { text: fileWith('Fog'), timezone: 'Mars/Base' }, /unknown time zone "Mars\/Base"/],
    ['a long text', { text: ' '.repeat(1_000_001) + fileWith('Fog') }, /at most 1 MB/],
  ])('refuses %s with the reason and the entered values', async (_kind, fields, reason) => {
    const { status, text } = await send(fields)
    expect(status).toBe(400)
    const { problems, values } = answerOn(text)
    expect(String(problems)).toMatch(reason)
    expect(values).toMatchObject(fields)
  })

  it.each([
    ['de', /schedule\.conference\.title: fehlt/, /ist eine private Adresse/],
    ['es', /schedule\.conference\.title: falta/, /es una dirección privada/],
    ['pt-BR', /schedule\.conference\.title: está faltando/, /é um endereço privado/],
  ])('names the problems in the language of the page: %s', async (language, missing, isPrivate) => {
    const input = { availableLanguages: ['en', language], useRequestNegotiation: true }
    await test.run('setLanguageSettings', '/', { as: 'max', input })
    const translated = createApp(test.site, { html: plainPages, catalogs: shippedCatalogs() })
    manager = pageBrowser(translated)
    await manager.logIn('max')
    const problems = async (fields: Record<string, string>) => {
      const headers = { 'Accept-Language': language }
      const { text } = await manager.send(form, 'importProgramme', { step: 'check', ...fields }, headers)
      return String(answerOn(text).problems)
    }
    expect(await problems({ text: '{"schedule":{"conference":{"days":[]}}}' })).toMatch(missing)
    expect(await problems({ url: 'http://127.0.0.1:9/schedule.json' })).toMatch(isPrivate)
  })

  it('does not turn the event into another event, unless the form specifies it', async () => {
    await send({ step: 'import', text: fileWith('Fog') })
    const own = { '@type': 'Talk', title: 'Own', start: '2027-06-17T10:00:00Z', end: '2027-06-17T10:40:00Z' }
    await test.run('addContent', '/schedule', { as: 'max', input: own })
    const other = fileWith('Fog').replace('"Tides"', '"Gales"')
    const refused = await send({ step: 'import', text: other })
    expect([refused.status, String(answerOn(refused.text).problems)]).toEqual([400, expect.stringContaining('Tides')])
    expect((await send({ step: 'import', text: other, replace: 'true' })).status).toBe(303)
  })

  it('is only for Managers, with the token of the form, and for events', async () => {
    const editor = pageBrowser(app)
    await editor.logIn('edi')
    expect((await editor.open(form)).status).toBe(401)
    expect((await editor.send('/', 'importProgramme', { step: 'import', text: fileWith('Fog') })).status).toBe(401)
    expect((await editor.send('/', 'removeExamples', {})).status).toBe(401)
    expect((await send({ text: fileWith('Fog'), token: 'x'.repeat(43) })).status).toBe(403)
    await test.run('addContent', '/', { as: 'max', input: { '@type': 'Document', id: 'a', title: 'A' } })
    expect((await manager.open('/a/@@import-programme')).status).toBe(404)
  })

  it('removes the demonstration', async () => {
    await test.run('addContent', '/', { as: 'max', input: { '@type': 'Document', id: 'a', title: 'A' } })
    await test.run('markExamples', '/', { as: 'max', input: { fields: [] } })
    expect(answerOn((await manager.open(form)).text).examples).toBe(1)
    const { headers } = await manager.send(form, 'removeExamples', {})
    expect(headers.location).toBe(base + form)
    expect(answerOn((await manager.open(form)).text).examples).toBe(0)
    expect(await rootTitle()).toBe('Site')
  })
})
