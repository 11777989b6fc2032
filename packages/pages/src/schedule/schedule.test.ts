import type { JsonObject } from '@plenum/core'
import type { SchedulePayload } from '@plenum/core/answers'
import { cpuTimeOf } from '@plenum/testkit'
import { htmlOf } from '../../test/htmlOf.js'
import { pageForTests } from '../../test/pageForTests.js'
import { pages } from '../pages.js'
import { daysOf } from './slots.js'
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
    expect(classes).toEqual(['c2', 'e2', 'f2300', 'u2500', 'h4'])
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

describe('style sheet and script', () => {
  it('have a total size of less than 60 kB', () => {
    expect(Buffer.byteLength(pages.style) + Buffer.byteLength(pages.script)).toBeLessThan(60_000)
  })
})
