import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { anonymous, asOwner } from '@plenum/core'
import { createApp, feedRoutes } from '@plenum/express-adapter'
import { feeds } from '@plenum/feeds'
import { createTestSite, type TestSite } from '@plenum/testkit'
import { XMLParser } from 'fast-xml-parser'
import ICAL from 'ical.js'
import nodeIcal from 'node-ical'
import request from 'supertest'
import { readScheduleFile } from './programme/readScheduleFile.js'

const demonstration = readFileSync(path.join(__dirname, 'demonstration/schedule.json'), 'utf8')

let site: TestSite
let app: ReturnType<typeof createApp>

async function importText(text: string) {
  const reading = readScheduleFile(text, {})
  if (!reading.ok) throw new Error(reading.faults.map(({ problem }) => problem.id).join('\n'))
  return asOwner(site.site, 'importProgramme', { programme: reading.programme, author: 'max', retractMissing: false })
}

const get = async (address: string) =>
  (
    await request(app)
      .get(address)
      .buffer()
      .parse(asText as never)
  ).body as string

function asText(res: NodeJS.ReadableStream, done: (error: Error | null, text: string) => void): void {
  let text = ''
  res.on('data', data => {
    text += data
  })
  res.on('end', () => done(null, text))
}

interface Slot {
  readonly UID: string
  readonly title: string
  readonly start: string
  readonly end: string
}

/**
 * Returns the slots in `@schedule` with the start and end times of their objects, because `@schedule` may split a long
 * slot.
 */
async function listed(): Promise<readonly Slot[]> {
  const { body } = await request(app).get('/@schedule')
  const shown = new Set(body.items.flatMap((day: { items: Slot[] }) => day.items.map(({ UID }) => UID)))
  const results = await request(app).get('/@search?b_size=500&metadata_fields=_all')
  return results.body.items.filter(({ UID }: Slot) => shown.has(UID))
}

const byUid = <T extends readonly unknown[]>(rows: readonly T[]) =>
  [...rows].sort((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1))

beforeAll(async () => {
  site = await createTestSite()
  app = createApp(site.site, { routes: feedRoutes(feeds), publicUrl: 'https://light.example' })
  await importText(demonstration)
})

describe('the calendar of an event (docs/schedule.md, Feeds and files)', () => {
  it('contains the slots of its schedule with their times, according to two independent parsers', async () => {
    const text = await get('/@@schedule.ics')
    const expected = byUid(
      (await listed()).map(({ UID, title, start, end }) => [
        `${UID}@light.example`,
        title,
        +new Date(start),
        +new Date(end),
      ]),
    )
    expect(expected.length).toBeGreaterThan(10)
    const first = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map(component => {
      const event = new ICAL.Event(component)
      return [event.uid, event.summary, +event.startDate.toJSDate(), +event.endDate.toJSDate()]
    })
    expect(byUid(first)).toEqual(expected)
    const second = Object.values(nodeIcal.parseICS(text)).flatMap(event =>
      event.type === 'VEVENT' ? [[event.uid, event.summary, +event.start, +event.end]] : [],
    )
    expect(byUid(second)).toEqual(expected)
  })

  it('may cover a day, a room, or one session', async () => {
    const slots = await listed()
    const days = await Promise.all(
      ['2027-09-17', '2027-09-18', '2027-09-19', '2030-01-01'].map(day => get(`/@@schedule.ics?day=${day}`)),
    )
    const [summed, other] = [
      days.map(text => text.split('BEGIN:VEVENT').length - 1),
      await request(app).get('/@schedule'),
    ]
    expect(summed.slice(-1)).toEqual([0])
    expect(other.body.items.map((day: { id: string }) => day.id)).toHaveLength(3)
    const [{ UID = '', title = '' } = {}] = slots
    const { body } = await request(app).get(`/@search?UID=${UID}`)
    const one = await get(`${new URL(body.items[0]['@id']).pathname}/@@schedule.ics`)
    expect(one.match(/^SUMMARY:.*/gm)).toEqual([`SUMMARY:${title.replace(/[,;]/g, '\\$&')}`])
    const rooms = await request(app).get('/@search?portal_type=Room&metadata_fields=UID')
    const inRooms = await Promise.all(
      rooms.body.items.map(
        async ({ UID: room }: { UID: string }) =>
          (await get(`/@@schedule.ics?room=${room}`)).match(/^UID:/gm)?.length ?? 0,
      ),
    )
    expect(inRooms.every((count: number) => count > 0 && count < slots.length)).toBe(true)
  })

  it('counts the changes of a session, and shows to all callers what visitors see', async () => {
    const [{ UID = '' } = {}] = await listed()
    const { body } = await request(app).get(`/@search?UID=${UID}`)
    const at = new URL(body.items[0]['@id']).pathname
    const sequence = async () => Number(/^SEQUENCE:(\d+)/m.exec(await get(`${at}/@@schedule.ics`))?.[1])
    const before = await sequence()
    await site.run('editContent', at, {
      as: 'max',
      input: { body: { description: 'Another' }, representation: false } as never,
    })
    expect(await sequence()).toBeGreaterThan(before)
    await site.run('transitionContent', at, { as: 'max', input: { transition: 'retract', body: {} } })
    const programme = await site.run('getProgramme', '/', { as: 'max', input: { day: null, room: null } })
    expect(programme.slots.map(({ uid }) => uid)).not.toContain(UID)
    await site.run('transitionContent', at, { as: 'max', input: { transition: 'publish', body: {} } })
  })

  it('is revalidated by its ETag', async () => {
    const { headers } = await request(app).get('/@@schedule.ics')
    const again = await request(app)
      .get('/@@schedule.ics')
      .set('If-None-Match', headers.etag ?? '')
    expect([again.status, headers['content-type']]).toEqual([304, 'text/calendar; charset=utf-8'])
  })

  it('refuses an invalid day, and does not exist outside of events', async () => {
    expect((await request(app).get('/@@schedule.ics?day=tomorrow')).status).toBe(400)
    expect((await request(app).get('/schedule/@@schedule.ics')).status).toBe(404)
  })
})

describe('files for schedule apps (docs/schedule.md, Feeds and files)', () => {
  it.each(['json', 'xml'])('survive an import as schedule.%s without a change', async form => {
    expect(await importText(await get(`/@@schedule.${form}`))).toMatchObject({
      created: 0,
      updated: 0,
      retracted: 0,
      missing: [],
    })
  })

  it('contain content of editors, and restore it unchanged too', async () => {
    const add = async (container: string, input: object) =>
      (await site.run('addContent', container, { as: 'max', input: input as never })).content
    const person = await add('/presenters', { '@type': 'Presenter', id: 'zoe', title: 'Zoë <&> "Z"' })
    await site.run('transitionContent', '/presenters/zoe', { as: 'max', input: { transition: 'publish', body: {} } })
    await add('/schedule', {
      '@type': 'Talk',
      id: 'own',
      title: 'A \u{1f6a8} & <b>',
      start: '2027-09-18T10:00:00Z',
      end: '2027-09-18T10:20:00Z',
      presenters: [person.UID],
    })
    await site.run('transitionContent', '/schedule/own', { as: 'max', input: { transition: 'publish', body: {} } })
    for (const form of ['json', 'xml'])
      expect(await importText(await get(`/@@schedule.${form}`))).toMatchObject({ created: 0, updated: 0, missing: [] })
  })

  it('have the same content in both formats, according to an XML parser', async () => {
    const { schedule } = JSON.parse(await get('/@@schedule.json'))
    const days: readonly { readonly rooms: Record<string, Event[]> }[] = schedule.conference.days
    const inJson = days
      .flatMap(({ rooms }) => Object.values(rooms).flat())
      .map(({ persons, ...event }) =>
        rowOf(
          event,
          persons.map(person => person.public_name),
        ),
      )
    const isArray = (name: string) => ['day', 'room', 'event', 'person'].includes(name)
    const parser = new XMLParser({ ...strings, attributeNamePrefix: '', isArray })
    const { day } = parser.parse(await get('/@@schedule.xml')).schedule as { day: readonly XmlDay[] }
    const inXml = day
      .flatMap(({ room }) => room.flatMap(({ event }) => event))
      .map(({ persons, room, ...event }) =>
        rowOf({ ...event, room: room[0] ?? '' }, persons ? persons.person.map(person => person['#text']) : []),
      )
    expect(byUid(inXml)).toEqual(byUid(inJson))
  })
})

const strings = { ignoreAttributes: false, parseTagValue: false, parseAttributeValue: false, htmlEntities: true }

interface Facts {
  readonly guid: string
  readonly title: string
  readonly date: string
  readonly duration: string
}
type Event = Facts & { readonly room: string; readonly persons: readonly { readonly public_name: string }[] }
type XmlEvent = Facts & {
  readonly room: readonly string[]
  readonly persons: '' | { readonly person: readonly { readonly '#text': string }[] }
}
interface XmlDay {
  readonly room: readonly { readonly event: readonly XmlEvent[] }[]
}

const rowOf = ({ guid, title, room, date, duration }: Facts & { readonly room: string }, names: readonly string[]) =>
  [guid, title, room, date, duration, names] as const

describe('the camp programme', () => {
  const file = path.resolve(__dirname, '../../../../shared/data/frab-camp2019.json')
  const its = existsSync(file) ? it : it.skip
  its('has its 79 sessions in the calendar, and survives export and import in both formats', async () => {
    const camp = await createTestSite()
    const before = { site, app }
    site = camp
    app = createApp(camp.site, { routes: feedRoutes(feeds) })
    await importText(readFileSync(file, 'utf8'))
    expect((await get('/@@schedule.ics')).match(/^BEGIN:VEVENT/gm)).toHaveLength(79)
    for (const form of ['json', 'xml'])
      expect(await importText(await get(`/@@schedule.${form}`))).toMatchObject({ created: 0, updated: 0 })
    ;({ site, app } = before)
  })
})

describe('news and robots (docs/http-answers.md, For robots)', () => {
  it('list the latest public news as Atom, escaped', async () => {
    for (const [id, title] of [
      ['one', 'First'],
      ['two', '<script>&'],
      ['secret', 'Secret'],
    ] as const) {
      await site.run('addContent', '/', { as: 'max', input: { '@type': 'News Item', id, title } })
      if (id !== 'secret')
        await site.run('transitionContent', `/${id}`, { as: 'max', input: { transition: 'publish', body: {} } })
    }
    const text = await get('/@@news.atom')
    expect(text).toContain('&lt;script&gt;&amp;')
    expect(text).not.toContain('Secret')
    const { feed } = new XMLParser({ ignoreAttributes: false, htmlEntities: true }).parse(text)
    expect(feed.entry.map(({ title }: { title: string }) => title).sort()).toEqual(['<script>&', 'First'])
    expect(feed.entry[0].link['@_href']).toMatch(/^https:\/\/light\.example\/(one|two)$/)
  })

  it('point robots to the public pages and the sitemap', async () => {
    expect(await get('/robots.txt')).toContain('Sitemap: https://light.example/sitemap-index.xml')
    for (const address of ['/sitemap.xml', '/sitemap-index.xml']) {
      const text = await get(address)
      expect(text).toContain('<loc>https://light.example/one</loc>')
      expect(text).not.toContain('/secret<')
    }
    const { total, pages } = await site.run('getSiteMap', '/', { as: 'max', input: { start: 2, size: 3 } })
    expect([pages.length, total > 20, anonymous.kind]).toEqual([3, true, 'anonymous'])
  })

  it('leave content of the same name accessible below ++api++', async () => {
    expect((await request(app).get('/++api++/robots.txt')).status).toBe(404)
    expect((await request(createApp(site.site)).get('/robots.txt')).status).toBe(404)
  })
})
