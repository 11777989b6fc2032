import type { JsonObject } from '@plenum/core'
import type { SchedulePayload } from '@plenum/core/answers'
import { cpuTimeOf } from '@plenum/testkit'
import { htmlOf } from '../../test/htmlOf.js'
import { pageForTests } from '../../test/pageForTests.js'
import { pages } from '../pages.js'
import { daysOf } from './slots.js'
import { timeLines } from './timeLines.js'
import { trackColour } from './tracks.js'

const slot = (row: string, column = 'room-1', more: JsonObject = {}): JsonObject => ({
  '@id': 'http://site.example/a',
  '@type': 'Talk',
  UID: 'u1',
  title: 'A talk',
  start: '2027-06-17T08:00:00+00:00',
  end: '2027-06-17T09:00:00+00:00',
  gridColumn: column,
  gridRow: row,
  gridHeight: 4,
  ...more,
})
const day = (...items: readonly JsonObject[]): JsonObject => ({
  items: [
    {
      id: '2027-06-17',
      rooms: [
        ['a', 'Hall'],
        ['b', 'Attic'],
      ],
      items,
    },
  ],
})
const slotsOf = (...items: readonly JsonObject[]) => daysOf(day(...items) as JsonObject & SchedulePayload)[0]?.slots

describe('the schedule grid', () => {
  it('places each slot by its row and column', () => {
    expect(slotsOf(slot('time-0845 / time-1000', 'room-2'))).toMatchObject([
      { from: '0845', until: '1000', first: 2, last: 2 },
    ])
    expect(slotsOf(slot('time-0845 / time-0900', 'room-1 / room-all'))).toMatchObject([
      { first: 1, last: 2, spansAll: true },
    ])
  })

  it('continues after midnight, and gives a slot without an end 15 minutes', () => {
    expect(slotsOf(slot('time-2300 / time-0100'))).toMatchObject([{ from: '2300', until: '2500' }])
    expect(slotsOf(slot('time-2330 / time-0000'))).toMatchObject([{ from: '2330', until: '2400' }])
    expect(slotsOf(slot('time-0900 / time-0900'))).toMatchObject([{ from: '0900', until: '0915' }])
    expect(slotsOf(slot(''))).toEqual([])
  })

  it('has a style rule for each of its classes', async () => {
    const html = await htmlOf(pageForTests({ view: 'schedule', answer: day(slot('time-2300 / time-0100', 'room-2')) }))
    const classes = /class="session talk ([^"]+)"/.exec(html)?.[1]?.trim().split(' ') ?? []
    expect(classes).toEqual(['c2', 'e2', 'f0000', 'u0015'])
    for (const name of classes) expect(pages.style).toContain(`.${name}{`)
  })

  it('shows times on the clock of the event', async () => {
    const more = { event: { timezone: 'Europe/Lisbon' } }
    const html = await htmlOf(pageForTests({ view: 'schedule', answer: day(slot('time-0900 / time-1000')), more }))
    expect(html).toContain('<time datetime="2027-06-17T08:00:00+00:00">09:00</time>')
  })

  it('gives each track without a colour a distinct one', () => {
    const tracks = ['#000000', '#2b6cb0', '#000000'].map((color, i) => ({ id: `t${i}`, title: `Track ${i}`, color }))
    const colours = tracks.map(({ id }) => trackColour({ tracks }, id))
    expect(colours[1]).toBe('#2b6cb0')
    expect(colours).not.toContain('#000000')
    expect(new Set(colours).size).toBe(3)
    expect(trackColour({ tracks }, 'other')).toBeNull()
  })

  it('renders 200 sessions in less than 100 ms', async () => {
    const items = Array.from({ length: 200 }, (_, i) => {
      const hour = String(8 + Math.floor(i / 20)).padStart(2, '0')
      return slot(`time-${hour}00 / time-${hour}45`, `room-${(i % 2) + 1}`, { title: `Talk ${i}`, UID: `u${i}` })
    })
    const page = pageForTests({ view: 'schedule', answer: day(...items) })
    await htmlOf(page)
    const times = Array.from({ length: 5 }, () => cpuTimeOf(() => void htmlOf(page)))
    expect(Math.min(...times)).toBeLessThan(100)
  })
})

describe('the times beside the grid', () => {
  const at = (start: string, end: string, more: JsonObject = {}) =>
    slot(`time-${start.replace(':', '')} / time-${end.replace(':', '')}`, 'room-1', {
      start: `2027-06-17T${start}:00Z`,
      end: `2027-06-17T${end}:00Z`,
      ...more,
    })
  /** Returns the time lines of sessions whose grid rows are rounded up to quarter hours, as in `@schedule`. */
  const linesOf = (...items: readonly JsonObject[]) => timeLines(slotsOf(...items) ?? [])

  it('are the actual start times, including those that the rows round up', () => {
    const early = at('11:50', '12:30', { gridRow: 'time-1200 / time-1230' })
    const late = at('12:00', '12:30', { gridColumn: 'room-2' })
    const { slots, lines } = linesOf(early, late)
    expect(lines.map(({ label }) => label)).toEqual(['11:50', '12:00'])
    expect(slots.map(({ from, until }) => [from, until])).toEqual([
      ['0000', '0030'],
      ['0015', '0030'],
    ])
  })

  it('are as far apart as the sessions are long, but not during breaks or where nothing is scheduled', () => {
    const lunch = at('13:00', '15:00', { gridColumn: 'room-1 / room-all' })
    const { lines } = linesOf(at('09:00', '13:00'), lunch, at('20:00', '21:00'))
    expect(lines.map(({ label, quarters }) => [label, quarters])).toEqual([
      ['09:00', 16],
      ['13:00', 3],
      ['', 1],
      ['20:00', 4],
    ])
  })

  it('are quarter-hours on a day with too many different times', () => {
    const clock = (minutes: number) =>
      [Math.floor(minutes / 60), minutes % 60].map(part => String(part).padStart(2, '0')).join(':')
    const row = (minutes: number) => `time-${clock(Math.ceil(minutes / 15) * 15).replace(':', '')}`
    const items = Array.from({ length: 120 }, (_, i) => 481 + i).map(start =>
      at(clock(start), clock(start + 20), { gridRow: `${row(start)} / ${row(start + 20)}` }),
    )
    const { slots, lines } = linesOf(...items)
    expect(lines.map(({ label }) => label)).toEqual([
      '08:15',
      '08:30',
      '08:45',
      '09:00',
      '09:15',
      '09:30',
      '09:45',
      '10:00',
    ])
    expect(slots[0]).toMatchObject({ from: '0815', until: '0830' })
  })
})

describe('the filters of a schedule', () => {
  const tracks = ['Lamps', 'Tides'].map((title, i) => ({ id: `t${i}`, title, color: '#2b6cb0' }))
  const event = { '@id': 'http://site.example', title: 'Camp', tracks }
  const talk = (title: string, room: string, track: string) =>
    slot('time-0900 / time-1000', room === 'a' ? 'room-1' : 'room-2', {
      title,
      room: [{ token: room, title: room }],
      session_track: [{ token: track, title: track }],
    })
  const lunch = slot('time-1200 / time-1300', 'room-1 / room-all', { '@type': 'Break', title: 'Lunch', room: [] })
  const answer = day(talk('Gulls', 'a', 't0'), talk('Sardines', 'b', 't1'), lunch)
  const show = (query: Readonly<Record<string, string>>) =>
    htmlOf(pageForTests({ view: 'schedule', answer, query: new Map(Object.entries(query)), more: { event } }))
  const titlesIn = (html: string) => [...html.matchAll(/<h3><a [^>]*>([^<]*)</g)].map(([, title]) => title)

  it.each([
    [{}, ['Gulls', 'Sardines', 'Lunch']],
    [{ track: 't1' }, ['Sardines']],
    [{ room: 'a' }, ['Gulls', 'Lunch']],
    [{ room: 'b', track: 't1' }, ['Sardines']],
    [{ room: 'a', track: 't1' }, []],
    [{ track: '<script>' }, []],
  ])('select sessions by the query %j', async (query, titles) => {
    expect(titlesIn(await show(query))).toEqual(titles)
  })

  it('omit the other rooms, and leave the state in the address', async () => {
    const html = await show({ room: 'b' })
    expect(html).toContain('<div class="room c1 e1" aria-hidden="true">Attic</div>')
    expect(html).not.toContain('>Hall</div>')
    expect(html).toContain('?track=t0&amp;room=b"')
    expect(html).toContain('<option value="b" selected>')
    expect(html).toContain('/@@schedule.ics?room=b')
    expect(await show({ room: 'a', track: 't1' })).toContain('No session matches this selection.')
  })

  it('make the page of a track, which sessions link to', async () => {
    expect(await show({ track: 't1' })).toContain('<h1>Tides</h1>')
    const session = {
      '@type': 'Talk',
      title: 'Sardines',
      session_track: [{ token: 't1', title: 'Tides' }],
      room: [{ token: 'b', title: 'Attic' }],
    }
    const html = await htmlOf(pageForTests({ answer: session, path: '/sardines', more: { event } }))
    expect(html).toContain('<a href="http://site.example/@schedule?track=t1">Tides</a>')
    expect(html).toContain('<a href="http://site.example/@schedule?room=b">Attic</a>')
  })
})

describe('a day with many sessions', () => {
  const items = Array.from({ length: 1001 }, (_, i) => {
    const start = new Date(Date.UTC(2027, 5, 17, 8, i % 500)).toISOString()
    return slot('time-0800 / time-0900', 'room-1', { title: `Talk ${i}`, start, end: start })
  })
  const show = (query: Readonly<Record<string, string>>) =>
    htmlOf(pageForTests({ view: 'schedule', answer: day(...items), query: new Map(Object.entries(query)) }))
  const countIn = (html: string) => html.split('<li class="session').length - 1
  const linksIn = (html: string) =>
    [...html.matchAll(/href="([^"]+#day[^"]*)" aria-current="true">([^<]*)</g)].map(([, ...link]) => link)

  it('is shown in parts of 200 sessions, in order of start, with links to the other parts', async () => {
    const [first, last] = [await show({ release: '1' }), await show({ day: '2027-06-17', part: '6', room: '' })]
    expect([countIn(first), countIn(last)]).toEqual([200, 1])
    expect(linksIn(first)).toEqual([
      ['http://site.example/?release=1&amp;day=2027-06-17&amp;part=1#day-2027-06-17', '08:00 – 09:39 '],
    ])
    expect(linksIn(last)).toEqual([['http://site.example/?day=2027-06-17&amp;part=6#day-2027-06-17', '16:19 – 16:19 ']])
    expect(last).toContain('>Talk 999</a>')
  })

  it.each<Readonly<Record<string, string>>>([
    { day: '2027-06-18', part: '2' },
    { part: '2' },
    { day: '2027-06-17', part: '7' },
    { day: '2027-06-17', part: 'x' },
  ])('is shown from its beginning for the query %j', async query => {
    expect(linksIn(await show(query))[0]?.[1]).toBe('08:00 – 09:39 ')
  })
})

describe('style sheet and script', () => {
  it('have a total size of less than 60 kB', () => {
    expect(Buffer.byteLength(pages.style) + Buffer.byteLength(pages.script)).toBeLessThan(60_000)
  })
})

describe('an empty schedule', () => {
  it.each([
    ['editors', [{ id: 'edit' }], true],
    ['visitors', [], false],
  ])('links to the programme desk only for editors: %s', async (_, object, hasLink) => {
    const more = { event: { '@id': 'http://site.example/', tracks: [] }, actions: { object } }
    const html = await htmlOf(pageForTests({ view: 'schedule', answer: { items: [] }, more } as never))
    expect(html).toContain('Nothing is scheduled yet.')
    expect(html.includes('<a href="http://site.example/@@desk">Show unpublished sessions')).toBe(hasLink)
  })
})
