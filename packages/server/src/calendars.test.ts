import { execFileSync } from 'node:child_process'
import { asOwner } from '@plenum/core'
import { createApp, feedRoutes } from '@plenum/express-adapter'
import { feeds } from '@plenum/feeds'
import { addPublished, createTestSite } from '@plenum/testkit'
import ICAL from 'ical.js'
import nodeIcal from 'node-ical'
import request from 'supertest'

/** An event as `[uid, status, start, end, sequence, summary]`, with times in milliseconds. */
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
events = icalendar.Calendar.from_ical(sys.stdin.buffer.read()).walk('VEVENT')
ms = lambda event, name: round(event.decoded(name).timestamp() * 1000)
print(json.dumps([[str(e['uid']), str(e['status']), ms(e, 'dtstart'), ms(e, 'dtend'), e['sequence'], str(e['summary'])] for e in events]))
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

const readers = [byIcalJs, byNodeIcal]
if (hasPython()) readers.push(text => JSON.parse(execFileSync('python3', ['-c', program], { input: text }).toString()))

/** Returns the events of a calendar. All parsers must return the same events. */
function eventsIn(text: string): readonly Row[] {
  const [first = [], ...others] = readers.map(read => read(text).toSorted((a, b) => (a[0] < b[0] ? -1 : 1)))
  for (const rows of others) expect(rows).toEqual(first)
  return first
}

const times = (hour: number) => ({ start: `2027-05-01T0${hour}:00:00Z`, end: `2027-05-01T0${hour}:30:00Z` })

async function conference(timesOfEvent: object = {}) {
  const site = await createTestSite()
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
  return { site, get, move, events }
}

const shown = (rows: readonly Row[]) => rows.map(([, status, start, , , summary]) => [summary, status, start]).sort()
const eight = Date.parse('2027-05-01T08:00:00Z')
const nine = Date.parse('2027-05-01T09:00:00Z')

describe('a withdrawn session (docs/schedule.md, Cancelled sessions)', () => {
  it('stays in the calendar as cancelled, without its title, with the times that visitors saw', async () => {
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

describe('a calendar (docs/schedule.md, Feeds and files)', () => {
  it('asks programs to refresh it, and contains the sessions of one presenter', async () => {
    const { get, events } = await conference()
    const { text } = await get('/@@schedule.ics')
    expect(text).toContain('REFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n')
    expect(text).toContain('X-PUBLISHED-TTL:PT1H\r\n')
    expect(shown(await events('/ada/@@schedule.ics'))).toEqual([['One', 'CONFIRMED', eight]])
  })

  it('of chosen sessions contains these, except unknown and hidden ones, and is not stored', async () => {
    const { get, move, events } = await conference()
    expect(shown(await events('/@@schedule.ics?only=1,3,99,1'))).toEqual([['One', 'CONFIRMED', eight]])
    await move('/s/1', 'retract')
    expect(shown(await events('/@@schedule.ics?only=1,2'))).toHaveLength(2)
    expect((await get('/@@schedule.ics?only=1')).headers['cache-control']).toBe('private, no-store')
    expect((await get('/@@schedule.ics')).headers['cache-control']).toContain('public')
  })

  it('takes up to 400 different session numbers', async () => {
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
