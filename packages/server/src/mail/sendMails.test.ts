import { type Catalog, DomainError, type JsonObject, languageNegotiator, message } from '@plenum/core'
import { addPublished, createTestSite, type SmtpSink, startSmtpSink, type TestSite } from '@plenum/testkit'
import { shippedCatalogs } from '../languages/loadCatalogs.js'
import { languageFor } from './releaseMail.js'
import { sendMails } from './sendMails.js'

const base = 'https://conf.example'
const object = { batch: { start: 0, size: 1 }, metadata: [], fullObjects: false, withItems: false }

let at: TestSite
let sink: SmtpSink
const logged: unknown[][] = []
const note = (...line: unknown[]) => void logged.push(line)

const uidOf = async (path: string) =>
  String((await at.run('getContent', path, { as: 'max', input: object })).content.UID)
const patch = (path: string, body: JsonObject) =>
  at.run('editContent', path, { as: 'max', input: { body, representation: false } })
const release = (name: string, comment = '') => at.run('releaseSchedule', '/', { as: 'max', input: { name, comment } })
const listed = () => at.run('listMails', '/', { as: 'max', input: { state: undefined, batch: { start: 0, size: 99 } } })

const presenter = async (id: string, language: string) => {
  await addPublished(at, '/', { '@type': 'Presenter', id, title: `Zoë ${id}`, email: `${id}@example.org`, language })
  return uidOf(`/${id}`)
}

async function createProgramme(languages: readonly string[]): Promise<void> {
  at = await createTestSite({ mailer: { base, post: () => {} } })
  await addPublished(at, '/', { '@type': 'Venue', id: 'venue', title: 'Venue' })
  await addPublished(at, '/venue', { '@type': 'Room', id: 'hall', title: 'Großer Saal' })
  await addPublished(at, '/', { '@type': 'Schedule', id: 'schedule', title: 'Schedule' })
  await patch('/', { title: 'Tides', timezone: 'Europe/Berlin', mail_presenters: true })
  const presenters = []
  for (const [i, language] of languages.entries()) presenters.push(await presenter(`p${i}`, language))
  await addPublished(at, '/schedule', {
    ...{ '@type': 'Talk', id: 'moss', title: 'Moss', presenters },
    ...{ start: '2027-05-01T08:00:00Z', end: '2027-05-01T08:30:00Z', room: [await uidOf('/venue/hall')] },
  })
}

async function sendUntil(
  isDone: () => boolean | Promise<boolean>,
  catalogs: Record<string, Catalog> = shippedCatalogs(),
) {
  const stopping = new AbortController()
  const settings = { url: sink.url, from: 'Tides <site@example.org>', base }
  const chooseLanguage = languageFor(languageNegotiator(at.site, catalogs))
  const log = { info: note, warn: note, error: note }
  const sending = sendMails(at.site, { settings, chooseLanguage, log, signal: stopping.signal, pause: 5 })
  for (let tries = 0; tries < 2000 && !(await isDone()); tries++) await new Promise(resolve => setTimeout(resolve, 5))
  stopping.abort()
  await sending
}

const mailTo = (address: string) => {
  const mail = sink.accepted.find(({ to }) => to === address)
  if (!mail) throw new Error(`There is no email to ${address}.`)
  return mail
}

beforeEach(() => logged.splice(0))
afterEach(() => sink.close())

describe('emails to presenters (docs/schedule.md, Emails to presenters)', () => {
  beforeEach(async () => {
    sink = await startSmtpSink()
  })

  it('have a text in the language of the presenter, a calendar, and headers for unsubscribing', async () => {
    await createProgramme(['', 'de', 'es', 'pt-br', 'fr'])
    await release('1.0', 'Two rooms more.\n\n\n\nSee you!')
    await sendUntil(() => sink.accepted.length === 5)
    const texts = ['p0', 'p1', 'p2', 'p3', 'p4'].map(id => mailTo(`${id}@example.org`).parts[0] ?? '')
    expect(texts[0]).toMatch(/^Hello Zoë p0,\r?\n\r?\nversion 1\.0 of the schedule of Tides/)
    expect(texts[0]).toMatch(/New: Sat, May 1, 2027, 10:00 – 10:30 GMT\+2, Großer Saal/)
    expect(texts[0]).toMatch(/Two rooms more\.\r?\n\r?\nSee you!/)
    expect(texts[1]).toMatch(/Neu: Sa\., 1\. Mai 2027, 10:00–10:30 Uhr MESZ, Großer Saal/)
    expect(texts[2]).toMatch(/Nueva: sáb, 1 de mayo de 2027, 10:00–10:30/)
    expect(texts[3]).toMatch(/Nova: sáb., 1 de maio de 2027 10:00 – 10:30/)
    expect(texts[4]).toMatch(/^Hello/)
    const { headers, parts, raw } = mailTo('p1@example.org')
    expect(headers.get('subject')).toBe('Tides: Ihre Programmpunkte in Version 1.0 des Programms')
    expect(headers.get('from')).toBe('Tides <site@example.org>')
    expect(headers.get('message-id')).toMatch(/^<[0-9a-f]{32}@conf\.example>$/)
    expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    const link = /^<(https:\/\/conf\.example\/@unsubscribe\/.+)>$/.exec(headers.get('list-unsubscribe') ?? '')?.[1]
    expect(texts[1]).toContain(link)
    expect(raw).toMatch(/^Content-Type: text\/calendar; charset=utf-8/m)
    expect(parts[1]).toMatch(/BEGIN:VEVENT[\s\S]*DTSTART:20270501T080000Z/)
    expect(parts[1]).toMatch(/LOCATION:Großer Saal/)
    expect(sink.accepted.some(mail => mail.headers.has('bcc'))).toBe(false)
    expect((await listed()).counts).toEqual({ waiting: 0, sent: 5, skipped: 0, failed: 0 })
    expect(JSON.stringify(logged)).not.toMatch(/example\.org/)
  })

  it('use the messages of a site, whose values are not expanded again', async () => {
    await createProgramme([''])
    await patch('/', { title: '{unsubscribe}' })
    await release('1.0')
    const own = { 'mail.release-subject': 'Ahoy {event}, {release}', 'mail.change-new': '+ {when}' }
    await sendUntil(() => sink.accepted.length === 1, { ...shippedCatalogs(), en: own })
    expect(sink.accepted[0]?.headers.get('subject')).toBe('Ahoy {unsubscribe}, 1.0')
    expect(sink.accepted[0]?.parts[0]).toContain('+ Sat, May 1')
  })

  it('describe each kind of change', async () => {
    await createProgramme(['', ''])
    await release('1.0')
    await patch('/schedule/moss', {
      title: 'Fern',
      room: [],
      presenters: [await uidOf('/p0')],
      end: '2027-05-01T09:00:00Z',
    })
    await release('1.1')
    await sendUntil(() => sink.accepted.length === 4)
    const [first = '', second = ''] = sink.accepted.slice(2).map(({ parts }) => (parts[0] ?? '').replaceAll('\r', ''))
    expect(first).toContain('Time: Sat, May 1, 2027, 10:00 – 11:00 GMT+2; previously: Sat, May 1')
    expect(first).toContain('Room: –; previously: Großer Saal')
    expect(first).toMatch(/Title: Fern; previously: Moss/)
    expect(first).toContain('Other presenters: –; previously: Zoë p1')
    expect(second).toContain('You are no longer listed as a presenter; previously: Sat, May 1')
  })
})

describe('the mail server', () => {
  it('gets the same Message-ID in each attempt, and its refusals are listed without addresses', async () => {
    const replies = ['451 p0@example.org later', null, '250 ok']
    const ids: (string | undefined)[] = []
    sink = await startSmtpSink({
      reply: ({ headers }, number) => {
        ids.push(headers.get('message-id'))
        return replies[number - 1] ?? null
      },
    })
    await createProgramme([''])
    await release('1.0')
    await sendUntil(async () => (await listed()).items[0]?.attempts === 1)
    expect((await listed()).items[0]?.last_attempt?.message).toMatch(/451 … later/)
    await sendUntil(() => {
      at.clock.now += 60_000
      return sink.accepted.length === 1
    })
    expect([ids.length, new Set(ids).size]).toEqual([3, 1])
    expect((await listed()).items[0]).toMatchObject({ state: 'sent', attempts: 3, last_attempt: { reason: null } })
  })

  it('gets no complete email from a process that has lost the lease', async () => {
    sink = await startSmtpSink()
    await createProgramme([''])
    await release('1.0')
    const { mails } = at.site
    const site = { ...at.site, mails: { ...mails, transmitting: async () => false } }
    const whole = at
    at = { ...at, site }
    await sendUntil(() => logged.length > 0)
    expect(JSON.stringify(logged)).toMatch(/Another process has taken over/)
    expect(sink.accepted).toEqual([])
    at = whole
  })

  it('wait for a database that does not respond, and the log states why it does not', async () => {
    sink = await startSmtpSink()
    await createProgramme([''])
    const cause = new Error('connect ECONNREFUSED 127.0.0.1:5432')
    const unavailable = new DomainError('store-unavailable', message('store.unreadable', { seconds: 5 }), {}, { cause })
    const whole = at
    at = { ...at, site: { ...at.site, mails: { ...at.site.mails, next: () => Promise.reject(unavailable) } } }
    await sendUntil(() => logged.length > 0)
    expect(logged[0]).toEqual([{ err: unavailable }, 'emails to presenters'])
    at = whole
  })
})
