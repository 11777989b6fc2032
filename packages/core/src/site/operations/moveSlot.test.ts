import { addPublished, createTestSite, type TestSite, type TestUser } from '@plenum/testkit'
import type { JsonObject } from '../../foundation/json.js'
import type { AnswerOf, InputOf } from '../operations.js'

let at: TestSite
let hall: string
let attic: string

const nothing = { batch: { start: 0, size: 1 }, metadata: [], fullObjects: false, withItems: false }
const contentOf = async (path: string) => (await at.run('getContent', path, { as: 'max', input: nothing })).content
const uidOf = async (path: string): Promise<string> => String((await contentOf(path)).UID)

const patch = (path: string, body: JsonObject) =>
  at.run('editContent', path, { as: 'max', input: { body, representation: false } })

const path = '/schedule/a'

async function form(as: TestUser = 'max'): Promise<InputOf<'moveSlot'>> {
  const input = {
    day: undefined,
    part: undefined,
    move: await uidOf(path),
    undo: undefined,
    search: '',
    batch: { start: 0, size: 1 },
  }
  const { selected } = await at.run('getDesk', '/', { as, input })
  if (!selected) throw new Error('The talk is not selected.')
  const { revision, day, time, minutes, room } = selected
  return { revision, day, time, minutes, room: room[0]?.token ?? '', isUnscheduled: false }
}

const move = async (change: Partial<InputOf<'moveSlot'>>, as: TestUser = 'max'): Promise<AnswerOf<'moveSlot'>> =>
  at.run('moveSlot', path, { as, input: { ...(await form(as)), ...change } })

const undo = (sealed: string | null, as: TestUser = 'max') =>
  at.run('moveSlot', path, {
    as,
    input: { undo: sealed ?? '', revision: '', day: '', time: '', minutes: '', isUnscheduled: false },
  })

const moved = (answer: AnswerOf<'moveSlot'>) => {
  if (answer.conflict) throw new Error('The move was refused.')
  return answer
}

const times = async () => {
  const { start, end, room } = await contentOf(path)
  return { start, end, room: (room as readonly { token: string }[] | null)?.map(({ token }) => token) }
}

beforeEach(async () => {
  at = await createTestSite()
  await addPublished(at, '/', { '@type': 'Venue', id: 'venue', title: 'Venue' })
  await addPublished(at, '/venue', { '@type': 'Room', id: 'hall', title: 'Hall' })
  await addPublished(at, '/venue', { '@type': 'Room', id: 'attic', title: 'Attic' })
  await addPublished(at, '/', { '@type': 'Schedule', id: 'schedule', title: 'Schedule' })
  hall = await uidOf('/venue/hall')
  attic = await uidOf('/venue/attic')
  await patch('/', { start: '2027-05-01T07:00:00Z', end: '2027-05-02T16:00:00Z', timezone: 'Europe/Berlin' })
  await addPublished(at, '/schedule', {
    ...{ '@type': 'Talk', id: 'a', title: 'Talk a', room: [hall] },
    ...{ start: '2027-05-01T08:00:30Z', end: '2027-05-01T09:00:00Z' },
  })
})

describe('a move on the programme desk (docs/schedule.md, Programme desk)', () => {
  it('changes the time in the zone of the event, and the room', async () => {
    const answer = await move({ day: '2027-05-02', time: '12:15', minutes: '45', room: attic })
    expect(answer).toMatchObject({ event: '/', day: '2027-05-02' })
    expect(await times()).toEqual({
      ...{ start: '2027-05-02T10:15:00+00:00', end: '2027-05-02T11:00:00+00:00' },
      room: [attic],
    })
  })

  it('preserves the seconds of a time that the form does not change', async () => {
    await move({ room: attic })
    expect(await times()).toMatchObject({ start: '2027-05-01T08:00:30+00:00', end: '2027-05-01T09:00:00+00:00' })
  })

  it('removes the times and preserves the rooms', async () => {
    expect(await move({ isUnscheduled: true, room: undefined })).toMatchObject({ day: '' })
    expect(await times()).toEqual({ start: null, end: null, room: [hall] })
  })

  it('replaces the first of several rooms, and retains rooms that the caller may not view', async () => {
    await addPublished(at, '/venue', { '@type': 'Room', id: 'cellar', title: 'Cellar' })
    const cellar = await uidOf('/venue/cellar')
    await patch(path, { room: [hall, cellar] })
    await at.run('transitionContent', '/venue/cellar', { as: 'max', input: { transition: 'retract', body: {} } })
    await at.run('editSharing', path, {
      as: 'max',
      input: { entries: [{ id: 'mia', type: 'user', roles: { Editor: true } }] } as never,
    })
    await move({ room: attic }, 'mia')
    expect((await times()).room).toEqual([attic, cellar])
    await move({ room: '' }, 'mia')
    expect((await times()).room).toEqual([cellar])
    await expect(move({ room: cellar }, 'mia')).rejects.toMatchObject({ code: 'bad-request' })
  })

  it('can be undone exactly, and the undo can be undone', async () => {
    const before = await at.run('getContent', path, { as: 'max', input: nothing })
    const there = moved(await move({ day: '2027-05-02', time: '12:15', minutes: '', room: '' }))
    const after = await times()
    const back = moved(await undo(there.undo))
    const { start, end, room } = before.content
    expect(await contentOf(path)).toMatchObject({ start, end, room })
    expect(moved(await undo(back.undo)).undo).toEqual(expect.any(String))
    expect(await times()).toEqual(after)
  })

  it('is refused with both versions if another change came first', async () => {
    const stale = await form()
    await patch(path, { start: '2027-05-01T10:00:00Z', end: '2027-05-01T11:00:00Z' })
    const answer = await at.run('moveSlot', path, { as: 'max', input: { ...stale, time: '18:00', room: attic } })
    expect(answer.conflict).toMatchObject({
      title: 'Talk a',
      requested: { start: '2027-05-01T16:00:00+00:00', room: [{ title: 'Attic' }] },
      current: { start: '2027-05-01T10:00:00+00:00', end: '2027-05-01T11:00:00+00:00', room: [{ title: 'Hall' }] },
      desk: 'http://site.example/@@desk?day=2027-05-01',
    })
    expect(await times()).toMatchObject({ start: '2027-05-01T10:00:00+00:00', room: [hall] })
    await at.run('moveSlot', path, { as: 'max', input: { ...stale, ...answer.conflict?.fields, isUnscheduled: false } })
    expect(await times()).toMatchObject({ start: '2027-05-01T16:00:00+00:00', room: [attic] })
  })

  it('is refused as an undo if another change came between, and can then be repeated', async () => {
    const there = moved(await move({ time: '18:00' }))
    await patch(path, { title: 'Changed' })
    const refused = await undo(there.undo)
    expect(refused.conflict).toMatchObject({ requested: { start: '2027-05-01T08:00:30+00:00' } })
    expect(await times()).toMatchObject({ start: '2027-05-01T16:00:00+00:00' })
    await undo(refused.conflict?.fields.undo ?? null)
    expect(await times()).toMatchObject({ start: '2027-05-01T08:00:30+00:00' })
  })

  it('is not refused if the slot already has the requested values', async () => {
    const stale = await form()
    const input = { ...stale, time: '18:00' }
    await at.run('moveSlot', path, { as: 'max', input })
    expect(await at.run('moveSlot', path, { as: 'max', input })).toMatchObject({ undo: null, day: '2027-05-01' })
  })

  it.each<[string, Partial<InputOf<'moveSlot'>>]>([
    ['an unsigned revision', { revision: '1' }],
    ['a wrong signature', { revision: `1-${'x'.repeat(22)}` }],
    ['a day that does not exist', { day: '2027-02-30' }],
    ['an empty day', { day: '' }],
    ['a year with five digits', { day: '12027-02-03' }],
    ['an impossible time', { time: '25:00' }],
    ['a time with seconds', { time: '10:00:00' }],
    ['a negative duration', { minutes: '-5' }],
    ['an enormous duration', { minutes: '10081' }],
    ['a fraction of a minute', { minutes: '1.5' }],
    ['an unknown room', { room: 'attic' }],
    ['an undo that the site has not signed', { undo: `${'x'.repeat(22)}["1",1,{}]` }],
  ])('is refused for %s', async (_, change) => {
    await expect(move(change)).rejects.toMatchObject({ code: 'bad-request' })
    expect(await times()).toMatchObject({ start: '2027-05-01T08:00:30+00:00', room: [hall] })
  })

  it('accepts neither the revision nor the undo of another user or another slot', async () => {
    await addPublished(at, '/schedule', { '@type': 'Talk', id: 'b', title: 'Talk b' })
    const ours = await form()
    const theirs = await form('edi')
    const there = moved(await move({ time: '18:00' }))
    await expect(at.run('moveSlot', path, { as: 'edi', input: ours })).rejects.toMatchObject({ code: 'bad-request' })
    await expect(at.run('moveSlot', '/schedule/b', { as: 'edi', input: theirs })).rejects.toMatchObject({
      code: 'bad-request',
    })
    await expect(undo(there.undo, 'edi')).rejects.toMatchObject({ code: 'bad-request' })
  })

  it('requires Modify portal content on the slot', async () => {
    const input = await form()
    for (const as of ['mia', 'rea'] as const)
      await expect(at.run('moveSlot', path, { as, input })).rejects.toMatchObject({ code: 'unauthorized' })
    await expect(at.run('moveSlot', '/schedule', { as: 'max', input })).rejects.toMatchObject({ code: 'not-found' })
  })

  it('refuses the room of another event', async () => {
    await at.run('editControlPanel', '/', {
      as: 'max',
      input: { name: 'tech-event-settings', body: { support_multiple_events: true } },
    })
    await addPublished(at, '/', { '@type': 'Tech Event', id: 'other', title: 'Other' })
    await addPublished(at, '/other', { '@type': 'Schedule', id: 'schedule', title: 'Schedule' })
    await addPublished(at, '/other/schedule', { '@type': 'Talk', id: 'a', title: 'Talk' })
    const input = { day: undefined, part: undefined, undo: undefined, search: '', batch: { start: 0, size: 1 } }
    const uid = await uidOf('/other/schedule/a')
    const { selected } = await at.run('getDesk', '/other', { as: 'max', input: { ...input, move: uid } })
    const values = { day: '2027-05-01', time: '10:00', minutes: '30', room: hall, isUnscheduled: false }
    const revision = selected?.revision ?? ''
    await expect(
      at.run('moveSlot', '/other/schedule/a', { as: 'max', input: { ...values, revision } }),
    ).rejects.toMatchObject({ code: 'bad-request' })
    const elsewhere = await at.run('getDesk', '/other', { as: 'max', input: { ...input, move: await uidOf(path) } })
    expect(elsewhere.selected).toBeNull()
  })
})
