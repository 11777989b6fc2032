import { translateEnglish } from '@plenum/core'
import { anyText } from '@plenum/testkit'
import fc from 'fast-check'
import { faultMessage } from './fault.js'
import { readScheduleFile } from './readScheduleFile.js'

type Json = Record<string, unknown>

const opening = {
  id: 11,
  guid: '0B8F3C52-6A1D-4E0F-9C77-1D2E3F4A5B6C',
  slug: 'gardeners-11-opening',
  date: '2027-05-01T09:00:00+02:00',
  start: '09:00',
  duration: '0:45',
  room: 'Greenhouse',
  title: 'Why  we\ndig',
  subtitle: 'Never shown',
  track: 'Soil & Compost',
  type: 'Keynote',
  language: 'en',
  abstract: 'Earth,\r\nworms  and us.',
  description: '<p>Bring boots.</p>',
  persons: [
    { id: 7, public_name: 'Ada Moss' },
    { id: 8, public_name: 'Bo Fern', biography: 'Grows ferns.' },
  ],
}

const pruning = {
  id: 12,
  guid: '0b8f3c52-6a1d-4e0f-9c77-1d2e3f4a5b6d',
  slug: 'gardeners-12-pruning',
  date: '2027-05-01T23:30:00+02:00',
  duration: '26:00',
  room: '',
  title: 'Pruning by night',
  track: null,
  type: 'Singalong',
  language: 'de-formal',
  abstract: null,
  description: '',
  persons: [{ id: 7, public_name: 'Ada Moss' }],
}

const frab = (conference: Json = {}): Json => ({
  schedule: {
    version: '1',
    conference: {
      title: 'Gardeners 2027',
      start: '2027-05-01',
      end: '2027-05-02',
      time_zone_name: 'Europe/Berlin',
      days: [
        {
          index: 1,
          day_start: '2027-05-01T08:00:00+02:00',
          day_end: '2027-05-02T04:00:00+02:00',
          rooms: { Greenhouse: [opening], Shed: [pruning] },
        },
        { index: 2, day_start: '2027-05-02T08:00:00+02:00', day_end: '2027-05-03T04:00:00+02:00', rooms: {} },
      ],
      ...conference,
    },
  },
})

const pretalx = {
  generator: { name: 'pretalx' },
  schedule: {
    conference: {
      title: 'Seedcon',
      start: '2027-03-27',
      end: '2027-03-28',
      time_zone_name: 'Europe/Paris',
      rooms: [{ name: 'Orangery', guid: null, capacity: 80 }, { name: { fr: 'Serre', en: 'Glasshouse' } }],
      tracks: [
        { name: 'Bulbs', color: '#aB12ef', slug: 'b' },
        { name: { fr: 'Graines' }, color: 'green' },
      ],
      days: [
        {
          rooms: {
            Glasshouse: [
              {
                id: 41,
                code: 'XQZ7',
                guid: '11111111-2222-5333-8444-555555555501',
                slug: 'seedcon-41-0-tulips',
                date: '2027-03-27T10:00:00+01:00',
                duration: '01:30',
                room: 'Glasshouse',
                title: 'Tulips',
                track: 'Graines',
                type: { fr: 'Atelier', en: 'Workshop' },
                language: 'fr',
                abstract: 'Tulips.',
                description: null,
                persons: [{ code: 'PQR', guid: 'g-1', name: 'Cy Leaf', public_name: 'Cy Leaf', biography: '' }],
              },
              {
                id: 41,
                guid: '11111111-2222-5333-8444-555555555502',
                slug: 'seedcon-41-1-tulips',
                date: '2027-03-28T10:00:00+02:00',
                duration: '1:00:30',
                room: 'Glasshouse',
                title: 'Tulips',
                track: null,
                type: { fr: 'Atelier', en: 'Workshop' },
                language: null,
                abstract: 'Tulips again.',
                description: null,
                persons: null,
              },
            ],
          },
        },
      ],
    },
  },
}

const single = (event: Json, conference: Json = {}): Json =>
  frab({ days: [{ rooms: { Greenhouse: [{ ...opening, ...event }] } }], ...conference })

const read = (file: unknown, timezone?: string) => readScheduleFile(JSON.stringify(file), timezone ? { timezone } : {})

function programmeOf(file: unknown, timezone?: string) {
  const reading = read(file, timezone)
  if (!reading.ok) throw new Error(JSON.stringify(reading.faults))
  return reading.programme
}

function sessionOf(file: unknown, timezone?: string) {
  const [session] = programmeOf(file, timezone).sessions
  if (!session) throw new Error('no session')
  return session
}

function faultsOf(file: unknown, timezone?: string) {
  const reading = read(file, timezone)
  return reading.ok ? [] : reading.faults.map(fault => translateEnglish(faultMessage(fault)))
}

const inEvent = 'schedule.conference.days[0].rooms["Greenhouse"][0]'

describe('a schedule file', () => {
  it('of frab becomes a programme', () => {
    expect(programmeOf(frab())).toEqual({
      title: 'Gardeners 2027',
      timezone: 'Europe/Berlin',
      start: Date.UTC(2027, 4, 1, 6),
      end: Date.UTC(2027, 4, 3, 2),
      rooms: ['Greenhouse'],
      tracks: [{ id: 'soil-compost', title: 'Soil & Compost', color: null }],
      persons: [
        { key: '7', uid: null, name: 'Ada Moss', biography: null },
        { key: '8', uid: null, name: 'Bo Fern', biography: 'Grows ferns.' },
      ],
      sessions: [
        {
          uid: '0b8f3c526a1d4e0f9c771d2e3f4a5b6c',
          shortName: '11',
          type: 'Keynote',
          title: 'Why we dig',
          description: 'Earth, worms and us.',
          text: '<p>Bring boots.</p>',
          start: Date.UTC(2027, 4, 1, 7),
          end: Date.UTC(2027, 4, 1, 7, 45),
          room: 'Greenhouse',
          track: 'soil-compost',
          language: 'en',
          persons: ['7', '8'],
        },
        {
          uid: '0b8f3c526a1d4e0f9c771d2e3f4a5b6d',
          shortName: '12',
          type: 'Talk',
          title: 'Pruning by night',
          description: '',
          text: null,
          start: Date.UTC(2027, 4, 1, 21, 30),
          end: Date.UTC(2027, 4, 2, 23, 30),
          room: null,
          track: null,
          language: 'de',
          persons: ['7'],
        },
      ],
      unknownTypes: ['Singalong'],
    })
  })

  it('of pretalx becomes a programme', () => {
    expect(programmeOf(pretalx)).toEqual({
      title: 'Seedcon',
      timezone: 'Europe/Paris',
      start: Date.UTC(2027, 2, 26, 23),
      end: Date.UTC(2027, 2, 28, 21, 59),
      rooms: ['Orangery', 'Glasshouse'],
      tracks: [
        { id: 'bulbs', title: 'Bulbs', color: '#aB12ef' },
        { id: 'graines', title: 'Graines', color: null },
      ],
      persons: [{ key: 'PQR', uid: null, name: 'Cy Leaf', biography: null }],
      sessions: [
        {
          uid: '11111111222253338444555555555501',
          shortName: 'seedcon-41-0-tulips',
          type: 'Training',
          title: 'Tulips',
          description: 'Tulips.',
          text: null,
          start: Date.UTC(2027, 2, 27, 9),
          end: Date.UTC(2027, 2, 27, 10, 30),
          room: 'Glasshouse',
          track: 'graines',
          language: 'fr',
          persons: ['PQR'],
        },
        {
          uid: '11111111222253338444555555555502',
          shortName: 'seedcon-41-1-tulips',
          type: 'Training',
          title: 'Tulips',
          description: 'Tulips again.',
          text: null,
          start: Date.UTC(2027, 2, 28, 8),
          end: Date.UTC(2027, 2, 29, 8, 30),
          room: 'Glasshouse',
          track: null,
          language: null,
          persons: [],
        },
      ],
      unknownTypes: [],
    })
  })

  it('may begin with a byte order mark', () => {
    expect(readScheduleFile(`\uFEFF${JSON.stringify(frab())}`, {}).ok).toBe(true)
  })

  it('may have no day and no event', () => {
    expect(programmeOf(frab({ days: [] }))).toMatchObject({ rooms: [], tracks: [], persons: [], sessions: [] })
  })
})

describe('the type of an event', () => {
  it.each([
    ['keynote', 'Keynote'],
    ['Plenary', 'Keynote'],
    ['WORKSHOP', 'Training'],
    ['tutorial', 'Training'],
    ['training', 'Training'],
    ['lightning', 'LightningTalks'],
    ['Lightning Talk', 'LightningTalks'],
    ['lightning_talk', 'LightningTalks'],
    ['lightning-talks', 'LightningTalks'],
    ['lunch', 'Break'],
    ['Break', 'Break'],
    ['meeting', 'Meeting'],
    ['assembly', 'Meeting'],
    ['lecture', 'Talk'],
    ['talk', 'Talk'],
    ['', 'Talk'],
    [null, 'Talk'],
    [undefined, 'Talk'],
  ])('of %p is %s', (type, expected) => {
    const { sessions, unknownTypes } = programmeOf(single({ type }))
    expect([sessions[0]?.type, unknownTypes]).toEqual([expected, []])
  })

  it.each(['podium', 'constructor', 'toString', '__proto__'])('of %s is Talk, with a report', type => {
    const { sessions, unknownTypes } = programmeOf(single({ type }))
    expect([sessions[0]?.type, unknownTypes]).toEqual(['Talk', [type]])
  })

  it('is the English one of several languages, or the first', () => {
    expect(sessionOf(single({ type: { de: 'Besprechung', en: 'meeting' } })).type).toBe('Meeting')
    expect(sessionOf(single({ type: { en: '', de: 'Workshop' } })).type).toBe('Training')
  })

  it('is reported once for any number of events', () => {
    const events = [opening, pruning].map(event => ({ ...event, type: 'Walk', room: 'Greenhouse' }))
    expect(programmeOf(frab({ days: [{ rooms: { Greenhouse: events } }] })).unknownTypes).toEqual(['Walk'])
  })
})

describe('the duration of an event', () => {
  it.each([
    ['0:05', 5],
    ['01:30', 90],
    ['00:00', 0],
    ['100:00', 6000],
    ['1:00:30', 1470],
    ['2:23:59', 4319],
  ])('%s is %d minutes', (duration, minutes) => {
    const { start, end } = sessionOf(single({ duration }))
    expect(end - start).toBe(minutes * 60_000)
  })

  it.each(['', '45', '1:60', '1:5', '1:24:00', '1:2:00', '-1:00', '0:45 h', '100000:00', 'PT45M'])(
    'cannot be "%s"',
    duration => {
      expect(faultsOf(single({ duration }))).toEqual([
        `${inEvent}.duration: expected a duration such as 0:45, 01:30 or 1:02:30 (days, hours, minutes), found "${duration}"`,
      ])
    },
  )
})

describe('the date of an event', () => {
  it.each([
    ['its own offset', '2027-07-01T10:00:00+05:30', Date.UTC(2027, 6, 1, 4, 30)],
    ['UTC', '2027-07-01T10:00:00Z', Date.UTC(2027, 6, 1, 10)],
    ['the zone in summer', '2027-07-01T10:00:00', Date.UTC(2027, 6, 1, 8)],
    ['the zone in winter', '2027-01-01 10:00', Date.UTC(2027, 0, 1, 9)],
    ['the zone just before its clock changes', '2027-03-28T01:59:59', Date.UTC(2027, 2, 28, 0, 59, 59)],
    ['the zone just after its clock changed', '2027-03-28T03:00:00', Date.UTC(2027, 2, 28, 1)],
    ['a skipped hour', '2027-03-28T02:30:00', Date.UTC(2027, 2, 28, 1, 30)],
    ['the first of a repeated hour', '2027-10-31T02:30:00', Date.UTC(2027, 9, 31, 0, 30)],
    ['the hour after a repeated hour', '2027-10-31T03:00:00', Date.UTC(2027, 9, 31, 2)],
  ])('is read in %s', (_, date, expected) => {
    expect(sessionOf(single({ date })).start).toBe(expected)
  })

  it('without an offset is read the same way in a zone west of Greenwich', () => {
    const zone = 'America/New_York'
    expect(sessionOf(single({ date: '2027-11-07T01:30:00' }), zone).start).toBe(Date.UTC(2027, 10, 7, 5, 30))
    expect(sessionOf(single({ date: '2027-03-14T02:30:00' }), zone).start).toBe(Date.UTC(2027, 2, 14, 7, 30))
  })

  it.each(['', 'soon', '2027-05-01', '2027-02-30T10:00:00Z', '2027-05-01T25:00:00Z', '01 May 2027 10:00', '20270501'])(
    'cannot be "%s"',
    date => {
      expect(faultsOf(single({ date }))).toEqual([
        `${inEvent}.date: expected a date and time such as 2027-05-01T10:00:00+02:00, found "${date}"`,
      ])
    },
  )
})

describe('the time zone', () => {
  it('in an option overrides that of the file', () => {
    const programme = programmeOf(single({ date: '2027-07-01T10:00:00' }), 'Asia/Tokyo')
    expect([programme.timezone, programme.sessions[0]?.start]).toEqual(['Asia/Tokyo', Date.UTC(2027, 6, 1, 1)])
  })

  it('in an option is sufficient', () => {
    expect(programmeOf(frab({ time_zone_name: undefined }), 'UTC').timezone).toBe('UTC')
  })

  it.each([undefined, null, ''])('is required if the file has %p', time_zone_name => {
    expect(faultsOf(frab({ time_zone_name }))).toEqual([
      'schedule.conference.time_zone_name: no time zone is given; specify one with --timezone',
    ])
  })

  it.each(['Mars/Base', '+02:00'])('%s in a file is unknown', time_zone_name => {
    expect(faultsOf(frab({ time_zone_name }))).toEqual([
      `schedule.conference.time_zone_name: unknown time zone "${time_zone_name}"`,
    ])
  })

  it('in an option may be unknown as well, whatever the file contains', () => {
    expect(faultsOf(frab(), 'Mars/Base')).toEqual(['--timezone: unknown time zone "Mars/Base"'])
  })
})

describe('start and end of the programme', () => {
  const windows = (days: readonly Json[], conference: Json = {}) => {
    const { start, end } = programmeOf(frab({ days: days.map(day => ({ rooms: {}, ...day })), ...conference }))
    return [start, end].map(instant => new Date(instant).toISOString().slice(0, 16))
  }

  it('are those of the first and last day with events', () => {
    const first = { day_start: '2027-05-01T09:00:00+02:00', day_end: '2027-05-02T04:00:00+02:00' }
    const last = { day_start: '2027-05-02T09:00:00+02:00', day_end: '2027-05-03T03:00:00' }
    expect(windows([{}, first, last, { day_end: null }])).toEqual(['2027-05-01T07:00', '2027-05-03T01:00'])
  })

  it('are the dates of the conference in its zone if no day has events, through the end of the last', () => {
    expect(windows([{}])).toEqual(['2027-04-30T22:00', '2027-05-02T21:59'])
  })

  it('may be exact times from the conference', () => {
    const conference = { start: '2027-05-01T10:00:00+02:00', end: '2027-05-02T18:00' }
    expect(windows([], conference)).toEqual(['2027-05-01T08:00', '2027-05-02T16:00'])
  })

  it('are missing if neither defines them', () => {
    expect(faultsOf(frab({ days: [], start: undefined, end: null }))).toEqual([
      'schedule.conference.start: is missing',
      'schedule.conference.end: is missing',
    ])
  })

  it('must be in order', () => {
    expect(faultsOf(frab({ days: [], end: '2027-04-30' }))).toEqual(['schedule.conference: ends before it starts'])
  })

  it('must be existing dates', () => {
    const days = [{ day_start: '2027-05-01', rooms: {} }]
    expect(faultsOf(frab({ days, end: '2027-04-31' }))).toEqual([
      'schedule.conference.end: expected a date such as 2027-05-01, found "2027-04-31"',
      'schedule.conference.days[0].day_start: expected a date and time such as 2027-05-01T10:00:00+02:00, found "2027-05-01"',
    ])
  })
})

describe('rooms', () => {
  const inRooms = (rooms: Json, conference: Json = {}) => frab({ days: [{ rooms }], ...conference })

  it('are in the order in which the days first name them', () => {
    const other = { ...pruning, room: 'Attic' }
    const days = [{ rooms: { Shed: [], Greenhouse: [opening] } }, { rooms: { Attic: [other], Greenhouse: [] } }]
    expect(programmeOf(frab({ days })).rooms).toEqual(['Greenhouse', 'Attic'])
  })

  it('are in the order of the list if it exists, used or not, without duplicates', () => {
    const rooms = ['Shed', 'Greenhouse', ' Shed '].map(name => ({ name }))
    expect(programmeOf(single({}, { rooms })).rooms).toEqual(['Shed', 'Greenhouse'])
  })

  it('of an empty list are in the order of the days', () => {
    expect(programmeOf(single({}, { rooms: [] })).rooms).toEqual(['Greenhouse'])
  })

  it('missing from such a list are faults, reported once each', () => {
    const events = [opening, { ...pruning, room: 'Greenhouse' }]
    expect(faultsOf(inRooms({ Greenhouse: events }, { rooms: [{ name: 'Shed' }] }))).toEqual([
      `schedule.conference.rooms: lacks the room "Greenhouse", which is used in ${inEvent}`,
    ])
  })

  it.each([
    ['an empty name', '', null],
    ['blanks', '  ', null],
    ['null', null, 'Greenhouse'],
    ['nothing', undefined, 'Greenhouse'],
  ])('are faults if an event names %s', (_, room, expected) => {
    expect(sessionOf(single({ room })).room).toBe(expected)
  })

  it('named differently by an event and the list around it are a fault', () => {
    expect(faultsOf(single({ room: 'Shed' }))).toEqual([`${inEvent}.room: does not match the room "Shed"`])
  })

  it('may be named like inherited keys', () => {
    const file = JSON.stringify(inRooms({ constructor: [{ ...opening, room: undefined }] }))
    const reading = readScheduleFile(file.replace('"constructor"', '"__proto__"'), {})
    expect(reading).toMatchObject({ ok: true, programme: { rooms: ['__proto__'] } })
    expect(programmeOf(JSON.parse(file)).rooms).toEqual(['constructor'])
  })
})

describe('tracks', () => {
  it('are the declared ones, then those of events', () => {
    const tracks = [{ name: 'Zinnias', color: '#00FF00' }, { name: ' ' }, { name: 'Zinnias', color: '#000000' }]
    expect(programmeOf(single({ track: ' Asters ' }, { tracks })).tracks).toEqual([
      { id: 'zinnias', title: 'Zinnias', color: '#00FF00' },
      { id: 'asters', title: 'Asters', color: null },
    ])
  })

  it('have unique ids in ASCII', () => {
    const tracks = ['Blüten & Früchte', 'BLUTEN/FRUCHTE', 'bluten-fruchte', '園芸', 'Track 4'].map(name => ({ name }))
    const { tracks: readTracks, sessions } = programmeOf(single({ track: '園芸' }, { tracks }))
    expect(readTracks.map(({ id }) => id)).toEqual([
      'bluten-fruchte',
      'bluten-fruchte-2',
      'bluten-fruchte-3',
      'track-4',
      'track-4-2',
    ])
    expect(sessions[0]?.track).toBe('track-4')
  })

  it.each(['red', '#fff', '#12345g', 'url(#123456)', '#1234567', 7, null, undefined])('have no color for %p', color => {
    expect(programmeOf(single({ track: 'A' }, { tracks: [{ name: 'A', color }] })).tracks[0]?.color).toBeNull()
  })
})

describe('short names', () => {
  const two = (first: Json, second: Json) =>
    frab({
      days: [
        { rooms: { Greenhouse: [first, second].map((keys, i) => ({ ...opening, guid: `${i}`.repeat(32), ...keys })) } },
      ],
    })

  it('are ids if they exist, or slugs', () => {
    expect(sessionOf(single({ id: '11a' })).shortName).toBe('11a')
    expect(sessionOf(single({ id: 0 })).shortName).toBe('0')
    expect(sessionOf(single({ id: null })).shortName).toBe('gardeners-11-opening')
    expect(sessionOf(single({ id: undefined })).shortName).toBe('gardeners-11-opening')
  })

  it('must be unique', () => {
    expect(faultsOf(two({ slug: null }, { slug: null, id: '11' }))).toEqual([
      `schedule.conference.days[0].rooms["Greenhouse"][1].id: is the same as ${inEvent}.id`,
    ])
    expect(faultsOf(two({}, {}))).toEqual([
      `schedule.conference.days[0].rooms["Greenhouse"][1].slug: is the same as ${inEvent}.slug`,
    ])
    expect(faultsOf(two({ id: 'a' }, { id: null, slug: 'a' }))).toEqual([
      `schedule.conference.days[0].rooms["Greenhouse"][1].slug: is the same as ${inEvent}.id`,
    ])
  })

  it('are missing from an event with neither', () => {
    expect(faultsOf(single({ id: ' ', slug: '' }))).toEqual([`${inEvent}: has neither an id nor a slug`])
  })
})

describe('the guid of an event', () => {
  it('may be written without dashes', () => {
    expect(sessionOf(single({ guid: 'ABCDEF'.repeat(5).concat('01') })).uid).toBe('abcdef'.repeat(5).concat('01'))
  })

  it.each(['', '11', 'x'.repeat(32), '0b8f3c52_6a1d_4e0f_9c77_1d2e3f4a5b6c', '0b8f3c52-6a1d-4e0f-9c77-1d2e3f4a5b6c0'])(
    'cannot be "%s"',
    guid => {
      const fault = faultsOf(single({ guid }))
      expect(fault).toEqual([expect.stringMatching(/\.rooms\["Greenhouse"\]\[0\]\.guid: expected a UUID, found "/)])
    },
  )

  it('is missing', () => {
    expect(faultsOf(single({ guid: undefined }))).toEqual([`${inEvent}.guid: is missing`])
  })

  it('belongs to one event, in any notation', () => {
    const copy = { ...pruning, room: 'Shed', guid: opening.guid.toLowerCase().replaceAll('-', '') }
    expect(faultsOf(frab({ days: [{ rooms: { Greenhouse: [opening], Shed: [copy] } }] }))).toEqual([
      `schedule.conference.days[0].rooms["Shed"][0].guid: is the same as ${inEvent}.guid`,
    ])
  })
})

describe('persons', () => {
  const personOf = (person: Json) => programmeOf(single({ persons: [person] })).persons[0]

  it.each([
    ['id', { id: 9, code: 'C', guid: 'G', name: 'N' }, '9'],
    ['an id in a text', { id: ' 9 ', name: 'N' }, '9'],
    ['code', { id: null, code: 'C', guid: 'G', name: 'N' }, 'C'],
    ['guid', { code: '', guid: 'G', name: 'N' }, 'G'],
    ['name', { name: ' N  M ' }, 'N M'],
  ])('are identified by %s', (_, person, key) => {
    expect(personOf(person)?.key).toBe(key)
    expect(sessionOf(single({ persons: [person] })).persons).toEqual([key])
  })

  it.each([
    ['a public name', { public_name: 'P', name: 'N', full_public_name: 'F' }, 'P'],
    ['name', { public_name: '', name: 'N', full_public_name: 'F' }, 'N'],
    ['a full public name', { public_name: null, full_public_name: 'F' }, 'F'],
  ])('are named by %s', (_, person, name) => {
    expect(personOf(person)?.name).toBe(name)
  })

  it('listed twice in one event speak once', () => {
    const persons = [1, 2, 1].map(id => ({ id, name: `N${id}` }))
    expect(sessionOf(single({ persons })).persons).toEqual(['1', '2'])
  })

  it('without a name are a fault', () => {
    const persons = [{ id: 1, name: 'N' }, {}, { id: 2, public_name: ' ' }]
    expect(faultsOf(single({ persons }))).toEqual([
      `${inEvent}.persons[1]: has no name`,
      `${inEvent}.persons[2]: has no name`,
    ])
  })
})

describe('texts', () => {
  it.each([
    ['de', 'de'],
    ['EN', 'en'],
    ['de-formal', 'de'],
    ['pt_BR', 'pt'],
    ['tl', 'tl'],
    ['no', 'no'],
    ['deu', null],
    ['German', null],
    ['xx', null],
    ['iw', null],
    ['', null],
    [null, null],
  ])('have language %p for %p', (language, expected) => {
    expect(sessionOf(single({ language })).language).toBe(expected)
  })

  it('are shortened between words to 10,000 characters for the abstract', () => {
    const { description } = sessionOf(single({ abstract: `${'word '.repeat(1999)}a tooLongToFit` }))
    expect(description).toBe(`${'word '.repeat(1999)}a`)
  })

  it('are complete with an abstract of exactly 10,000 characters', () => {
    const abstract = `${'word '.repeat(1999)}words`
    expect(sessionOf(single({ abstract })).description).toBe(abstract)
  })

  it('are shortened within a long word, but not within a character', () => {
    expect(sessionOf(single({ abstract: 'w'.repeat(10_001) })).description).toBe('w'.repeat(10_000))
    expect(sessionOf(single({ abstract: `w${'🌱'.repeat(6000)}` })).description).toBe(`w${'🌱'.repeat(4999)}`)
  })

  it('are unchanged in the description', () => {
    expect(sessionOf(single({ description: ' a\r\n <b>b</b> ' })).text).toBe(' a\r\n <b>b</b> ')
    expect(sessionOf(single({ description: ' \n' })).text).toBeNull()
  })
})

describe('a file that is not JSON', () => {
  it.each([
    ['an extra comma in an object', '{\n  "a": 1,\n}', 'line 3, column 1: is not JSON: "}"'],
    ['an extra comma in a list', '{"a": [1,\n2,]}', 'line 2, column 3: is not JSON: "]}"'],
    ['a missing comma', '{"a": 1\n "b": 2}', String.raw`line 2, column 2: is not JSON: "\"b\": 2}"`],
    ['an unquoted word', '{"a": yes}', 'line 1, column 7: is not JSON: "yes}"'],
    ['another language', '<!DOCTYPE html>', 'the file: has a DOCTYPE, which is not allowed in schedule files'],
    ['undefined', 'undefined', 'line 1, column 1: is not JSON: "undefined"'],
    ['a truncated file', '{"a": [1,\n', 'line 2, column 1: the text ends before the JSON does'],
    ['nothing', '', 'line 1, column 1: the text ends before the JSON does'],
  ])('is reported with the position: %s', (_, text, expected) => {
    const reading = readScheduleFile(text, {})
    const faults = reading.ok ? [] : reading.faults.map(fault => translateEnglish(faultMessage(fault)))
    expect(faults).toEqual([expected])
  })
})

describe('faults of a file', () => {
  it.each([
    ['a list', [], 'the file: expected an object, found a list'],
    ['null', null, 'the file: expected an object, found null'],
    ['another object', {}, 'schedule: is missing'],
    ['an empty schedule', { schedule: {} }, 'schedule.conference: is missing'],
    [
      'a conference that is text',
      { schedule: { conference: 'x' } },
      'schedule.conference: expected an object, found text',
    ],
  ])('include %s', (_, file, expected) => {
    expect(faultsOf(file)).toEqual([expected])
  })

  it('state the expected and the actual value', () => {
    const keys = { title: 7, track: true, persons: {}, id: 1.5, language: ['en'], abstract: 1, slug: null }
    expect(new Set(faultsOf(single(keys)))).toEqual(
      new Set([
        `${inEvent}.title: expected text, found a number`,
        `${inEvent}.track: expected text or an object, found true or false`,
        `${inEvent}.persons: expected a list, found an object`,
        `${inEvent}.id: expected text or a whole number, found a number`,
        `${inEvent}.language: expected text, found a list`,
        `${inEvent}.abstract: expected text, found a number`,
        `${inEvent}: has neither an id nor a slug`,
      ]),
    )
  })

  it('are all listed, both syntactic and semantic ones', () => {
    const first = { ...opening, duration: 45, room: 'Shed' }
    const second = { ...pruning, id: 11, slug: null, date: 'tomorrow', title: ' ' }
    const days = [{ rooms: { 'Green "house"': [7, first], 'a/b~c': [{ ...second, persons: [{ id: 3 }] }] } }, 'Sunday']
    expect(new Set(faultsOf(frab({ days, time_zone_name: 'Mars', title: undefined })))).toEqual(
      new Set([
        'schedule.conference.title: is missing',
        'schedule.conference.time_zone_name: unknown time zone "Mars"',
        String.raw`schedule.conference.days[0].rooms["Green \"house\""][0]: expected an object, found a number`,
        String.raw`schedule.conference.days[0].rooms["Green \"house\""][1].duration: expected text, found a number`,
        String.raw`schedule.conference.days[0].rooms["Green \"house\""][1].room: does not match the room "Shed"`,
        'schedule.conference.days[0].rooms["a/b~c"][0].date: expected a date and time such as 2027-05-01T10:00:00+02:00, found "tomorrow"',
        'schedule.conference.days[0].rooms["a/b~c"][0].title: expected text that is not blank, found " "',
        'schedule.conference.days[0].rooms["a/b~c"][0].persons[0]: has no name',
        'schedule.conference.days[1]: expected an object, found text',
      ]),
    )
  })

  it('abbreviate quoted values', () => {
    expect(faultsOf(single({ date: 'x'.repeat(100) }))).toEqual([expect.stringMatching(/found "x{39}…"$/)])
  })

  it('include titles of more than 1024 characters', () => {
    expect(sessionOf(single({ title: 'x'.repeat(1024) })).title).toHaveLength(1024)
    expect(faultsOf(single({ title: 'x'.repeat(1025) }))).toEqual([
      `${inEvent}.title: expected at most 1024 characters, found 1025`,
    ])
  })

  it('include rooms of more than 1024 characters, for either name', () => {
    const room = 'x'.repeat(1025)
    expect(faultsOf(frab({ days: [{ rooms: { [room]: [{ ...opening, room: null }] } }] }))).toEqual([
      `schedule.conference.days[0].rooms["${room}"]: expected a name of at most 1024 characters`,
    ])
    expect(faultsOf(single({ room }))).toEqual([`${inEvent}.room: expected at most 1024 characters, found 1025`])
  })

  it('include more than 366 days', () => {
    const days = Array.from({ length: 367 }, () => ({ rooms: {} }))
    expect(faultsOf(frab({ days }))).toEqual(['schedule.conference.days: expected at most 366 entries, found 367'])
  })

  it('include more than 20,000 events in total', () => {
    const events = (length: number, room: string) =>
      Array.from({ length }, (_, i) => ({ ...opening, room, id: `${room}${i}`, guid: `${room}${i}`.padStart(32, '0') }))
    const file = (count: number) => frab({ days: [{ rooms: { A: events(10_000, 'A'), B: events(count, 'B') } }] })
    expect(programmeOf(file(10_000)).sessions).toHaveLength(20_000)
    expect(faultsOf(file(10_001))).toEqual(['schedule.conference.days: expected at most 20000 events in total'])
  })
})

describe('reading a file', () => {
  const placesIn = (value: unknown): (string | number)[][] =>
    typeof value !== 'object' || value === null
      ? [[]]
      : [[], ...Object.entries(value).flatMap(([key, part]) => placesIn(part).map(rest => [key, ...rest]))]

  const replaced = (value: unknown, [key, ...rest]: (string | number)[], part: unknown): unknown => {
    if (key === undefined) return part
    const copy = structuredClone(value) as Record<string | number, unknown>
    copy[key] = replaced(copy[key], rest, part)
    return copy
  }

  const mutated = fc.constantFrom(frab(), pretalx).chain(file =>
    fc
      .array(fc.tuple(fc.constantFrom(...placesIn(file)), fc.oneof(fc.jsonValue(), fc.constant(undefined))), {
        maxLength: 3,
      })
      .map(changes => {
        const change = (whole: unknown, [place, part]: [(string | number)[], unknown]) => {
          try {
            return replaced(whole, place, part)
          } catch {
            return whole
          }
        }
        return JSON.stringify(changes.reduce(change, file as unknown)) ?? ''
      }),
  )

  const expectSound = (text: string) => {
    const reading = readScheduleFile(text, {})
    if (!reading.ok) return expect(reading.faults.length).toBeGreaterThan(0)
    const { sessions, rooms, tracks, persons } = reading.programme
    expect(new Set(sessions.map(({ shortName }) => shortName)).size).toBe(sessions.length)
    for (const session of sessions) {
      expect(session.uid).toMatch(/^[0-9a-f]{32}$/)
      expect(session.end).toBeGreaterThanOrEqual(session.start)
      expect([null, ...rooms]).toContain(session.room)
      expect([null, ...tracks.map(({ id }) => id)]).toContain(session.track)
      expect(persons.map(({ key }) => key)).toEqual(expect.arrayContaining([...session.persons]))
    }
  }

  it('never throws, for any text', () => {
    fc.assert(fc.property(anyText(), expectSound))
  })

  it('never throws, for any JSON', () => {
    fc.assert(fc.property(fc.jsonValue(), value => expectSound(JSON.stringify(value))))
  })

  it('never throws on a valid file with replaced or missing values', () => {
    fc.assert(fc.property(mutated, expectSound), { numRuns: 1000 })
  })

  it('never throws on a valid file with a part removed', () => {
    const whole = JSON.stringify(frab())
    fc.assert(
      fc.property(fc.nat(whole.length), fc.nat(20), (from, length) => {
        expectSound(whole.slice(0, from) + whole.slice(from + length))
      }),
    )
  })
})
