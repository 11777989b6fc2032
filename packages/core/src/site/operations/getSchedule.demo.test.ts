import { addPublished, createTestSite, pngHeader, type TestSite, type TestUser, testBase } from '@plenum/testkit'
import type { JsonObject } from '../../foundation/json.js'

interface Slot {
  readonly '@id': string
  readonly '@type': string
  readonly start: string
  readonly end: string
  readonly gridColumn: string
  readonly gridRow: string
  readonly gridHeight: number
}

interface Day {
  readonly id: string
  readonly rooms: readonly (readonly [string, string])[]
  readonly items: readonly Slot[]
}

async function daysOf({ run }: TestSite, as?: TestUser): Promise<readonly Day[]> {
  const { items } = await run('getSchedule', '/', { as, input: { metadata: [] } })
  return items as unknown as readonly Day[]
}

/** Formats a day as in docs/schedule.md, Days: the short name, times, column, rows and height of each slot. */
function describeDay({ id, rooms, items }: Day) {
  return {
    id,
    rooms: rooms.map(([, title]) => title),
    items: items.map(slot =>
      [
        slot['@id'].slice(slot['@id'].lastIndexOf('/') + 1),
        `${slot.start.slice(11, 16)}-${slot.end.slice(11, 16)}`,
        slot.gridColumn,
        slot.gridRow,
        slot.gridHeight,
      ].join(' | '),
    ),
  }
}

async function patch({ run }: TestSite, path: string, body: JsonObject): Promise<void> {
  await run('editContent', path, { as: 'max', input: { body, representation: false } })
}

const countSlots = (days: readonly Day[]): number => days.reduce((sum, { items }) => sum + items.length, 0)

describe('a schedule of seven slots without rooms', () => {
  async function sevenSlots(): Promise<TestSite> {
    const at = await createTestSite()
    await patch(at, '/', {
      start: '2025-08-01T09:00:00Z',
      end: '2025-08-02T18:00:00Z',
      audience: ['developers', 'devops'].map(id => ({ id, title: id })),
      durations_keynote: [{ id: '60', title: 'An hour', duration: 60 }],
      durations_talk: [30, 45].map(minutes => ({ id: `${minutes}`, title: `${minutes} minutes`, duration: minutes })),
      durations_training: [240, 480].map(minutes => ({ id: `${minutes}`, title: 'Long', duration: minutes })),
      levels: [{ id: 'general', title: 'General' }],
      tracks: [{ id: 'main', title: 'Main' }],
    })
    await addPublished(at, '/', { '@type': 'Venue', id: 'venue', title: 'House' })
    for (const id of ['room-1', 'room-2']) await addPublished(at, '/venue', { '@type': 'Room', id, title: id })
    await addPublished(at, '/', { '@type': 'Schedule', id: 'schedule', title: 'Programme' })
    for (const [type, id, start, end] of [
      ['Break', 'break-01', '2025-08-01T15:00:00Z', '2025-08-01T16:00:00Z'],
      ['Slot', 'slot-01', '2025-08-01T16:00:00Z', '2025-08-01T16:15:00Z'],
      ['Keynote', 'keynote-01', '2025-08-01T16:15:00Z', '2025-08-01T17:00:00Z'],
      ['Talk', 'talk-01', '2025-08-01T17:05:00Z', '2025-08-01T17:50:00Z'],
      ['LightningTalks', 'lightningtalks-01', '2025-08-01T17:50:00Z', '2025-08-01T18:00:00Z'],
      ['Training', 'training-01', '2025-08-01T12:00:00Z', '2025-08-01T16:00:00Z'],
      ['Break', 'break-02', '2025-08-02T15:00:00Z', '2025-08-02T16:00:00Z'],
    ] as const)
      await addPublished(at, '/schedule', { '@type': type, id, title: `Something (${id})`, start, end })
    return at
  }

  it('is laid out as on the running Plone site', async () => {
    const at = await sevenSlots()
    expect((await daysOf(at)).map(describeDay)).toEqual([
      {
        id: '2025-08-01',
        rooms: ['_all_'],
        items: [
          'training-01 | 12:00-16:00 | room-1 / room-all | time-1200 / time-1600 | 16',
          'break-01 | 15:00-16:00 | room-1 / room-all | time-1500 / time-1600 | 4',
          'slot-01 | 16:00-16:15 | room-1 / room-all | time-1600 / time-1615 | 1',
          'keynote-01 | 16:15-17:00 | room-1 / room-all | time-1615 / time-1700 | 3',
          'talk-01 | 17:05-17:50 | room-1 / room-all | time-1715 / time-1800 | 3',
          'lightningtalks-01 | 17:50-18:00 | room-1 / room-all | time-1800 / time-1800 | 1',
        ],
      },
      {
        id: '2025-08-02',
        rooms: ['_all_'],
        items: ['break-02 | 15:00-16:00 | room-1 / room-all | time-1500 / time-1600 | 4'],
      },
    ])
    expect((await daysOf(at))[0]?.rooms).toEqual([['_all_', '_all_']])
  })

  it('belongs to an event of two days', async () => {
    const at = await sevenSlots()
    const input = { batch: { start: 0, size: 1 }, metadata: [], fullObjects: false, withItems: true }
    const { content } = await at.run('getContent', '/', { input })
    expect(content.days).toEqual(['2025-08-01', '2025-08-02'])
  })
})

/** Creates a three-day conference with ten slots at the same times as in the demonstration of the original add-on. */
async function demonstration(): Promise<TestSite> {
  const at = await createTestSite()
  await patch(at, '/', { start: '2025-07-31T12:00:00Z', end: '2025-08-02T21:00:00Z' })
  await addPublished(at, '/', { '@type': 'Venue', id: 'venue', title: 'House' })
  const rooms: Record<string, string> = {}
  for (const [id, title] of [
    ['main-room', 'Main Room'],
    ['beta-room', 'Beta Room'],
    ['training-room', 'Training room'],
  ] as const) {
    const path = await addPublished(at, '/venue', { '@type': 'Room', id, title })
    const input = { batch: { start: 0, size: 1 }, metadata: [], fullObjects: false, withItems: false }
    rooms[id] = String((await at.run('getContent', path, { as: 'max', input })).content.UID)
  }
  await addPublished(at, '/', { '@type': 'Schedule', id: 'schedule', title: 'Programme' })
  const slots = [
    ['day-1', 'Slot', 'registration', '2025-07-31T11:30:00Z', '2025-07-31T12:00:00Z', null],
    ['day-1', 'Break', 'lunch', '2025-07-31T15:00:00Z', '2025-07-31T17:00:00Z', null],
    [
      ...(['day-1', 'Training', 'installing-and-deploying-plone'] as const),
      ...(['2025-07-31T12:00:00Z', '2025-07-31T21:00:00Z', 'training-room'] as const),
    ],
    ['day-2', 'Slot', 'registration', '2025-08-01T11:30:00Z', '2025-08-01T12:00:00Z', null],
    ['day-2', 'Break', 'lunch', '2025-08-01T15:00:00Z', '2025-08-01T17:00:00Z', null],
    ['day-2', 'Talk', 'pytest-plone', '2025-08-01T18:00:00Z', '2025-08-01T18:40:00Z', 'main-room'],
    ['day-2', 'OpenSpace', 'testing-open-space', '2025-08-01T19:00:00Z', '2025-08-01T19:30:00Z', 'beta-room'],
    ['day-3', 'Slot', 'registration', '2025-08-02T11:30:00Z', '2025-08-02T12:00:00Z', null],
    ['day-3', 'Break', 'lunch', '2025-08-02T15:00:00Z', '2025-08-02T17:00:00Z', null],
    ['day-3', 'Talk', 'plone-distributions', '2025-08-02T18:00:00Z', '2025-08-02T18:40:00Z', 'main-room'],
  ] as const
  for (const id of ['day-1', 'day-2', 'day-3'])
    await addPublished(at, '/schedule', { '@type': 'Document', id, title: id })
  for (const [day, type, id, start, end, room] of slots) {
    const placed: JsonObject = room === null ? {} : { room: [rooms[room] ?? ''] }
    await addPublished(at, `/schedule/${day}`, { '@type': type, id, title: `Something (${id})`, start, end, ...placed })
  }
  return at
}

const talks = ['/schedule/day-2/pytest-plone', '/schedule/day-3/plone-distributions']

async function retractTalks({ run }: TestSite): Promise<void> {
  for (const path of talks)
    await run('transitionContent', path, { as: 'max', input: { transition: 'retract', body: {} } })
}

describe('the schedule of the demonstration', () => {
  it('is laid out as on the running Plone site, sorted after the training is divided', async () => {
    expect((await daysOf(await demonstration())).map(describeDay)).toEqual([
      {
        id: '2025-07-31',
        rooms: ['_all_', 'Training room'],
        items: [
          'registration | 11:30-12:00 | room-1 / room-all | time-1130 / time-1200 | 2',
          'installing-and-deploying-plone | 12:00-16:00 | room-1 | time-1200 / time-1600 | 16',
          'lunch | 15:00-17:00 | room-1 / room-all | time-1500 / time-1700 | 8',
          'installing-and-deploying-plone | 17:00-21:00 | room-1 | time-1700 / time-2100 | 16',
        ],
      },
      {
        id: '2025-08-01',
        rooms: ['_all_', 'Main Room', 'Beta Room'],
        items: [
          'registration | 11:30-12:00 | room-1 / room-all | time-1130 / time-1200 | 2',
          'lunch | 15:00-17:00 | room-1 / room-all | time-1500 / time-1700 | 8',
          'pytest-plone | 18:00-18:40 | room-1 | time-1800 / time-1845 | 3',
          'testing-open-space | 19:00-19:30 | room-2 | time-1900 / time-1930 | 2',
        ],
      },
      {
        id: '2025-08-02',
        rooms: ['_all_', 'Main Room'],
        items: [
          'registration | 11:30-12:00 | room-1 / room-all | time-1130 / time-1200 | 2',
          'lunch | 15:00-17:00 | room-1 / room-all | time-1500 / time-1700 | 8',
          'plone-distributions | 18:00-18:40 | room-1 | time-1800 / time-1845 | 3',
        ],
      },
    ])
  })

  it('is equal for Anonymous and Manager by default', async () => {
    const at = await demonstration()
    const days = await daysOf(at)
    expect(countSlots(days)).toBe(11)
    expect(await daysOf(at, 'max')).toEqual(days)
  })

  it('excludes retracted talks for both', async () => {
    const at = await demonstration()
    await retractTalks(at)
    const days = await daysOf(at)
    expect(countSlots(days)).toBe(9)
    expect(await daysOf(at, 'max')).toEqual(days)
  })

  it('includes private talks for the Manager only if the states published and private are shown', async () => {
    const at = await demonstration()
    await retractTalks(at)
    await patch(at, '/', { schedule_review_states: ['published', 'private'] })
    expect(countSlots(await daysOf(at))).toBe(9)
    expect(countSlots(await daysOf(at, 'max'))).toBe(11)
  })

  it('lists rooms in the order of their folder, even after one is moved', async () => {
    const at = await demonstration()
    const secondDay = async () => (await daysOf(at)).map(describeDay)[1]
    expect((await secondDay())?.rooms).toEqual(['_all_', 'Main Room', 'Beta Room'])
    await patch(at, '/venue', { ordering: { obj_id: 'beta-room', delta: -1 } })
    expect((await secondDay())?.rooms).toEqual(['_all_', 'Beta Room', 'Main Room'])
    expect((await secondDay())?.items.slice(2).map(line => line.split(' | ')[2])).toEqual(['room-2', 'room-1'])
  })
})

describe('rounding to quarter hours', () => {
  it.each([
    ...['10:01:00', '10:14:00', '10:15:00'].map(time => [time, '1015']),
    ...['10:16:00', '10:29:00', '10:30:00'].map(time => [time, '1030']),
    ...['10:31:00', '10:44:00', '10:45:00'].map(time => [time, '1045']),
    ...['10:46:00', '10:59:00', '11:00:00', '11:00:01'].map(time => [time, '1100']),
    ['09:00:00', '0900'],
    ...['15:45:00', '15:45:01'].map(time => [time, '1545']),
    ['15:50:00', '1600'],
  ] as [string, string][])('puts %s into the row time-%s', async (time, row) => {
    const at = await createTestSite()
    await addPublished(at, '/', { '@type': 'Schedule', id: 's', title: 'Programme' })
    const start = `2025-08-01T${time}Z`
    await addPublished(at, '/s', { '@type': 'Slot', title: 'Something', start, end: '2025-08-01T20:00:00Z' })
    expect((await daysOf(at))[0]?.items[0]?.gridRow).toBe(`time-${row} / time-2000`)
  })
})

interface Sponsors {
  readonly '@id': string
  readonly items: readonly {
    readonly id: string
    readonly title: string
    readonly items: readonly JsonObject[]
    readonly has_sponsors: boolean
    readonly exclude_from_nav: boolean
    readonly image_scales: JsonObject
  }[]
  readonly benefits: readonly JsonObject[]
}

async function sponsorsOf({ run }: TestSite): Promise<Sponsors> {
  return (await run('getSponsors', '/', { input: { metadata: [] } })) as unknown as Sponsors
}

describe('the sponsors of the demonstration', () => {
  const titles: Record<string, string> = { organizer: 'Who makes it' }
  const offers: Record<string, readonly JsonObject[]> = {
    gold: [
      { code: 'tickets', value: '20' },
      { code: 'logo-site', value: '' },
      { code: 'logo-registration', value: null },
      { code: 'social-media', value: '43' },
    ],
    silver: [{ code: 'tickets', value: '10' }, { code: 'logo-site' }, { code: 'logo-registration', value: '' }],
  }
  const sponsors: Record<string, string> = {
    gold: 'simples-consultoria',
    support: 'plone-foundation',
    organizer: 'plonegov-br',
  }

  async function withSponsors(): Promise<TestSite> {
    const at = await createTestSite()
    const benefits = ['tickets', 'logo-site', 'logo-registration', 'social-media'].map(id => ({
      id,
      title: `The ${id}`,
      description: `About ${id}`,
    }))
    const image = { data: pngHeader(600, 300), encoding: 'base64', filename: 'level.png', 'content-type': 'image/png' }
    await addPublished(at, '/', { '@type': 'SponsorsDB', id: 'sponsor-us', title: 'Help us', benefits })
    await at.run('addContent', '/', { as: 'max', input: { '@type': 'Image', id: 'level.png', title: 'Level', image } })
    for (const id of ['gold', 'silver', 'bronze', 'support', 'organizer']) {
      const level = { id, title: titles[id] ?? id, benefits: offers[id] ?? [], exclude_from_nav: id === 'organizer' }
      await addPublished(at, '/sponsor-us', { '@type': 'SponsorLevel', ...level, preview_image_link: '/level.png' })
      const sponsor = sponsors[id]
      if (sponsor) await addPublished(at, `/sponsor-us/${id}`, { '@type': 'Sponsor', id: sponsor, title: sponsor })
    }
    return at
  }

  it('are listed by level, in order', async () => {
    const { '@id': id, items } = await sponsorsOf(await withSponsors())
    expect(id).toBe(`${testBase}/sponsor-us`)
    expect(items.map(level => [level.id, level.title, level.has_sponsors, level.exclude_from_nav])).toEqual([
      ['gold', 'gold', true, false],
      ['silver', 'silver', false, false],
      ['bronze', 'bronze', false, false],
      ['support', 'support', true, false],
      ['organizer', 'Who makes it', true, true],
    ])
    expect(items.map(level => level.items.map(sponsor => sponsor['@id']))).toEqual([
      [`${testBase}/sponsor-us/gold/simples-consultoria`],
      [],
      [],
      [`${testBase}/sponsor-us/support/plone-foundation`],
      [`${testBase}/sponsor-us/organizer/plonegov-br`],
    ])
  })

  it('have levels with images', async () => {
    const { items } = await sponsorsOf(await withSponsors())
    for (const { image_scales } of items)
      expect(image_scales).toMatchObject({ preview_image_link: [{ width: 600, height: 300, base_path: '/level.png' }] })
  })

  it('have benefits: one without detail is an empty text, one that is not offered has no key', async () => {
    const { benefits } = await sponsorsOf(await withSponsors())
    expect(benefits.map(({ id, levels }) => [id, levels])).toEqual([
      ['tickets', { gold: '20', silver: '10' }],
      ['logo-site', { gold: '', silver: '' }],
      ['logo-registration', { gold: '', silver: '' }],
      ['social-media', { gold: '43' }],
    ])
  })
})

describe('a level with one sponsor', () => {
  it('presents the sponsor with its links', async () => {
    const at = await createTestSite()
    const benefits = ['tickets', 'logo', 'booth', 'talk'].map(id => ({ id, title: id, description: id }))
    await addPublished(at, '/', { '@type': 'SponsorsDB', id: 'sponsors', title: 'Help us', benefits })
    const offered: readonly JsonObject[] = [{ code: 'tickets', value: '20' }, { code: 'logo' }]
    await addPublished(at, '/sponsors', { '@type': 'SponsorLevel', id: 'gold', title: 'Gold', benefits: offered })
    const social_links = [1, 2, 3, 4, 5, 6].map(n => ({
      id: `link-${n}`,
      title: `Link ${n}`,
      href: [{ '@id': `https://example.org/${n}`, title: '' }],
    }))
    await addPublished(at, '/sponsors/gold', { '@type': 'Sponsor', id: 'plonegovbr', title: 'Friends', social_links })
    const answer = await sponsorsOf(at)
    expect(answer.items[0]?.items[0]).toMatchObject({ title: 'Friends', level: 'gold', social_links })
    expect(answer.benefits.map(({ levels }) => levels)).toEqual([{ gold: '20' }, { gold: '' }, {}, {}])
  })
})
