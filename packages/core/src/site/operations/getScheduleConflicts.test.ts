import { addPublished, createTestSite, type TestSite, type TestUser, testBase } from '@plenum/testkit'
import type { JsonObject } from '../../foundation/json.js'

let at: TestSite
let hall: string
let ada: string

const uidOf = async (path: string): Promise<string> => {
  const { content } = await at.run('getContent', path, { as: 'max', input: nothing })
  return String(content.UID)
}

const nothing = { batch: { start: 0, size: 1 }, metadata: [], fullObjects: false, withItems: false }

beforeEach(async () => {
  at = await createTestSite()
  await addPublished(at, '/', { '@type': 'Venue', id: 'venue', title: 'Venue' })
  await addPublished(at, '/venue', { '@type': 'Room', id: 'hall', title: 'Hall' })
  await addPublished(at, '/', { '@type': 'Presenter', id: 'ada', title: 'Ada' })
  await addPublished(at, '/', { '@type': 'Schedule', id: 'schedule', title: 'Schedule' })
  hall = await uidOf('/venue/hall')
  ada = await uidOf('/ada')
})

const talk = (id: string, from: string, to: string, rest: JsonObject = {}) =>
  addPublished(at, '/schedule', {
    ...{ '@type': 'Talk', id, title: `Talk ${id}`, room: [hall] },
    ...{ start: `2027-05-01T${from}:00Z`, end: `2027-05-01T${to}:00Z` },
    ...rest,
  })

const patch = (path: string, body: JsonObject) =>
  at.run('editContent', path, { as: 'max', input: { body, representation: false } })

const conflicts = (as: TestUser = 'max') => at.run('getScheduleConflicts', '/', { as, input: undefined })

describe('the conflicts of a programme (docs/schedule.md, Conflicts)', () => {
  it('are listed with their room and slots', async () => {
    await talk('a', '09:00', '10:00')
    await talk('b', '09:30', '10:30')
    await talk('c', '10:30', '11:00')
    const { items, items_total } = await conflicts()
    expect(items_total).toBe(1)
    expect(items).toEqual([
      {
        kind: 'room',
        start: '2027-05-01T09:00:00+00:00',
        end: '2027-05-01T10:30:00+00:00',
        room: { '@id': `${testBase}/venue/hall`, '@type': 'Room', UID: hall, title: 'Hall' },
        person: null,
        slots: [
          expect.objectContaining({
            '@id': `${testBase}/schedule/a`,
            title: 'Talk a',
            end: '2027-05-01T10:00:00+00:00',
          }),
          expect.objectContaining({ '@id': `${testBase}/schedule/b` }),
        ],
        hidden_slots: 0,
      },
    ])
  })

  it('do not include slots in states that the schedule does not show', async () => {
    await talk('a', '09:00', '10:00')
    await talk('b', '09:30', '10:30')
    await at.run('transitionContent', '/schedule/b', { as: 'max', input: { transition: 'retract', body: {} } })
    expect(await conflicts()).toMatchObject({ items: [], items_total: 0 })
    await patch('/', { schedule_review_states: ['private'] })
    expect(await conflicts()).toMatchObject({ items_total: 1 })
  })

  it('include slots outside the event, and outside the availability of a presenter', async () => {
    await patch('/', { start: '2027-05-01T09:15:00Z', end: '2027-05-02T00:00:00Z' })
    await patch('/ada', { availability: [{ start: '2027-05-01T09:00:00Z', end: '2027-05-01T09:45:00Z' }] })
    await talk('a', '09:00', '10:00', { presenters: [ada] })
    const { items } = await conflicts()
    expect(items.map(({ kind, person }) => [kind, person?.title])).toEqual([
      ['outside-event', undefined],
      ['unavailable', 'Ada'],
    ])
  })

  it('contain only objects that the caller may view, and the number of hidden conflicts', async () => {
    await talk('a', '09:00', '10:00', { presenters: [ada] })
    await talk('b', '09:00', '10:00', { presenters: [ada] })
    await patch('/', { schedule_review_states: ['private'] })
    await at.run('transitionContent', '/schedule/b', { as: 'max', input: { transition: 'retract', body: {} } })
    await at.run('transitionContent', '/ada', { as: 'max', input: { transition: 'retract', body: {} } })
    const entries = [{ id: 'mia', type: 'user' as const, roles: { Editor: true } }]
    await at.run('editSharing', '/', { as: 'max', input: { entries } })
    for (const path of ['/schedule/b', '/ada'])
      await at.run('editSharing', path, { as: 'max', input: { inherit: false } })
    const { items, items_total } = await conflicts('mia')
    expect(items_total).toBe(2)
    expect(items.map(({ kind, slots, hidden_slots, person }) => [kind, slots.length, hidden_slots, person])).toEqual([
      ['person', 1, 1, null],
      ['room', 1, 1, null],
    ])
    await at.run('editSharing', '/schedule/a', { as: 'max', input: { inherit: false } })
    await at.run('transitionContent', '/schedule/a', { as: 'max', input: { transition: 'retract', body: {} } })
    expect(await conflicts('mia')).toMatchObject({ items: [], items_total: 2 })
  })

  it('are for editors of the event', async () => {
    await expect(conflicts('mia')).rejects.toMatchObject({ code: 'unauthorized' })
    await expect(at.run('getScheduleConflicts', '/schedule', { as: 'max', input: undefined })).rejects.toMatchObject({
      code: 'not-found',
    })
  })
})

describe('the availability of a presenter', () => {
  it('is visible only to callers who may modify the presenter', async () => {
    await patch('/ada', { availability: [{ start: '2027-05-01T09:00:00Z' }] })
    const read = async (as?: TestUser) => (await at.run('getContent', '/ada', { as, input: nothing })).content
    expect(await read('max')).toMatchObject({ availability: [{ start: '2027-05-01T09:00:00+00:00', end: null }] })
    expect(Object.keys(await read())).not.toContain('availability')
    expect(
      JSON.stringify(
        await at.run('searchContent', '/', {
          input: {
            parameters: { metadata_fields: '_all' },
            batch: { start: 0, size: 99 },
            metadata: ['_all'],
            fullObjects: false,
          },
        }),
      ),
    ).not.toContain('09:00')
  })
})
