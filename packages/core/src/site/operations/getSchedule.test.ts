import {
  addPublished,
  createTestSite,
  type TestSite,
  type TestSiteOptions,
  type TestUser,
  testBase,
} from '@plenum/testkit'
import type { JsonObject, JsonValue } from '../../foundation/json.js'

interface Slot extends JsonObject {
  readonly '@id': string
  readonly '@type': string
  readonly UID: string
  readonly title: string
  readonly start: string
  readonly end: string | null
  readonly gridColumn: string
  readonly gridRow: string
  readonly gridHeight: number
}

interface Day {
  readonly id: string
  readonly rooms: readonly (readonly [string, string])[]
  readonly items: readonly Slot[]
}

interface Request {
  readonly as?: TestUser
  readonly path?: string
}

async function daysOf({ run }: TestSite, { as, path = '/' }: Request = {}): Promise<readonly Day[]> {
  const { items } = await run('getSchedule', path, { as, input: { metadata: [] } })
  return items as unknown as readonly Day[]
}

async function slotsOf(at: TestSite, request: Request = {}): Promise<readonly Slot[]> {
  return (await daysOf(at, request)).flatMap(({ items }) => items)
}

const idsOf = async (at: TestSite, request: Request = {}): Promise<readonly string[]> =>
  (await slotsOf(at, request)).map(slot => slot['@id'].slice(testBase.length))

async function patch({ run }: TestSite, path: string, body: JsonObject): Promise<void> {
  await run('editContent', path, { as: 'max', input: { body, representation: false } })
}

async function move({ run }: TestSite, path: string, transition: string): Promise<void> {
  await run('transitionContent', path, { as: 'max', input: { transition, body: {} } })
}

async function remove({ run }: TestSite, path: string): Promise<void> {
  await run('deleteContent', path, { as: 'max', input: undefined })
}

async function setMultiple({ run }: TestSite, wanted: boolean): Promise<void> {
  await run('editControlPanel', '/', {
    as: 'max',
    input: { name: 'tech-event-settings', body: { support_multiple_events: wanted } },
  })
}

async function withSchedule(options: TestSiteOptions = {}): Promise<TestSite> {
  const at = await createTestSite(options)
  await addPublished(at, '/', { '@type': 'Schedule', id: 's', title: 'Schedule' })
  return at
}

const nine = { start: '2027-03-01T09:00:00Z', end: '2027-03-01T09:30:00Z' }

function slot(at: TestSite, type: string, more: JsonObject = {}, container = '/s'): Promise<string> {
  const id = String(more.id ?? 'slot')
  return addPublished(at, container, { '@type': type, id, title: `${type} ${id}`, ...nine, ...more })
}

async function withRooms(at: TestSite, ids: readonly string[], container = '/'): Promise<Record<string, string>> {
  const venue = await addPublished(at, container, { '@type': 'Venue', id: 'venue', title: 'Venue' })
  const uids: Record<string, string> = {}
  for (const id of ids) {
    const { content, path } = await at.run('addContent', venue, {
      as: 'max',
      input: { '@type': 'Room', id, title: `Room ${id}` },
    })
    await move(at, path, 'publish')
    uids[id] = String(content.UID)
  }
  return uids
}

const roomTitles = async (at: TestSite, request: Request = {}): Promise<readonly (readonly string[])[]> =>
  (await daysOf(at, request)).map(({ rooms }) => rooms.map(([, title]) => title))

describe('the slots of a schedule', () => {
  it.each(['Keynote', 'Talk', 'Training', 'OpenSpace', 'LightningTalks', 'Meeting', 'Slot', 'Break'])(
    'include %s',
    async type => {
      const at = await withSchedule()
      await slot(at, type)
      expect(await idsOf(at)).toEqual(['/s/slot'])
    },
  )

  it('exclude other content, even an Event with a start', async () => {
    const at = await withSchedule()
    await addPublished(at, '/', { '@type': 'Event', id: 'party', title: 'Party', ...nine })
    await withRooms(at, ['a'])
    await addPublished(at, '/', { '@type': 'Presenter', id: 'anna', title: 'Anna', email: 'a@example.org' })
    expect(await daysOf(at)).toEqual([])
  })

  it('include a custom type with the schedule behavior', async () => {
    const workshop = {
      id: 'Workshop',
      title: 'Workshop',
      behaviors: ['plone.basic', 'collective.techevent.schedule'],
      contains: [],
      addableAnywhere: true,
      addPermission: 'Add portal content',
      layout: 'view',
      lockable: false,
    }
    const at = await withSchedule({ extensions: { types: [workshop] } })
    await slot(at, 'Workshop', {}, '/')
    expect(await slotsOf(at)).toMatchObject([{ '@type': 'Workshop', gridColumn: 'room-1 / room-all' }])
  })

  it('exclude slots without a start, with or without an end', async () => {
    const at = await withSchedule()
    await slot(at, 'Talk', { id: 'never', start: null, end: null })
    await slot(at, 'Talk', { id: 'ends', start: null })
    expect(await daysOf(at)).toEqual([])
  })

  it('without an end have zero length', async () => {
    const at = await withSchedule()
    await slot(at, 'Talk', { end: null })
    expect(await slotsOf(at)).toMatchObject([
      { start: '2027-03-01T09:00:00+00:00', end: null, gridRow: 'time-0900 / time-0900', gridHeight: 0 },
    ])
  })

  it('are included at any depth below the event, with any container, language and navigation setting', async () => {
    const at = await withSchedule()
    await addPublished(at, '/s', { '@type': 'Document', id: 'day', title: 'Day' })
    await addPublished(at, '/s/day', { '@type': 'Document', id: 'half', title: 'Half a day' })
    await slot(at, 'Talk', { exclude_from_nav: true, language: 'de' }, '/s/day/half')
    expect(await idsOf(at)).toEqual(['/s/day/half/slot'])
  })
})

describe('review states', () => {
  async function inEveryState(): Promise<TestSite> {
    const at = await withSchedule()
    await slot(at, 'Talk', { id: 'published' })
    await at.run('addContent', '/s', { as: 'max', input: { '@type': 'Talk', id: 'private', title: 'X', ...nine } })
    await at.run('addContent', '/s', { as: 'max', input: { '@type': 'Talk', id: 'pending', title: 'Y', ...nine } })
    await move(at, '/s/pending', 'submit')
    return at
  }
  const everybody = [undefined, 'mia', 'rex', 'edi', 'con', 'rea', 'sia', 'max'] as const

  it('are published only by default, for everybody', async () => {
    const at = await inEveryState()
    for (const as of everybody) expect(await idsOf(at, { as })).toEqual(['/s/published'])
  })

  it.each([
    ['private', ['edi', 'con', 'rea', 'sia', 'max'], [undefined, 'mia', 'rex']],
    ['pending', ['edi', 'con', 'rea', 'sia', 'max', 'rex'], [undefined, 'mia']],
  ] as const)('include slots that are %s on request, for %s only', async (state, seers, blind) => {
    const at = await inEveryState()
    await patch(at, '/', { schedule_review_states: [state] })
    for (const as of seers) expect(await idsOf(at, { as })).toEqual([`/s/${state}`, '/s/published'].sort())
    for (const as of blind) expect(await idsOf(at, { as })).toEqual(['/s/published'])
  })

  it('always include published', async () => {
    const at = await inEveryState()
    await patch(at, '/', { schedule_review_states: ['private'] })
    expect(await idsOf(at)).toEqual(['/s/published'])
  })

  it.each([[null], [[]]])('are published if they are set to %j', async (states: JsonValue) => {
    const at = await inEveryState()
    await patch(at, '/', { schedule_review_states: ['private'] })
    await patch(at, '/', { schedule_review_states: states })
    expect(await idsOf(at, { as: 'max' })).toEqual(['/s/published'])
  })

  it('include a published slot in a private schedule for everybody', async () => {
    const at = await inEveryState()
    await move(at, '/s', 'retract')
    expect(await idsOf(at)).toEqual(['/s/published'])
  })

  it('immediately follow each transition', async () => {
    const at = await withSchedule()
    const path = await slot(at, 'Talk')
    await move(at, path, 'retract')
    expect(await idsOf(at, { as: 'max' })).toEqual([])
    await move(at, path, 'publish')
    expect(await idsOf(at)).toEqual([path])
  })

  it('are those of the requested event', async () => {
    const at = await createTestSite()
    await setMultiple(at, true)
    for (const id of ['one', 'two']) {
      await addPublished(at, '/', { '@type': 'Tech Event', id, title: id })
      await addPublished(at, `/${id}`, { '@type': 'Schedule', id: 's', title: 'Schedule' })
      await move(at, await slot(at, 'Talk', {}, `/${id}/s`), 'retract')
    }
    await patch(at, '/one', { schedule_review_states: ['private'] })
    expect(await idsOf(at, { as: 'max', path: '/one' })).toEqual(['/one/s/slot'])
    expect(await idsOf(at, { as: 'max', path: '/two' })).toEqual([])
  })
})

describe('the response', () => {
  it('is a list of days, which is empty without slots', async () => {
    const { run } = await createTestSite()
    expect(await run('getSchedule', '/', { input: { metadata: [] } })).toEqual({ items: [] })
  })

  it('has id, items and rooms of each day', async () => {
    const at = await withSchedule()
    await slot(at, 'Talk')
    const [day] = await daysOf(at)
    expect(Object.keys(day ?? {}).sort()).toEqual(['id', 'items', 'rooms'])
    expect(day?.id).toBe('2027-03-01')
  })

  it('has only days with slots, in ascending order, independent of start and end of the event', async () => {
    const at = await withSchedule()
    await patch(at, '/', { start: '2027-03-01T00:00:00Z', end: '2027-03-05T00:00:00Z' })
    for (const day of ['2027-03-04', '2026-12-31', '2027-03-02'])
      await slot(at, 'Talk', { id: day, start: `${day}T09:00:00Z`, end: null })
    expect((await daysOf(at)).map(({ id }) => id)).toEqual(['2026-12-31', '2027-03-02', '2027-03-04'])
  })

  it('sorts the slots of a day by start, then by path', async () => {
    const at = await withSchedule()
    for (const [id, start] of [
      ['c', '09:00:00'],
      ['late', '10:00:00'],
      ['a', '09:00:00'],
      ['seconds', '09:00:10'],
      ['b', '09:00:00'],
    ])
      await slot(at, 'Talk', { id: id ?? '', start: `2027-03-01T${start}Z`, end: null })
    expect(await idsOf(at)).toEqual(['/s/a', '/s/b', '/s/c', '/s/seconds', '/s/late'])
  })

  it('has start and end in UTC and whole seconds', async () => {
    const at = await withSchedule()
    await slot(at, 'Talk', { start: '2027-03-01T21:30:00.750-03:00', end: '2027-03-01T22:00:00-03:00' })
    expect(await slotsOf(at)).toMatchObject([{ start: '2027-03-02T00:30:00+00:00', end: '2027-03-02T01:00:00+00:00' }])
  })

  it('adds requested columns to every slot', async () => {
    const at = await withSchedule()
    await slot(at, 'Talk')
    const { items } = await at.run('getSchedule', '/', { input: { metadata: ['id', 'Creator', 'nonsense'] } })
    const [day] = items as unknown as readonly Day[]
    expect(day?.items).toMatchObject([{ id: 'slot', Creator: 'max' }])
    expect(day?.items[0]).not.toHaveProperty('nonsense')
  })

  it('retains the keys of slots if every column is requested', async () => {
    const at = await withSchedule()
    await slot(at, 'Talk')
    const [plain] = await slotsOf(at)
    const { items } = await at.run('getSchedule', '/', { input: { metadata: ['_all'] } })
    expect((items as unknown as readonly Day[])[0]?.items[0]).toMatchObject({ ...plain })
  })

  it.each(['0001-01-01', '9999-12-31'])('has days at the ends of the calendar: %s', async day => {
    const at = await withSchedule()
    await slot(at, 'Talk', { start: `${day}T09:00:00Z`, end: `${day}T10:00:00Z` })
    for (const timezone of ['UTC', 'Asia/Tokyo', 'America/New_York']) {
      await patch(at, '/', { timezone })
      expect(await daysOf(at)).toMatchObject([{ id: day, items: [{ start: `${day}T09:00:00+00:00` }] }])
    }
  })

  it('is independent of the clock of the server', async () => {
    const at = await withSchedule()
    await slot(at, 'Talk')
    const before = await daysOf(at)
    at.clock.now = Date.UTC(2030, 0, 1)
    expect(await daysOf(at)).toEqual(before)
  })
})

describe('a long training', () => {
  it('is two slots that differ only in time and grid, sorted among the others', async () => {
    const at = await withSchedule()
    await slot(at, 'Training', { id: 'long', start: '2027-03-01T08:00:00Z', end: '2027-03-01T17:00:00Z' })
    await slot(at, 'Break', { id: 'lunch', start: '2027-03-01T12:00:00Z', end: '2027-03-01T13:00:00Z' })
    const slots = await slotsOf(at)
    expect(slots.map(({ '@id': id, start, end }) => [id, start, end])).toEqual([
      [`${testBase}/s/long`, '2027-03-01T08:00:00+00:00', '2027-03-01T12:00:00+00:00'],
      [`${testBase}/s/lunch`, '2027-03-01T12:00:00+00:00', '2027-03-01T13:00:00+00:00'],
      [`${testBase}/s/long`, '2027-03-01T13:00:00+00:00', '2027-03-01T17:00:00+00:00'],
    ])
    const without = ({ start: _, end: __, gridRow: ___, ...rest }: Slot) => rest
    const [first, , second] = slots
    expect(second && without(second)).toEqual(first && without(first))
  })

  it('of exactly four hours is one slot', async () => {
    const at = await withSchedule()
    await slot(at, 'Training', { end: '2027-03-01T13:00:00Z' })
    expect(await slotsOf(at)).toHaveLength(1)
  })

  it('after midnight has its second half on the next day', async () => {
    const at = await withSchedule()
    await slot(at, 'Training', { start: '2027-03-01T20:00:00Z', end: '2027-03-02T05:00:00Z' })
    expect((await daysOf(at)).map(({ id, items }) => [id, items.length])).toEqual([
      ['2027-03-01', 1],
      ['2027-03-02', 1],
    ])
  })
})

describe('rooms of a day', () => {
  it('are the UIDs and titles of used rooms, in the order of their folder, numbered for each day', async () => {
    const at = await withSchedule()
    const { a = '', b = '', c = '' } = await withRooms(at, ['a', 'b', 'c'])
    await slot(at, 'Talk', { id: 'one', room: [c] })
    await slot(at, 'Talk', { id: 'two', room: [a] })
    await slot(at, 'Talk', { id: 'three', room: [b], start: '2027-03-02T09:00:00Z', end: null })
    const days = await daysOf(at)
    expect(days.map(({ rooms }) => rooms)).toEqual([
      [
        [a, 'Room a'],
        [c, 'Room c'],
      ],
      [[b, 'Room b']],
    ])
    expect(days.map(({ items }) => items.map(({ gridColumn }) => gridColumn))).toEqual([
      ['room-2', 'room-1'],
      ['room-1'],
    ])
  })

  it.each(['Slot', 'Break', 'Meeting'])('exclude that of a %s, which spans all columns and adds _all_', async type => {
    const at = await withSchedule()
    const { a = '' } = await withRooms(at, ['a'])
    await slot(at, type, { room: [a] })
    expect(await daysOf(at)).toMatchObject([
      { rooms: [['_all_', '_all_']], items: [{ gridColumn: 'room-1 / room-all' }] },
    ])
  })

  it('include that of a Keynote, which spans all columns without _all_', async () => {
    const at = await withSchedule()
    const { a = '' } = await withRooms(at, ['a'])
    await slot(at, 'Keynote', { room: [a] })
    expect(await daysOf(at)).toMatchObject([{ rooms: [[a, 'Room a']], items: [{ gridColumn: 'room-1 / room-all' }] }])
  })

  it('of several venues are sorted by position, then by age', async () => {
    const at = await withSchedule()
    const { a = '', b = '' } = await withRooms(at, ['a', 'b'])
    await addPublished(at, '/', { '@type': 'Document', id: 'page', title: 'Page' })
    const { x = '', y = '' } = await withRooms(at, ['x', 'y'], '/page')
    for (const [id, room] of Object.entries({ a, b, x, y })) await slot(at, 'Talk', { id, room: [room] })
    expect(await roomTitles(at)).toEqual([['Room a', 'Room x', 'Room b', 'Room y']])
  })

  it('immediately reflect a moved or renamed room', async () => {
    const at = await withSchedule()
    const { a = '', b = '' } = await withRooms(at, ['a', 'b'])
    await slot(at, 'Talk', { id: 'one', room: [a] })
    await slot(at, 'Talk', { id: 'two', room: [b] })
    await patch(at, '/venue', { ordering: { obj_id: 'b', delta: 'top' } })
    await patch(at, '/venue/a', { title: 'Hall', id: 'hall' })
    expect(await roomTitles(at)).toEqual([['Room b', 'Hall']])
    expect((await slotsOf(at)).map(({ gridColumn }) => gridColumn)).toEqual(['room-2', 'room-1'])
  })

  it('exclude deleted rooms, whose slot spans all columns', async () => {
    const at = await withSchedule()
    const { a = '', b = '' } = await withRooms(at, ['a', 'b'])
    await slot(at, 'Talk', { id: 'one', room: [a] })
    await slot(at, 'Talk', { id: 'two', room: [b] })
    await remove(at, '/venue/a')
    expect(await roomTitles(at)).toEqual([['_all_', 'Room b']])
    expect(await slotsOf(at)).toMatchObject([
      { room: [], gridColumn: 'room-1 / room-all' },
      { room: [{ token: b }], gridColumn: 'room-1' },
    ])
  })

  it('exclude rooms hidden from the caller, and are complete for others', async () => {
    const at = await withSchedule()
    const { a = '', b = '' } = await withRooms(at, ['a', 'b'])
    await slot(at, 'Talk', { id: 'one', room: [a] })
    await slot(at, 'Talk', { id: 'two', room: [b] })
    await move(at, '/venue/a', 'retract')
    for (const as of [undefined, 'mia', 'rex'] as const) {
      expect(await roomTitles(at, { as })).toEqual([['_all_', 'Room b']])
      expect((await slotsOf(at, { as })).map(({ gridColumn }) => gridColumn)).toEqual(['room-1 / room-all', 'room-1'])
    }
    for (const as of ['edi', 'con', 'rea', 'max'] as const) {
      expect(await roomTitles(at, { as })).toEqual([['Room a', 'Room b']])
      expect((await slotsOf(at, { as })).map(({ gridColumn }) => gridColumn)).toEqual(['room-1', 'room-2'])
    }
  })

  it('are shown even if their venue is private', async () => {
    const at = await withSchedule()
    const { a = '' } = await withRooms(at, ['a'])
    await slot(at, 'Talk', { room: [a] })
    await move(at, '/venue', 'retract')
    expect(await roomTitles(at)).toEqual([['Room a']])
  })
})

describe('the time zone of the event', () => {
  async function inZone(timezone: string, start: string, end: string): Promise<readonly Day[]> {
    const at = await withSchedule()
    await patch(at, '/', { timezone })
    await slot(at, 'Talk', { start, end })
    return daysOf(at)
  }

  it.each([
    ['UTC', '2027-03-01', 'time-2330 / time-0015'],
    ['Europe/Berlin', '2027-03-02', 'time-0030 / time-0115'],
    ['America/New_York', '2027-03-01', 'time-1830 / time-1915'],
    ['Asia/Kolkata', '2027-03-02', 'time-0500 / time-0545'],
  ])('determines days and rows for %s; start and end remain in UTC', async (timezone, id, gridRow) => {
    const start = '2027-03-01T23:30:00+00:00'
    const end = '2027-03-02T00:15:00+00:00'
    expect(await inZone(timezone, start, end)).toMatchObject([{ id, items: [{ gridRow, start, end, gridHeight: 3 }] }])
  })

  it('follows the clock changes of the zone', async () => {
    expect(await inZone('Europe/Berlin', '2027-03-28T00:30:00Z', '2027-03-28T01:30:00Z')).toMatchObject([
      { id: '2027-03-28', items: [{ gridRow: 'time-0130 / time-0330', gridHeight: 4 }] },
    ])
    expect(await inZone('Europe/Berlin', '2027-10-31T00:00:00Z', '2027-10-31T01:00:00Z')).toMatchObject([
      { id: '2027-10-31', items: [{ gridRow: 'time-0200 / time-0200', gridHeight: 4 }] },
    ])
  })

  it('takes effect immediately, and its days match those of the schedule', async () => {
    const at = await withSchedule()
    const start = '2027-03-01T23:30:00Z'
    await patch(at, '/', { start, end: start })
    await slot(at, 'Talk', { start, end: null })
    for (const timezone of ['Europe/Berlin', 'UTC', 'Asia/Tokyo']) {
      await patch(at, '/', { timezone })
      const input = { batch: { start: 0, size: 1 }, metadata: [], fullObjects: false, withItems: true }
      const { content } = await at.run('getContent', '/', { input })
      expect((await daysOf(at)).map(({ id }) => id)).toEqual(content.days)
    }
  })

  it('belongs to each of several events', async () => {
    const at = await createTestSite()
    await setMultiple(at, true)
    for (const [id, timezone] of [
      ['one', 'Europe/Berlin'],
      ['two', 'America/New_York'],
    ] as const) {
      await addPublished(at, '/', { '@type': 'Tech Event', id, title: id, timezone })
      await addPublished(at, `/${id}`, { '@type': 'Schedule', id: 's', title: 'Schedule' })
      await slot(at, 'Talk', {}, `/${id}/s`)
    }
    expect((await slotsOf(at, { path: '/one' }))[0]?.gridRow).toBe('time-1000 / time-1030')
    expect((await slotsOf(at, { path: '/two' }))[0]?.gridRow).toBe('time-0400 / time-0430')
  })

  it('is rejected without changes if it is unknown', async () => {
    const at = await withSchedule()
    await slot(at, 'Talk')
    const before = await daysOf(at)
    await expect(patch(at, '/', { timezone: 'Moon/Tycho' })).rejects.toMatchObject({ code: 'invalid-fields' })
    expect(await daysOf(at)).toEqual(before)
  })
})

describe('single and several events', () => {
  async function both(): Promise<TestSite> {
    const at = await withSchedule()
    await slot(at, 'Talk', { id: 'of-site' })
    await setMultiple(at, true)
    await addPublished(at, '/', { '@type': 'Document', id: 'page', title: 'Page' })
    await addPublished(at, '/page', { '@type': 'Tech Event', id: 'conf', title: 'Conference' })
    await addPublished(at, '/page/conf', { '@type': 'Schedule', id: 's', title: 'Schedule' })
    await slot(at, 'Talk', { id: 'of-conf' }, '/page/conf/s')
    return at
  }

  it('give each of several Tech Events a separate schedule, and no schedule to the site root', async () => {
    const at = await both()
    expect(await idsOf(at, { path: '/page/conf' })).toEqual(['/page/conf/s/of-conf'])
    await expect(daysOf(at, { as: 'max' })).rejects.toMatchObject({ code: 'not-found' })
  })

  it('give the root of a single event its own subtree without slots below a Tech Event', async () => {
    const at = await both()
    await setMultiple(at, false)
    for (const as of [undefined, 'max'] as const) expect(await idsOf(at, { as })).toEqual(['/s/of-site'])
  })

  it('retain a Tech Event as an event root after the site returns to a single event', async () => {
    const at = await both()
    await setMultiple(at, false)
    expect(await idsOf(at, { path: '/page/conf' })).toEqual(['/page/conf/s/of-conf'])
  })

  it('do not offer rooms of a Tech Event to the site', async () => {
    const at = await both()
    const { a = '' } = await withRooms(at, ['a'], '/page/conf')
    await setMultiple(at, false)
    await expect(slot(at, 'Talk', { id: 'other', room: [a] })).rejects.toMatchObject({ code: 'invalid-fields' })
  })
})

describe('access to the schedule', () => {
  it('requires View on the event root: a private event is unauthorized for Anonymous and Member', async () => {
    const at = await createTestSite()
    await setMultiple(at, true)
    await at.run('addContent', '/', { as: 'max', input: { '@type': 'Tech Event', id: 'conf', title: 'Conference' } })
    for (const as of [undefined, 'mia'] as const)
      await expect(daysOf(at, { as, path: '/conf' })).rejects.toMatchObject({ code: 'unauthorized' })
    for (const as of ['rea', 'edi', 'max'] as const) expect(await daysOf(at, { as, path: '/conf' })).toEqual([])
  })

  it('fails on content that is not an event root, with the nearest public container in the error', async () => {
    const at = await withSchedule()
    for (const as of [undefined, 'max'] as const)
      await expect(daysOf(at, { as, path: '/s' })).rejects.toMatchObject({
        code: 'not-found',
        details: { context: '/s' },
      })
    await move(at, '/s', 'retract')
    await expect(daysOf(at, { path: '/s' })).rejects.toMatchObject({ code: 'not-found', details: { context: '/' } })
  })

  it('fails on missing content', async () => {
    await expect(daysOf(await createTestSite(), { path: '/nothing' })).rejects.toMatchObject({ code: 'not-found' })
  })
})
