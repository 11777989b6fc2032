import type { PublishedProgramme, PublishedSlot } from '@plenum/core'
import { frabSchedule } from './frab.js'
import { frabXml } from './frabXml.js'

const slice = { isOver: () => false, next: async () => {} }
const target = { slice, host: 'site.example', url: 'https://site.example/@@schedule.xml' }
const hall = { uid: '0123456789abcdef0123456789abcdef', title: 'Hall' }
const attic = { uid: 'fedcba9876543210fedcba9876543210', title: 'Attic' }
const ada = { uid: '7'.repeat(32), id: 7, url: 'https://site.example/ada', name: 'Ada', biography: null, links: [] }
const at = (text: string) => Date.parse(text)

const slotOf = (more: Partial<PublishedSlot> = {}): PublishedSlot => ({
  ...{ uid: '0123456789abcdef0123456789abcdef', url: 'https://site.example/talk', title: 'Talk' },
  ...{ description: 'About', text: '<p>All</p>', type: 'Talk', track: 'Tides', language: 'pt', revision: 3 },
  ...{ start: at('2027-06-17T09:00:00Z'), end: at('2027-06-17T10:30:00Z'), created: 0, modified: 1_700_000_000_000 },
  ...{ rooms: [hall], persons: [ada], video: null, state: null, links: [], attachments: [] },
  ...more,
})

const programmeOf = (slots: readonly PublishedSlot[], more: Partial<PublishedProgramme> = {}): PublishedProgramme => ({
  ...{ title: 'Long Light 2027', description: '', url: 'https://site.example', timezone: 'Europe/Lisbon' },
  ...{ start: at('2027-06-17T07:00:00Z'), end: at('2027-06-18T18:00:00Z'), rooms: [attic, hall] },
  ...{ tracks: [{ title: 'Tides', color: null }], slots, uid: 'f'.repeat(32), language: 'en', now: 0 },
  sessions: slots.map(({ uid }) => ({ uid, shortName: 'talk', number: 5 })),
  cancelled: [],
  ...more,
})

const eventOf = async (more: Partial<PublishedSlot>, around: Partial<PublishedProgramme> = {}) => {
  const { conference } = await frabSchedule(programmeOf([slotOf(more)], around), slice)
  return Object.values(conference.days[0]?.rooms ?? {})[0]?.[0]
}

describe('a slot in frab format', () => {
  it.each([
    [5, '00:05'],
    [90, '01:30'],
    [1439, '23:59'],
    [1440, '24:00'],
    [6000, '100:00'],
  ])('of %s minutes has the duration %s', async (minutes, duration) => {
    const start = at('2027-06-17T09:00:00Z')
    expect((await eventOf({ start, end: start + minutes * 60_000 }))?.duration).toBe(duration)
  })

  it.each([
    ['Europe/Lisbon', '2027-06-17T10:00:00+01:00'],
    ['UTC', '2027-06-17T09:00:00+00:00'],
    ['America/St_Johns', '2027-06-17T06:30:00-02:30'],
    ['Asia/Kolkata', '2027-06-17T14:30:00+05:30'],
  ])('begins in %s at %s', async (timezone, date) => {
    expect(await eventOf({}, { timezone })).toMatchObject({ date, start: date.slice(11, 16) })
  })

  it.each([
    ['Keynote', 'keynote'],
    ['Talk', 'lecture'],
    ['Training', 'workshop'],
    ['Concert', 'Concert'],
  ])('of type %s is called %s', async (type, name) => {
    expect((await eventOf({ type }))?.type).toBe(name)
  })

  it('has a UUID, texts and persons', async () => {
    const persons = [ada, { ...ada, id: 8, name: 'Bo', biography: '<p>Sails</p>' }]
    expect(await eventOf({ persons })).toMatchObject({
      ...{ id: 5, slug: 'longlight2027-talk', guid: '01234567-89ab-cdef-0123-456789abcdef' },
      ...{ abstract: 'About', description: '<p>All</p>', track: 'Tides' },
      persons: [
        { id: 7, guid: '77777777-7777-7777-7777-777777777777', public_name: 'Ada', biography: '' },
        { id: 8, public_name: 'Bo', biography: '<p>Sails</p>' },
      ],
    })
  })

  it('has the links, files and recording that the schemas accept', async () => {
    const links = ['https://a.example/x y|z', 'mailto:a@a.example', '/x'].map(url => ({ title: 'L', url }))
    expect(await eventOf({ video: 'https://v.example/1', links, attachments: links })).toMatchObject({
      links: [
        { type: 'media', title: 'Video', url: 'https://v.example/1' },
        { type: 'related', title: 'L', url: 'https://a.example/x%20y%7Cz' },
      ],
      attachments: [{ title: 'L', url: 'https://a.example/x%20y%7Cz' }],
    })
  })
})

describe('a programme in frab format', () => {
  const next = { start: at('2027-06-18T09:00:00Z'), end: at('2027-06-18T10:00:00Z') }

  it('has the days of its slots, from the start of the event to its end', async () => {
    const { conference } = await frabSchedule(programmeOf([slotOf(), slotOf(next)]), slice)
    expect(conference.days.map(({ index, date, day_start, day_end }) => [index, date, day_start, day_end])).toEqual([
      [1, '2027-06-17', '2027-06-17T08:00:00+01:00', '2027-06-17T11:30:00+01:00'],
      [2, '2027-06-18', '2027-06-18T10:00:00+01:00', '2027-06-18T19:00:00+01:00'],
    ])
    expect(conference).toMatchObject({ start: '2027-06-17', end: '2027-06-18', daysCount: 2 })
  })

  it('assigns slots to days by the wall clock of the event', async () => {
    const late = { start: at('2027-06-17T23:30:00Z'), end: at('2027-06-18T00:30:00Z') }
    expect((await frabSchedule(programmeOf([slotOf(late)]), slice)).conference.start).toBe('2027-06-18')
  })

  it('lists the rooms of a day in order, and slots without a room last', async () => {
    const slots = [slotOf({ rooms: [] }), slotOf(), slotOf({ rooms: [attic] })]
    const { conference } = await frabSchedule(programmeOf(slots), slice)
    expect(Object.keys(conference.days[0]?.rooms ?? {})).toEqual(['Attic', 'Hall', ''])
  })

  it('has a version that consists of the latest modification and the number of slots', async () => {
    const version = async (...dates: readonly number[]) =>
      (await frabSchedule(programmeOf(dates.map(modified => slotOf({ modified }))), slice)).version
    expect(await version(2000, 3000, 1000)).toBe('1970-01-01T00:00:03.000Z-3')
    expect(await version()).toBe('1970-01-01T00:00:00.000Z-0')
  })

  it.each([
    ['Long Light 2027', 'longlight2027'],
    ['Água & Luz', 'agualuz'],
    ['海', 'event'],
    ['DX', 'dx__'],
  ])('with the title %s has the acronym %s', async (title, acronym) => {
    expect((await frabSchedule(programmeOf([], { title }), slice)).conference.acronym).toBe(acronym)
  })

  it('gives tracks their colours in JSON and XML, if the schemas accept them', async () => {
    const tracks = [
      { title: 'Tides', color: '#2b6cb0' },
      { title: 'Gulls', color: 'grey' },
    ]
    const programme = programmeOf([slotOf()], { tracks })
    expect((await frabSchedule(programme, slice)).conference.tracks).toEqual([
      { name: 'Tides', slug: 'tides', color: '#2b6cb0' },
      { name: 'Gulls', slug: 'gulls' },
    ])
    expect(await frabXml(programme, target)).toContain('<track name="Gulls" slug="gulls">Gulls</track>')
  })

  it('has the same rooms and events in XML', async () => {
    const text = await frabXml(programmeOf([slotOf({ title: 'Tides & gulls', track: null })]), target)
    expect(text).toContain(
      '<day index="1" date="2027-06-17" start="2027-06-17T08:00:00+01:00" end="2027-06-18T19:00:00+01:00">',
    )
    expect(text).toContain('<room name="Hall" guid="01234567-89ab-cdef-0123-456789abcdef">')
    expect(text).toContain('<title>Tides &amp; gulls</title>')
    expect(text).toContain('<persons><person id="7" guid="77777777-7777-7777-7777-777777777777">Ada</person></persons>')
    expect(text).toContain('<track/>')
  })
})
