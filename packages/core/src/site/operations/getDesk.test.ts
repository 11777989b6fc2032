import { addPublished, createTestSite, type TestSite, type TestUser, testBase } from '@plenum/testkit'
import type { DeskPayload } from '../../answers/desk.js'
import type { JsonObject } from '../../foundation/json.js'
import type { InputOf } from '../operations.js'
import { slotsInPart } from '../present/deskParts.js'

let at: TestSite
let hall: string
let attic: string

const nothing = { batch: { start: 0, size: 1 }, metadata: [], fullObjects: false, withItems: false }
const emptyDesk: InputOf<'getDesk'> = {
  ...{ day: undefined, part: undefined, move: undefined, undo: undefined, search: '' },
  batch: { start: 0, size: 25 },
}

const uidOf = async (path: string): Promise<string> =>
  String((await at.run('getContent', path, { as: 'max', input: nothing })).content.UID)

const patch = (path: string, body: JsonObject) =>
  at.run('editContent', path, { as: 'max', input: { body, representation: false } })

const desk = (input: Partial<InputOf<'getDesk'>> = {}, as?: TestUser): Promise<DeskPayload> =>
  at.run('getDesk', '/', { ...(as ? { as } : {}), input: { ...emptyDesk, ...input } })

async function talk(id: string, body: JsonObject = {}, as: TestUser = 'max'): Promise<string> {
  await at.run('addContent', '/schedule', { as, input: { '@type': 'Talk', id, title: `Talk ${id}`, ...body } })
  return uidOf(`/schedule/${id}`)
}

const hours = (from: string, until: string, day = '01'): JsonObject => ({
  start: `2027-05-${day}T${from}:00Z`,
  end: `2027-05-${day}T${until}:00Z`,
})

const share = (path: string, id: string, roles: Readonly<Record<string, boolean>>) =>
  at.run('editSharing', path, { as: 'max', input: { entries: [{ id, type: 'user', roles }] } as never })

beforeEach(async () => {
  at = await createTestSite()
  await addPublished(at, '/', { '@type': 'Venue', id: 'venue', title: 'Venue' })
  await addPublished(at, '/venue', { '@type': 'Room', id: 'hall', title: 'Hall' })
  await addPublished(at, '/venue', { '@type': 'Room', id: 'attic', title: 'Attic' })
  await addPublished(at, '/', { '@type': 'Schedule', id: 'schedule', title: 'Schedule' })
  await patch('/', { ...hours('07:00', '16:00'), end: '2027-05-02T16:00:00Z', timezone: 'Europe/Berlin' })
  hall = await uidOf('/venue/hall')
  attic = await uidOf('/venue/attic')
})

describe('the programme desk (docs/schedule.md, Programme desk)', () => {
  it('shows the slots of one day in every state, with all rooms as columns', async () => {
    await talk('a', { ...hours('08:00', '08:30'), room: [attic] })
    await talk('b', hours('08:00', '08:30', '02'))
    const { days, day, rooms, items } = await desk({}, 'max')
    expect(days).toEqual(['2027-05-01', '2027-05-02'])
    expect(day).toBe('2027-05-01')
    expect(rooms).toEqual([
      { token: hall, title: 'Hall' },
      { token: attic, title: 'Attic' },
    ])
    expect(items).toEqual([
      expect.objectContaining({
        ...{ title: 'Talk a', gridColumn: 'room-2', gridRow: 'time-1000 / time-1030' },
        ...{ is_shown: false, state_title: 'Private', differences: [], revision: expect.stringMatching(/^2-|^1-/) },
      }),
    ])
    expect((await desk({ day: '2027-05-02' }, 'max')).items.map(({ title }) => title)).toEqual(['Talk b'])
  })

  it('contains both halves of a long training, each with the start and the duration of the whole', async () => {
    const input = { '@type': 'Training', id: 'long', title: 'Long', ...hours('07:00', '14:00') }
    await at.run('addContent', '/schedule', { as: 'max', input })
    const halves = (await desk({}, 'max')).items.map(({ start, session_start, minutes }) => [
      start,
      session_start,
      minutes,
    ])
    const start = '2027-05-01T07:00:00+00:00'
    expect(halves).toEqual([
      [start, start, 420],
      ['2027-05-01T10:00:00+00:00', start, 420],
    ])
  })

  it('lists slots without a start, by page and by words, and slots outside the event', async () => {
    for (const id of ['fern', 'moss', 'mud']) await talk(id)
    await talk('late', hours('08:00', '09:00', '09'))
    const { unscheduled, outside } = await desk({ batch: { start: 1, size: 1 } }, 'max')
    expect(unscheduled).toMatchObject({ items_total: 3, b_start: 1, items: [{ title: 'Talk moss' }] })
    expect(outside).toMatchObject({ items_total: 1, items: [{ title: 'Talk late' }] })
    const matching = await desk({ search: 'm' }, 'max')
    expect(matching.unscheduled.items.map(({ title }) => title)).toEqual(['Talk moss', 'Talk mud'])
    expect((await desk({ search: '!' }, 'max')).unscheduled.items_total).toBe(0)
  })

  it('marks conflicts of slots in every state, including slots that began on the day before', async () => {
    await talk('night', { start: '2027-05-01T20:00:00Z', end: '2027-05-01T23:00:00Z', room: [hall] })
    await talk('dawn', { start: '2027-05-01T22:30:00Z', end: '2027-05-01T23:30:00Z', room: [hall] })
    const { items, conflicts } = await desk({ day: '2027-05-02' }, 'max')
    expect(items.map(({ title }) => title)).toEqual(['Talk dawn'])
    expect(conflicts).toMatchObject([{ kind: 'room', slots: [{ title: 'Talk night' }, { title: 'Talk dawn' }] }])
  })

  it('shows slots that the caller may not view only as busy, without anything that identifies them', async () => {
    const secret = await talk('secret', { ...hours('08:00', '09:00'), room: [hall] })
    await patch('/schedule/secret', { description: 'hidden words' })
    await at.run('editSharing', '/schedule/secret', { as: 'max', input: { entries: [], inherit: false } as never })
    await share('/', 'mia', { Editor: true })
    const answer = await desk({}, 'mia')
    expect(answer.busy).toEqual([
      {
        ...{ start: '2027-05-01T08:00:00+00:00', end: '2027-05-01T09:00:00+00:00' },
        ...{ gridColumn: 'room-1', gridRow: 'time-1000 / time-1100', gridHeight: 4 },
      },
    ])
    expect(JSON.stringify(answer)).not.toMatch(new RegExp(`${secret}|secret|hidden words`))
  })

  it('offers only those slots for a move that the caller may modify', async () => {
    await talk('mine', hours('08:00', '09:00'))
    await talk('other', hours('09:00', '10:00'))
    for (const id of ['mine', 'other'])
      await at.run('transitionContent', `/schedule/${id}`, { as: 'max', input: { transition: 'publish', body: {} } })
    await share('/schedule/mine', 'mia', { Editor: true })
    const { items, busy } = await desk({}, 'mia')
    expect(items.map(({ title, revision }) => [title, revision === null])).toEqual([
      ['Talk mine', false],
      ['Talk other', true],
    ])
    expect(busy).toEqual([])
    const [mine, other] = [await uidOf('/schedule/mine'), await uidOf('/schedule/other')]
    expect((await desk({ move: mine }, 'mia')).selected).toMatchObject({
      title: 'Talk mine',
      time: '10:00',
      minutes: '60',
    })
    expect((await desk({ move: other }, 'mia')).selected).toBeNull()
    expect((await desk({ move: hall }, 'max')).selected).toBeNull()
  })

  it('requires a slot or an event that the caller may modify', async () => {
    await talk('a', hours('08:00', '09:00'))
    await at.run('transitionContent', '/schedule/a', { as: 'max', input: { transition: 'publish', body: {} } })
    for (const as of [undefined, 'mia', 'rea'] as const)
      await expect(desk({}, as)).rejects.toMatchObject({ code: 'unauthorized' })
    for (const as of ['edi', 'sia', 'max'] as const) expect((await desk({}, as)).items).toHaveLength(1)
    await expect(at.run('getDesk', '/schedule', { as: 'max', input: emptyDesk })).rejects.toMatchObject({
      code: 'not-found',
    })
  })

  it('hides the availability of presenters from editors of single slots', async () => {
    await addPublished(at, '/', { '@type': 'Presenter', id: 'ada', title: 'Ada' })
    await patch('/ada', { availability: [{ start: '2027-05-01T11:00:00Z', end: '2027-05-01T12:00:00Z' }] })
    await talk('a', { ...hours('08:00', '09:00'), room: [hall], presenters: [await uidOf('/ada')] })
    await share('/schedule/a', 'mia', { Editor: true })
    await at.run('transitionContent', '/schedule/a', { as: 'max', input: { transition: 'publish', body: {} } })
    expect((await desk({}, 'max')).conflicts.map(({ kind }) => kind)).toEqual(['unavailable'])
    expect((await desk({}, 'mia')).conflicts).toEqual([])
  })

  it.each(['2027-5-1', '2027-02-30', 'today', '20270501'])('refuses the day %s', async day => {
    await expect(desk({ day }, 'max')).rejects.toMatchObject({ code: 'bad-request' })
  })

  it('shows a requested day outside the event, and at most 31 days around it', async () => {
    expect((await desk({ day: '2028-01-01' }, 'max')).days).toEqual(['2027-05-01', '2027-05-02', '2028-01-01'])
    await patch('/', { end: '2028-05-02T16:00:00Z' })
    const { days } = await desk({ day: '2027-08-01' }, 'max')
    expect(days).toHaveLength(31)
    expect(days).toContain('2027-08-01')
  })

  it('offers the days with slots if the event has no dates', async () => {
    await patch('/', { start: null, end: null })
    expect(await desk({}, 'max')).toMatchObject({ days: [], day: null, items: [] })
    await talk('a', hours('08:00', '09:00', '03'))
    await talk('b', hours('22:30', '23:30', '04'))
    await talk('c', hours('08:00', '09:00', '03'))
    expect(await desk({}, 'max')).toMatchObject({ days: ['2027-05-03', '2027-05-05'], day: '2027-05-03' })
  })

  it('shows the working programme, and the differences from the latest release', async () => {
    await patch('/', { release_schedule: true })
    await talk('a', { ...hours('08:00', '09:00'), room: [hall] })
    await at.run('transitionContent', '/schedule/a', { as: 'max', input: { transition: 'publish', body: {} } })
    expect((await desk({}, 'max')).release).toEqual({ is_enabled: true, latest: null, can_release: true })
    expect((await desk({}, 'edi')).release).toMatchObject({ can_release: false })
    await at.run('releaseSchedule', '/', { as: 'max', input: { name: '1' } })
    await patch('/schedule/a', { ...hours('10:00', '11:00'), room: [attic] })
    const moved = await desk({}, 'max')
    expect(moved.release).toMatchObject({ latest: 1 })
    expect(moved.items).toMatchObject([{ gridRow: 'time-1200 / time-1300', differences: ['moved', 'room'] }])
    await patch('/schedule/a', { start: null, end: null })
    expect(await desk({}, 'max')).toMatchObject({
      items: [],
      unscheduled: { items: [{ differences: ['moved', 'room'] }] },
    })
  })

  it('does not reveal the working programme to editors of other slots', async () => {
    await patch('/', { release_schedule: true })
    for (const id of ['a', 'mine']) {
      await talk(id, { ...hours('08:00', '09:00'), room: [hall] })
      await at.run('transitionContent', `/schedule/${id}`, { as: 'max', input: { transition: 'publish', body: {} } })
    }
    await share('/schedule/mine', 'mia', { Editor: true })
    await at.run('releaseSchedule', '/', { as: 'max', input: { name: '1' } })
    await patch('/schedule/a', { start: null, end: null })
    await patch('/schedule/mine', hours('12:00', '13:00', '02'))
    const first = await desk({}, 'mia')
    expect(first.items.map(({ title }) => title)).toEqual(['Talk a'])
    expect(first.unscheduled.items_total).toBe(0)
    expect((await desk({ day: '2027-05-02' }, 'mia')).items.map(({ title }) => title)).toEqual(['Talk mine'])
    expect((await desk({}, 'max')).unscheduled.items_total).toBe(1)
  })

  it('shows a day with many slots in parts, beginning with the part that contains the selected or moved slot', async () => {
    for (let i = 0; i < slotsInPart; i++) await talk(`t${i}`, hours('08:00', '08:15'))
    const late = await talk('late', { ...hours('14:00', '14:15'), room: [hall] })
    await talk('clash', { ...hours('14:00', '14:15'), room: [hall] })
    const first = await desk({}, 'max')
    expect(first.parts.map(({ items_total }) => items_total)).toEqual([slotsInPart, 2])
    expect([first.part, first.items.length]).toEqual([1, slotsInPart])
    expect(first.conflicts.some(({ kind }) => kind === 'room')).toBe(false)
    const second = await desk({ move: late }, 'max')
    expect([second.part, second.items.length]).toEqual([2, 2])
    expect(second.conflicts.some(({ kind }) => kind === 'room')).toBe(true)
    expect((await desk({ move: late, part: '1' }, 'max')).part).toBe(1)
    await expect(desk({ part: 'x' }, 'max')).rejects.toMatchObject({ code: 'bad-request' })
  })

  it('names the container for new sessions if the caller may add one', async () => {
    expect((await desk({}, 'max')).container).toBe(`${testBase}/schedule`)
    await talk('a', hours('08:00', '09:00'))
    await share('/schedule/a', 'mia', { Editor: true })
    await at.run('transitionContent', '/schedule/a', { as: 'max', input: { transition: 'publish', body: {} } })
    expect((await desk({}, 'mia')).container).toBeNull()
  })
})
