import type { PublishedProgramme, PublishedSlot } from '@plenum/core'
import { programmeCalendar } from './calendar.js'

const slotOf = (i: number): PublishedSlot => ({
  uid: String(i).padStart(32, '0'),
  url: `https://site.example/talk-${i}`,
  title: `Talk ${i}\nEND:VCALENDAR`,
  description: 'BEGIN:VEVENT',
  text: null,
  type: 'Talk',
  start: 1_800_000_000_000 + i * 900_000,
  end: 1_800_000_000_000 + (i + 1) * 900_000,
  created: 1_700_000_000_000,
  modified: 1_700_000_000_000,
  revision: i,
  rooms: [],
  track: null,
  language: null,
  persons: [],
  video: null,
  state: null,
  links: [],
  attachments: [],
})

const programmeOf = (count: number): PublishedProgramme => ({
  uid: 'f'.repeat(32),
  title: 'Long Light',
  language: 'en',
  now: 0,
  sessions: [],
  cancelled: [],
  description: '',
  url: 'https://site.example',
  timezone: 'Europe/Lisbon',
  start: null,
  end: null,
  rooms: [],
  tracks: [],
  slots: Array.from({ length: count }, (_, i) => slotOf(i)),
})

describe('a calendar', () => {
  it.each([0, 1, 10, 95])(
    'with %s slots contains each slot once, in slices, between one header and one footer',
    async count => {
      let waits = 0
      const slice = { isOver: () => true, next: async () => void waits++ }
      const lines = (await programmeCalendar(programmeOf(count), { host: 'site.example', slice })).split('\r\n')
      const linesOf = (text: string) => lines.filter(line => line === text).length
      expect([lines[0], ...lines.slice(-2)]).toEqual(['BEGIN:VCALENDAR', 'END:VCALENDAR', ''])
      expect(['BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VEVENT', 'END:VEVENT', 'END:VCALENDAR'].map(linesOf)).toEqual([
        1,
        1,
        count,
        count,
        1,
      ])
      expect(lines.filter(line => line.startsWith('UID:'))).toEqual(
        programmeOf(count).slots.map(({ uid }) => `UID:${uid}@site.example`),
      )
      expect(waits).toBe(Math.ceil(count / 10))
    },
  )

  it('escapes its name and its description, so that their lines do not begin an event', async () => {
    const text = 'A; b, c\\d\r\nBEGIN:VEVENT\rEND:VEVENT\nX:1'
    const slice = { isOver: () => false, next: async () => {} }
    const programme = { ...programmeOf(0), title: text, description: text }
    const lines = (await programmeCalendar(programme, { host: 'site.example', slice })).split('\r\n')
    const escaped = 'A\\; b\\, c\\\\d\\nBEGIN:VEVENT\\nEND:VEVENT\\nX:1'
    for (const name of ['NAME', 'X-WR-CALNAME', 'X-WR-CALDESC']) expect(lines).toContain(`${name}:${escaped}`)
  })

  it('contains no control characters except tabs and the ends of lines', async () => {
    const letters = Array.from({ length: 160 }, (_, code) => String.fromCharCode(code)).join('')
    const slot = { ...slotOf(1), title: letters, description: `${letters}a\rEND:VEVENT\rb` }
    const programme = { ...programmeOf(0), title: letters, description: letters, slots: [slot] }
    const slice = { isOver: () => false, next: async () => {} }
    const text = await programmeCalendar(programme, { host: 'site.example', slice })
    expect(text.replaceAll('\r\n', '').replaceAll('\t', '')).not.toMatch(/\p{Cc}/u)
    expect(text).toContain('xyz')
  })

  it('gives each event the revision, UTC times, rooms, track and persons of its slot', async () => {
    const room = (title: string) => ({ uid: title, title })
    const slot = {
      ...{ ...slotOf(7), title: 'Tides', description: 'About', track: 'Water', rooms: [room('Hall'), room('Attic')] },
      persons: ['Ada', 'Bo'].map((name, id) => ({ id, uid: name, url: '', name, biography: null, links: [] })),
    }
    const slice = { isOver: () => false, next: async () => {} }
    const text = await programmeCalendar({ ...programmeOf(0), slots: [slot] }, { host: 'site.example', slice })
    const lines = text.replaceAll('\r\n ', '').split('\r\n')
    const propertyOf = (name: string) => lines.find(line => line.startsWith(`${name}:`))?.slice(name.length + 1)
    expect(Object.fromEntries(eventProperties.map(name => [name, propertyOf(name)]))).toEqual({
      SEQUENCE: '7',
      DTSTAMP: '20231114T221320Z',
      DTSTART: '20270115T094500Z',
      DTEND: '20270115T100000Z',
      SUMMARY: 'Tides',
      LOCATION: 'Hall\\, Attic',
      DESCRIPTION: 'Ada\\, Bo\\n\\nAbout',
      CATEGORIES: 'Water',
    })
  })
})

const eventProperties = ['SEQUENCE', 'DTSTAMP', 'DTSTART', 'DTEND', 'SUMMARY', 'LOCATION', 'DESCRIPTION', 'CATEGORIES']
