import { addPublished, createTestSite, type TestSite, type TestUser, testBase } from '@plenum/testkit'
import type { JsonObject } from '../../foundation/json.js'

let at: TestSite
let hall: string
let cellar: string
let ada: string

const nothing = { batch: { start: 0, size: 99 }, metadata: [], fullObjects: false, withItems: false }

const read = (path: string, as?: TestUser) => at.run('getContent', path, { as, input: nothing })
const uidOf = async (path: string) => String((await read(path, 'max')).content.UID)

const patch = (path: string, body: JsonObject) =>
  at.run('editContent', path, { as: 'max', input: { body, representation: false } })
const move = (path: string, transition: string) =>
  at.run('transitionContent', path, { as: 'max', input: { transition, body: {} } })
const release = (name: string, as: TestUser = 'max') => at.run('releaseSchedule', '/', { as, input: { name } })
const diff = async (one: string, two: string, as?: TestUser) =>
  (await at.run('compareScheduleReleases', '/', { as, input: { one, two } })).items

const talk = (id: string, hour: number, rest: JsonObject = {}) =>
  addPublished(at, '/schedule', {
    ...{ '@type': 'Talk', id, title: `Talk ${id}`, room: [hall] },
    ...{ start: `2027-05-01T${hour}:00:00Z`, end: `2027-05-01T${hour}:30:00Z` },
    ...rest,
  })

async function slots(as?: TestUser, requested?: string) {
  const { items } = await at.run('getSchedule', '/', { as, input: { metadata: [], release: requested } })
  return items.flatMap(day => day.items.map(({ title, start }) => `${title} ${start.slice(11, 16)}`))
}

const search = async (parameters: JsonObject, as?: TestUser) => {
  const input = { parameters, batch: { start: 0, size: 99 }, metadata: [], fullObjects: false }
  const { items } = await at.run('searchContent', '/', { as, input: input as never })
  return items.map(({ title }) => title)
}

beforeEach(async () => {
  at = await createTestSite()
  await addPublished(at, '/', { '@type': 'Venue', id: 'venue', title: 'Venue' })
  await addPublished(at, '/venue', { '@type': 'Room', id: 'hall', title: 'Hall' })
  await addPublished(at, '/venue', { '@type': 'Room', id: 'cellar', title: 'Cellar' })
  await addPublished(at, '/', { '@type': 'Presenter', id: 'ada', title: 'Ada' })
  await addPublished(at, '/', { '@type': 'Schedule', id: 'schedule', title: 'Schedule' })
  ;[hall, cellar, ada] = [await uidOf('/venue/hall'), await uidOf('/venue/cellar'), await uidOf('/ada')]
})

describe('releases of a schedule (docs/schedule.md, Releases)', () => {
  it('change nothing for visitors while the option is off', async () => {
    await talk('a', 10)
    await release('One')
    await patch('/schedule/a', { title: 'Moss' })
    expect(await slots()).toEqual(['Moss 10:00'])
  })

  it('are shown to visitors in every response once the option is on, while editors see the working programme', async () => {
    await talk('a', 10)
    await talk('b', 12)
    await release('One')
    await patch('/', { release_schedule: true })
    await patch('/schedule/a', {
      title: 'Moss',
      start: '2027-05-01T11:00:00Z',
      end: '2027-05-01T11:30:00Z',
      room: [cellar],
    })
    await talk('c', 14)
    await move('/schedule/b', 'retract')
    expect(await slots()).toEqual(['Talk a 10:00'])
    expect(await slots('max')).toEqual(['Moss 11:00', 'Talk c 14:00'])
    expect((await read('/schedule/a')).content).toMatchObject({
      title: 'Talk a',
      start: '2027-05-01T10:00:00+00:00',
      room: [{ token: hall }],
    })
    expect((await read('/schedule/a', 'max')).content).toMatchObject({ title: 'Moss', room: [{ token: cellar }] })
    await expect(read('/schedule/c')).rejects.toMatchObject({ code: 'unauthorized' })
    await expect(read('/schedule/c', 'rea')).rejects.toMatchObject({ code: 'unauthorized' })
    expect((await read('/schedule/c', 'edi')).content.title).toBe('Talk c')
    const programme = await at.run('getProgramme', '/', { as: 'max', input: { day: null, room: null } })
    expect(programme.slots.map(({ title, rooms }) => [title, rooms[0]?.title])).toEqual([['Talk a', 'Hall']])
  })

  it('are found by the searches of visitors', async () => {
    await talk('a', 10)
    await release('One')
    await patch('/', { release_schedule: true })
    await patch('/schedule/a', { title: 'Moss', start: '2027-05-01T11:00:00Z', end: '2027-05-01T11:30:00Z' })
    await talk('c', 14)
    expect(await search({ SearchableText: 'moss' })).toEqual([])
    expect(await search({ SearchableText: 'talk' })).toEqual(['Talk a'])
    expect(await search({ portal_type: 'Talk' })).toEqual(['Talk a'])
    expect(await search({ portal_type: 'Talk' }, 'rea')).toEqual(['Talk a'])
    expect((await search({ portal_type: 'Talk' }, 'edi')).sort()).toEqual(['Moss', 'Talk c'])
    expect(await search({ portal_type: 'Talk', metadata_fields: '_all' })).toEqual(['Talk a'])
    expect(await search({ SearchableText: 'hours', Title: 'x' })).toEqual([])
  })

  it('do not change the results of searches by editors, or their order', async () => {
    await talk('a', 10)
    await talk('b', 12)
    await talk('c', 14)
    await release('One')
    await patch('/', { release_schedule: true })
    await patch('/schedule/c', {
      ...{ title: 'Moss', room: [cellar] },
      ...{ start: '2027-05-01T08:00:00Z', end: '2027-05-01T09:00:00Z' },
    })
    const titles = async (parameters: JsonObject, as?: TestUser) => search({ portal_type: 'Talk', ...parameters }, as)
    for (const [parameters, working, released] of [
      [{ SearchableText: 'moss' }, ['Moss'], []],
      [{ Title: 'mos*' }, ['Moss'], []],
      [{ SearchableText: 'c' }, [], ['Talk c']],
      [{ slot_room: cellar }, ['Moss'], []],
      [{ start: { query: '2027-05-01T09:00:00Z', range: 'max' } }, ['Moss'], []],
      [{ sort_on: 'start' }, ['Moss', 'Talk a', 'Talk b'], ['Talk a', 'Talk b', 'Talk c']],
      [{ sort_on: 'start', sort_order: 'descending' }, ['Talk b', 'Talk a', 'Moss'], ['Talk c', 'Talk b', 'Talk a']],
      [{ sort_on: 'sortable_title' }, ['Moss', 'Talk a', 'Talk b'], ['Talk a', 'Talk b', 'Talk c']],
      [{ sort_on: 'created' }, ['Talk a', 'Talk b', 'Moss'], ['Talk a', 'Talk b', 'Talk c']],
    ] as const) {
      for (const as of ['max', 'edi'] as const)
        expect([parameters, await titles(parameters, as)]).toEqual([parameters, working])
      for (const as of [undefined, 'rea', 'con'] as const)
        expect([parameters, await titles(parameters, as)]).toEqual([parameters, released])
    }
    const page = async (start: number) => {
      const input = { parameters: { portal_type: 'Talk', sort_on: 'start' }, batch: { start, size: 2 } }
      const { items, total } = await at.run('searchContent', '/', {
        as: 'max',
        input: { ...input, metadata: [], fullObjects: start > 0 },
      })
      return [total, ...items.map(({ title }) => title)]
    }
    expect(await page(0)).toEqual([3, 'Moss', 'Talk a'])
    expect(await page(2)).toEqual([3, 'Talk b'])
  })

  it('hide the content of sessions that are not in them', async () => {
    await patch('/', { release_schedule: true })
    await talk('c', 14)
    await addPublished(at, '/schedule/c', {
      '@type': 'Link',
      id: 'slides',
      title: 'Slides',
      remoteUrl: 'https://example.org',
    })
    await expect(read('/schedule/c/slides')).rejects.toMatchObject({ code: 'unauthorized' })
    expect(await search({ portal_type: 'Link' })).toEqual([])
    await release('One')
    expect((await read('/schedule/c/slides')).content.title).toBe('Slides')
    expect(await search({ portal_type: 'Link' })).toEqual(['Slides'])
    await patch('/', { release_schedule: false })
    expect(await search({ portal_type: 'Link' })).toEqual(['Slides'])
  })

  it('are shown again as they were, and by the name working to editors only', async () => {
    await talk('a', 10)
    await release('One')
    await patch('/schedule/a', { title: 'Moss' })
    await release('Two')
    await patch('/schedule/a', { title: 'Fern' })
    expect(await slots(undefined, '1')).toEqual(['Talk a 10:00'])
    expect(await slots(undefined, '2')).toEqual(['Moss 10:00'])
    expect(await slots('max', 'working')).toEqual(['Fern 10:00'])
    await expect(slots(undefined, 'working')).rejects.toMatchObject({ code: 'unauthorized' })
    for (const unknown of ['3', '0', '01', '', 'One', '1e0'])
      await expect(slots(undefined, unknown)).rejects.toMatchObject({ code: 'not-found' })
  })

  it('list their typed differences, except for objects that the caller may not view now', async () => {
    await talk('a', 10)
    await talk('b', 12, { presenters: [ada] })
    await release('One')
    await talk('c', 14)
    await patch('/schedule/a', { title: 'Moss', start: '2027-05-01T10:15:00Z' })
    await patch('/schedule/b', { room: [cellar], presenters: [] })
    await release('Two')
    const items = await diff('1', '2')
    expect(items.map(({ kind, after }) => `${kind} ${after?.['@id'].slice(testBase.length)}`).sort()).toEqual([
      'moved /schedule/a',
      'new /schedule/c',
      'persons /schedule/b',
      'renamed /schedule/a',
      'room /schedule/b',
    ])
    expect(items.find(({ kind }) => kind === 'persons')?.before?.presenters).toEqual([
      { '@id': `${testBase}/ada`, title: 'Ada' },
    ])
    expect(items.find(({ kind }) => kind === 'room')).toMatchObject({
      before: { room: [{ title: 'Hall' }] },
      after: { room: [{ title: 'Cellar' }] },
    })
    await move('/ada', 'retract')
    await move('/schedule/c', 'retract')
    expect((await diff('1', '2')).map(({ kind, before }) => [kind, before?.presenters ?? null])).not.toContainEqual([
      'new',
      null,
    ])
    expect(JSON.stringify(await diff('1', '2'))).not.toContain('Ada')
    expect((await diff('2', '1')).map(({ kind }) => kind).sort()).toEqual(['moved', 'persons', 'renamed', 'room'])
    expect((await diff('2', 'working', 'max')).map(({ kind }) => kind)).toEqual(['withdrawn'])
    await expect(diff('2', 'working')).rejects.toMatchObject({ code: 'unauthorized' })
  })

  it('decide which cancelled sessions calendars show, and with which time', async () => {
    await patch('/', { end: '2028-01-01T00:00:00Z' })
    await talk('a', 10)
    await release('One')
    await patch('/', { release_schedule: true })
    await patch('/schedule/a', { start: '2027-05-01T11:00:00Z', end: '2027-05-01T11:30:00Z' })
    await talk('b', 12)
    await move('/schedule/a', 'retract')
    await move('/schedule/b', 'retract')
    const calendar = async () => {
      const { slots: listed, cancelled } = await at.run('getProgramme', '/', { input: { day: null, room: null } })
      return { listed, cancelled: cancelled.map(({ start, title }) => [start, title]) }
    }
    const expected = { listed: [], cancelled: [[Date.UTC(2027, 4, 1, 10), null]] }
    expect(await calendar()).toEqual(expected)
    await release('Two')
    expect(await calendar()).toEqual(expected)
  })

  it('contain the objects that visitors could view when the release was created', async () => {
    await talk('a', 10, { presenters: [ada] })
    await talk('b', 12)
    await move('/schedule/b', 'retract')
    await move('/ada', 'retract')
    await release('One')
    await move('/ada', 'publish')
    const { items, sessions_total } = await at.run('getScheduleRelease', '/', { as: 'max', input: { release: '1' } })
    expect(sessions_total).toBe(1)
    expect(items).toMatchObject([{ title: 'Talk a', presenters: [], start: '2027-05-01T10:00:00+00:00' }])
  })

  it('need a unique name of 1 to 100 characters, and the permission to review', async () => {
    await release('One')
    for (const name of ['One', ' One ', '', ' ', 'x'.repeat(101)])
      await expect(release(name)).rejects.toMatchObject({ code: 'bad-request' })
    await expect(release('Two', 'edi')).rejects.toMatchObject({ code: 'unauthorized' })
    await release('x'.repeat(100), 'rex')
    const list = await at.run('listScheduleReleases', '/', { as: 'max', input: undefined })
    expect(list.items.map(({ number, actor }) => [number, actor])).toEqual([
      [2, 'rex'],
      [1, 'max'],
    ])
    const visitors = await at.run('listScheduleReleases', '/', { input: undefined })
    expect(visitors).toMatchObject({ is_enabled: false, items_total: 2, items: [{ actor: null }, { actor: null }] })
  })

  it('are entries in the history of every kind of event, with the user who created the release', async () => {
    const body = { support_multiple_events: true }
    const event = { '@type': 'Tech Event', id: 'event', title: 'Event', versioning_enabled: false }
    await at.run('editControlPanel', '/', { as: 'max', input: { name: 'tech-event-settings', body } })
    await addPublished(at, '/', event)
    const single = { support_multiple_events: false }
    await at.run('editControlPanel', '/', { as: 'max', input: { name: 'tech-event-settings', body: single } })
    for (const path of ['/', '/event']) {
      const input = { name: 'One', comment: 'The first' }
      await at.run('releaseSchedule', path, { as: 'rex', input })
      const history = await at.run('getHistory', path, { as: 'max', input: { start: 0, size: null } })
      expect(history[0]).toMatchObject({
        ...{ type: 'release', transition_title: 'Schedule released', state_title: 'One', comments: 'The first' },
        ...{ actor: { id: 'rex', fullname: 'rex Test' }, workflow_id: null },
        '@id': `${testBase}${path === '/' ? '' : path}/@schedule-releases/1`,
      })
    }
  })

  it('are two releases if two callers release at the same time, and one if both use the same name', async () => {
    await talk('a', 10)
    await Promise.all([release('One'), release('Two')])
    const same = await Promise.allSettled([release('Three'), release('Three')])
    expect(same.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const { items } = await at.run('listScheduleReleases', '/', { input: undefined })
    expect(items.map(({ number }) => number)).toEqual([3, 2, 1])
  })

  it('do not end up in a copy of a session', async () => {
    await talk('a', 10)
    await release('One')
    await patch('/', { release_schedule: true })
    await patch('/schedule/a', { title: 'Moss' })
    await at.run('copyObjects', '/schedule', { as: 'max', input: { source: '/schedule/a' } as never })
    expect((await read('/schedule/copy_of_a', 'max')).content.title).toBe('Moss')
    await expect(read('/schedule/copy_of_a')).rejects.toMatchObject({ code: 'unauthorized' })
  })
})
