import { execFileSync } from 'node:child_process'
import { asOwner, type Extensions } from '@plenum/core'
import { createApp, feedRoutes } from '@plenum/express-adapter'
import { feeds } from '@plenum/feeds'
import { addPublished, createTestSite } from '@plenum/testkit'
import ICAL from 'ical.js'
import nodeIcal from 'node-ical'
import request from 'supertest'

/** An event in the format `[uid, status, start, end, sequence, summary]`, with times in milliseconds. */
type Row = readonly [string, string, number, number, number, string]

const byIcalJs = (text: string): readonly Row[] =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map(component => {
    const { uid, summary, startDate, endDate, sequence } = new ICAL.Event(component)
    const status = String(component.getFirstPropertyValue('status'))
    return [uid, status, +startDate.toJSDate(), +endDate.toJSDate(), sequence, summary]
  })

const byNodeIcal = (text: string): readonly Row[] =>
  Object.values(nodeIcal.parseICS(text)).flatMap(event => {
    if (event.type !== 'VEVENT') return []
    const { uid, status, start, end, sequence, summary } = event as nodeIcal.VEvent & { sequence: string }
    return [[uid, String(status), +start, +end, Number(sequence), String(summary)] as const]
  })

const program = `
import icalendar, json, sys
ms = lambda event, name: round(event.decoded(name).timestamp() * 1000)
row = lambda e: [str(e['uid']), str(e['status']), ms(e, 'dtstart'), ms(e, 'dtend'), e['sequence'], str(e['summary'])]
print(json.dumps([[row(e) for e in icalendar.Calendar.from_ical(text).walk('VEVENT')] for text in json.load(sys.stdin)]))
`

function hasPython(): boolean {
  try {
    execFileSync('python3', ['-c', 'import icalendar'], { stdio: 'ignore' })
    return true
  } catch {
    process.stdout.write("Calendars were not read by Python: the package 'icalendar' is not installed.\n")
    return false
  }
}

const calendars: [text: string, rows: readonly Row[]][] = []

/** Returns the events in a calendar, after checking that all parsers return the same events. */
function eventsIn(text: string): readonly Row[] {
  const rows = sorted(byIcalJs(text))
  expect(sorted(byNodeIcal(text))).toEqual(rows)
  calendars.push([text, rows])
  return rows
}

const sorted = (rows: readonly Row[]): readonly Row[] => rows.toSorted((a, b) => (a[0] < b[0] ? -1 : 1))

// A single process reads all calendars, because starting a process takes half a second.
afterAll(() => {
  if (!hasPython()) return
  const input = JSON.stringify(calendars.map(([text]) => text))
  const read: readonly (readonly Row[])[] = JSON.parse(execFileSync('python3', ['-c', program], { input }).toString())
  expect(read.map(sorted)).toEqual(calendars.map(([, rows]) => rows))
})

const times = (hour: number) => ({ start: `2027-05-01T0${hour}:00:00Z`, end: `2027-05-01T0${hour}:30:00Z` })

const visibleLikeContainer = {
  id: 'visible_like_container',
  title: 'Visible like the container',
  stateVariable: 'review_state',
  initialState: 'private',
  managedPermissions: [],
  states: ['private', 'published', 'open'].map(id => ({
    id,
    title: id,
    transitions: ['publish', 'open'],
    permissions: {},
  })),
  transitions: [
    { id: 'publish', title: 'Publish', to: 'published', guard: {} },
    { id: 'open', title: 'Open', to: 'open', guard: {} },
  ],
  historyGuard: {},
}

async function conference(timesOfEvent: object = {}, extensions: Extensions = {}) {
  const site = await createTestSite({ extensions })
  const workflows = extensions.workflows?.map(({ id }) => id)
  if (workflows) await asOwner(site.site, 'setTypeWorkflows', { type: 'Talk', workflows })
  await site.run('editContent', '/', { as: 'max', input: { body: { ...timesOfEvent }, representation: false } })
  await addPublished(site, '/', { '@type': 'Schedule', id: 's', title: 'Schedule' })
  const presenter = { '@type': 'Presenter', id: 'ada', title: 'Ada' }
  const { content } = await site.run('addContent', '/', { as: 'max', input: presenter })
  await site.run('transitionContent', '/ada', { as: 'max', input: { transition: 'publish', body: {} } })
  const ada = String(content.UID)
  await addPublished(site, '/s', { '@type': 'Talk', id: '1', title: 'One', ...times(8), presenters: [ada] })
  await addPublished(site, '/s', { '@type': 'Talk', id: '2', title: 'Two', ...times(9) })
  await site.run('addContent', '/s', { as: 'max', input: { '@type': 'Talk', id: '3', title: 'Secret', ...times(7) } })
  const app = createApp(site.site, { routes: feedRoutes(feeds), publicUrl: 'https://light.example' })
  const get = (address: string) => request(app).get(address).buffer()
  const move = (path: string, transition: string) =>
    site.run('transitionContent', path, { as: 'max', input: { transition, body: {} } })
  const events = async (address: string) => eventsIn((await get(address).expect(200)).text)
  const edit = (path: string, body: object) =>
    site.run('editContent', path, { as: 'max', input: { body: { ...body }, representation: false } })
  const remove = (path: string) => site.run('deleteContent', path, { as: 'max', input: undefined })
  return { site, get, move, events, edit, remove, ada }
}

const shown = (rows: readonly Row[]) => rows.map(([, status, start, , , summary]) => [summary, status, start]).sort()
const eight = Date.parse('2027-05-01T08:00:00Z')
const nine = Date.parse('2027-05-01T09:00:00Z')

describe('a withdrawn session (docs/schedule.md, Cancelled sessions)', () => {
  it('remains in the calendar as cancelled, without its title, with the times that visitors saw', async () => {
    const { site, move, events } = await conference()
    const [before] = (await events('/@@schedule.ics')).filter(([, , , , , summary]) => summary === 'One')
    await move('/s/1', 'retract')
    const later = { title: 'Hidden', ...times(5) }
    await site.run('editContent', '/s/1', { as: 'max', input: { body: later, representation: false } })
    const rows = await events('/@@schedule.ics')
    expect(shown(rows)).toEqual([
      ['Cancelled session', 'CANCELLED', eight],
      ['Two', 'CONFIRMED', nine],
    ])
    const [after] = rows.filter(([uid]) => uid === before?.[0])
    expect(after?.[4]).toBeGreaterThan(before?.[4] ?? Number.NaN)
    expect(shown(await events('/ada/@@schedule.ics'))).toEqual([['Cancelled session', 'CANCELLED', eight]])
    expect(await events('/@@schedule.ics?day=2027-05-02')).toEqual([])
    await move('/s/1', 'publish')
    expect(shown(await events('/@@schedule.ics'))).toContainEqual(['Hidden', 'CONFIRMED', Date.parse(times(5).start)])
  })

  it('is not cancelled in a copy, or if visitors never saw it', async () => {
    const { site, move, events } = await conference()
    await move('/s/1', 'retract')
    await site.run('copyObjects', '/s', { as: 'max', input: { source: ['/s/1'] } as never })
    await site.run('editContent', '/s/3', { as: 'max', input: { body: { title: 'X' }, representation: false } })
    await move('/s/3', 'submit')
    await move('/s/3', 'reject')
    expect(shown(await events('/@@schedule.ics'))).toHaveLength(2)
  })

  it('is removed when the event is over', async () => {
    const { site, move, events } = await conference({ start: '2027-05-01T00:00:00Z', end: '2027-05-02T00:00:00Z' })
    await move('/s/1', 'retract')
    expect(await events('/@@schedule.ics')).toHaveLength(2)
    site.clock.now = Date.parse('2027-05-02T00:00:00Z')
    expect(await events('/@@schedule.ics')).toHaveLength(1)
  })

  it('that an import retracts is cancelled too', async () => {
    const { site, events } = await conference()
    const session = (n: number) => ({
      ...{ uid: `f${n}`.padEnd(32, '0'), shortName: `x${n}`, type: 'Talk' as const, title: `X${n}`, description: '' },
      ...{ text: null, start: eight, end: nine, room: null, track: null, language: null, persons: [] },
    })
    const imported = (sessions: readonly ReturnType<typeof session>[]) => {
      const lists = { rooms: [], tracks: [], persons: [], unknownTypes: [] }
      const programme = { title: 'Light', timezone: 'UTC', start: eight, end: nine + 1e9, ...lists, sessions }
      return asOwner(site.site, 'importProgramme', {
        programme,
        author: 'max',
        retractMissing: true,
        replaceEvent: true,
      })
    }
    await imported([session(1), session(2)])
    await imported([session(1)])
    expect(shown(await events('/@@schedule.ics')).map(([title, status]) => `${title} ${status}`)).toEqual([
      ...['Cancelled session CANCELLED', 'One CONFIRMED', 'Two CONFIRMED', 'X1 CONFIRMED'],
    ])
  })
})

const searchFor = {
  ...{ batch: { start: 0, size: 10 }, metadata: [], fullObjects: false },
  parameters: { UID: 'f'.repeat(32) },
}

const calendarsOfOne = ['/@@schedule.ics', '/ada/@@schedule.ics', '/@@schedule.ics?only=1']

type Conference = Awaited<ReturnType<typeof conference>>

async function sessionOne({ events }: Conference): Promise<Row> {
  const ones: Row[] = []
  for (const address of calendarsOfOne) {
    const rows = (await events(address)).filter(([, , start]) => start === eight)
    expect([address, rows.length]).toEqual([address, 1])
    ones.push(...rows)
  }
  for (const row of ones) expect(row).toEqual(ones[0])
  return ones[0] as Row
}

async function expectCancelled(
  at: Conference,
  action: () => Promise<unknown>,
  summary = 'Cancelled session',
): Promise<Row> {
  const before = await sessionOne(at)
  expect(before[1]).toBe('CONFIRMED')
  await action()
  const after = await sessionOne(at)
  const [uid, , start, end, sequence] = before
  expect(after).toEqual([uid, 'CANCELLED', start, end, expect.any(Number), summary])
  expect(after[4]).toBeGreaterThan(sequence)
  return after
}

async function allowDates({ site: { site } }: Conference): Promise<void> {
  const behaviors = (await asOwner(site, 'listTypes')).find(({ id }) => id === 'Talk')?.behaviors ?? []
  await asOwner(site, 'setTypeBehaviors', { type: 'Talk', behaviors: [...behaviors, 'plone.publication'] })
}

describe('a session that visitors can no longer see (docs/schedule.md, Cancelled sessions)', () => {
  const dates = { start: '2027-05-01T00:00:00Z', end: '2027-05-02T00:00:00Z' }

  it.each([false, true])(
    'is cancelled after its deletion until the event is over, with releases: %s',
    async released => {
      const at = await conference(dates)
      await at.site.run('releaseSchedule', '/', { as: 'max', input: { name: 'A' } })
      if (released) await at.edit('/', { release_schedule: true })
      await expectCancelled(at, () => at.remove('/s/1'))
      expect(shown(await at.events('/@@schedule.ics?day=2027-05-01'))).toHaveLength(2)
      expect(await at.events('/@@schedule.ics?day=2027-05-02')).toEqual([])
      at.site.clock.now = Date.parse(dates.end)
      expect(shown(await at.events('/@@schedule.ics'))).toEqual([['Two', 'CONFIRMED', nine]])
    },
  )

  it('is cancelled after the deletion of its container, and after its deletion while it was already cancelled', async () => {
    const at = await conference(dates)
    const { move, remove, events } = at
    const cancelled = await expectCancelled(at, () => move('/s/1', 'retract'))
    await remove('/s/1')
    const [, , , , sequence] = await sessionOne(at)
    expect(sequence).toBeGreaterThan(cancelled[4])
    await remove('/s')
    expect(shown(await events('/@@schedule.ics'))).toEqual([
      ['Cancelled session', 'CANCELLED', eight],
      ['Cancelled session', 'CANCELLED', nine],
    ])
  })

  it('does not appear if visitors never saw it', async () => {
    const { remove, events, edit } = await conference(dates)
    await edit('/', { release_schedule: true })
    await remove('/s/1')
    await remove('/s/3')
    await edit('/', { release_schedule: false })
    expect(shown(await events('/@@schedule.ics'))).toEqual([['Two', 'CONFIRMED', nine]])
  })

  it('is cancelled while its container hides it, and returns afterwards', async () => {
    const at = await conference(dates, { workflows: [visibleLikeContainer] })
    const cancelled = await expectCancelled(at, () => at.move('/s', 'retract'))
    await at.move('/s', 'publish')
    const again = await sessionOne(at)
    expect([again[1], again[4] > cancelled[4]]).toEqual(['CONFIRMED', true])
  })

  it('is cancelled with its title if the schedule no longer shows its state, and returns afterwards', async () => {
    const at = await conference(dates, { workflows: [visibleLikeContainer] })
    await at.edit('/', { schedule_review_states: ['open'] })
    await at.move('/s/1', 'open')
    await expectCancelled(at, () => at.edit('/', { schedule_review_states: [] }), 'One')
    await at.edit('/', { schedule_review_states: ['open'] })
    expect((await sessionOne(at))[1]).toBe('CONFIRMED')
  })

  it('is cancelled after its expiry date, even if it is edited afterwards, and returns without the date', async () => {
    const at = await conference(dates)
    await allowDates(at)
    at.site.clock.now = Date.parse('2027-04-01T00:00:00Z')
    await at.edit('/s/1', { expires: '2027-04-02T00:00:00Z' })
    await expectCancelled(at, async () => {
      at.site.clock.now = Date.parse('2027-04-03T00:00:00Z')
    })
    await at.edit('/s/1', times(5))
    const [, status, , , sequence] = await sessionOne(at)
    expect(status).toBe('CANCELLED')
    await at.edit('/s/1', { ...times(8), expires: null })
    const again = await sessionOne(at)
    expect(again[1]).toBe('CONFIRMED')
    expect(again[4]).toBeGreaterThan(sequence)
  })

  it('is cancelled without a start, or with a date of publication in the future', async () => {
    const at = await conference(dates)
    await allowDates(at)
    await expectCancelled(at, () => at.edit('/s/1', { start: null }), 'One')
    await at.edit('/s/1', times(8))
    await expectCancelled(at, () => at.edit('/s/1', { effective: '2027-04-30T00:00:00Z' }))
  })

  it('that returns with the same UID has a higher SEQUENCE than the cancelled session', async () => {
    const at = await conference(dates)
    const session = {
      ...{ uid: 'f'.repeat(32), shortName: 'x', type: 'Talk' as const, title: 'X', description: '', text: null },
      ...{ start: nine, end: nine + 1e6, room: null, track: null, language: null, persons: [] },
    }
    const lists = { rooms: [], tracks: [], persons: [], unknownTypes: [] }
    const programme = { title: 'Light', timezone: 'UTC', start: eight, end: nine + 1e9, ...lists, sessions: [session] }
    const load = () =>
      asOwner(at.site.site, 'importProgramme', { programme, author: 'max', retractMissing: false, replaceEvent: true })
    const row = async () => (await at.events('/@@schedule.ics')).filter(([uid]) => uid.startsWith('fff'))
    await load()
    const [path] = (await at.site.run('searchContent', '/', { as: 'max', input: searchFor })).items
    const [before] = await row()
    await at.remove(new URL(String(path?.['@id'])).pathname)
    const [cancelled] = await row()
    await load()
    const again = await row()
    expect([before?.[1], cancelled?.[1], again.map(([, status]) => status)]).toEqual([
      'CONFIRMED',
      'CANCELLED',
      ['CONFIRMED'],
    ])
    expect(cancelled?.[4]).toBeGreaterThan(before?.[4] ?? Number.NaN)
    expect(again[0]?.[4]).toBeGreaterThan(cancelled?.[4] ?? Number.NaN)
  })

  it('that moves to another event is cancelled in the first event only', async () => {
    const at = await conference(dates)
    const body = { support_multiple_events: true }
    await at.site.run('editControlPanel', '/', { as: 'max', input: { name: 'tech-event-settings', body } })
    for (const id of ['one', 'two']) {
      await addPublished(at.site, '/', { '@type': 'Tech Event', id, title: id, ...dates })
      await addPublished(at.site, `/${id}`, { '@type': 'Schedule', id: 's', title: 'Schedule' })
    }
    await addPublished(at.site, '/one/s', { '@type': 'Talk', id: 'a', title: 'A', ...times(6) })
    await at.site.run('relocateObjects', '/two/s', { as: 'max', input: { source: ['/one/s/a'] } as never })
    expect((await at.events('/one/@@schedule.ics')).map(([, status]) => status)).toEqual(['CANCELLED'])
    expect((await at.events('/two/@@schedule.ics')).map(([, status]) => status)).toEqual(['CONFIRMED'])
    await at.site.run('relocateObjects', '/one/s', { as: 'max', input: { source: ['/two/s/a'] } as never })
    expect((await at.events('/one/@@schedule.ics')).map(([, status]) => status)).toEqual(['CONFIRMED'])
    await at.remove('/one/s/a')
    await at.site.run('copyObjects', '/', { as: 'max', input: { source: ['/one'] } as never })
    await at.move('/copy_of_one', 'publish')
    expect(await at.events('/copy_of_one/@@schedule.ics')).toEqual([])
  })
})

describe('a calendar (docs/schedule.md, Feeds and files)', () => {
  it('specifies a refresh interval, and contains only the sessions of a presenter at the URL of the presenter', async () => {
    const { get, events } = await conference()
    const { text } = await get('/@@schedule.ics')
    expect(text).toContain('REFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n')
    expect(text).toContain('X-PUBLISHED-TTL:PT1H\r\n')
    expect(shown(await events('/ada/@@schedule.ics'))).toEqual([['One', 'CONFIRMED', eight]])
  })

  it('of selected sessions contains only these sessions, except unknown and hidden sessions, and is not cached', async () => {
    const { get, move, events } = await conference()
    for (const only of ['1,3,99,1', '1:3:99:1'])
      expect(shown(await events(`/@@schedule.ics?only=${only}`))).toEqual([['One', 'CONFIRMED', eight]])
    await move('/s/1', 'retract')
    expect(shown(await events('/@@schedule.ics?only=1,2'))).toHaveLength(2)
    expect((await get('/@@schedule.ics?only=1')).headers['cache-control']).toBe('private, no-store')
    expect((await get('/@@schedule.ics')).headers['cache-control']).toContain('public')
  })

  it('accepts up to 400 different session numbers', async () => {
    const { get } = await conference()
    const numbers = (count: number) => Array.from({ length: count }, (_, i) => i + 1).join(',')
    await get(`/@@schedule.ics?only=${numbers(400)}`).expect(200)
    for (const only of [numbers(401), '', 'a', '1,', '1.5', '-1', '99999999999']) {
      const { body } = await request(createApp((await createTestSite()).site, { routes: feedRoutes(feeds) }))
        .get(`/@@schedule.ics?only=${only}`)
        .expect(400)
      expect(body.message ?? body.error?.message).toContain('400')
    }
  })
})
