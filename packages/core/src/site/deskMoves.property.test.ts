import { addPublished, createTestSite, runsOf, type TestSite } from '@plenum/testkit'
import fc from 'fast-check'
import type { JsonObject } from '../foundation/json.js'
import type { AnswerOf, InputOf } from './operations.js'

jest.setTimeout(runsOf(60) * 2000)

const path = '/schedule/a'
const nothing = { batch: { start: 0, size: 1 }, metadata: [], fullObjects: false, withItems: false }

const target = fc.record({ hour: fc.option(fc.integer({ min: 8, max: 18 })), room: fc.nat(2) })

const step = fc.oneof(
  fc.record({ kind: fc.constant('move' as const), target, isStale: fc.boolean() }),
  fc.record({ kind: fc.constant('undo' as const), steps: fc.nat(2) }),
  fc.record({ kind: fc.constant('rename' as const) }),
)

type Place = { readonly start: string | null; readonly end: string | null; readonly room: readonly string[] }

async function openSite(): Promise<{ readonly at: TestSite; readonly rooms: readonly string[] }> {
  const at = await createTestSite()
  await addPublished(at, '/', { '@type': 'Venue', id: 'venue', title: 'Venue' })
  for (const id of ['hall', 'attic']) await addPublished(at, '/venue', { '@type': 'Room', id, title: id })
  await addPublished(at, '/', { '@type': 'Schedule', id: 'schedule', title: 'Schedule' })
  await addPublished(at, '/schedule', { '@type': 'Talk', id: 'a', title: 'Talk' })
  const uidOf = async (room: string) =>
    String((await at.run('getContent', room, { as: 'max', input: nothing })).content.UID)
  return { at, rooms: [await uidOf('/venue/hall'), await uidOf('/venue/attic')] }
}

async function placeOf(at: TestSite): Promise<Place> {
  const { start, end, room } = (await at.run('getContent', path, { as: 'max', input: nothing })).content
  const tokens = (room as readonly { readonly token: string }[] | null) ?? []
  return { start: start ?? null, end: end ?? null, room: tokens.map(({ token }) => token) }
}

async function revisionOf(at: TestSite): Promise<string> {
  const { content } = await at.run('getContent', path, { as: 'max', input: nothing })
  const input = {
    day: undefined,
    part: undefined,
    move: String(content.UID),
    undo: undefined,
    search: '',
    batch: { start: 0, size: 1 },
  }
  return (await at.run('getDesk', '/', { as: 'max', input })).selected?.revision ?? ''
}

const inputOf = (
  { hour, room }: { readonly hour: number | null; readonly room: number },
  rooms: readonly string[],
): Omit<InputOf<'moveSlot'>, 'revision'> => ({
  ...{ day: '2027-05-01', time: `${String(hour ?? 0).padStart(2, '0')}:00`, minutes: '30' },
  ...{ room: ['', ...rooms][room] ?? '', isUnscheduled: hour === null },
})

/** Computes the expected time and room only from the requested move. */
const placeAfter = ({ isUnscheduled, time, room }: Omit<InputOf<'moveSlot'>, 'revision'>): Place => ({
  start: isUnscheduled ? null : `2027-05-01T${time}:00+00:00`,
  end: isUnscheduled ? null : `2027-05-01T${time.slice(0, 2)}:30:00+00:00`,
  room: room ? [room] : [],
})

describe('moves on the programme desk', () => {
  it('are saved unless the slot has changed, and an undo restores exactly the previous time and rooms', async () => {
    const check = async (steps: readonly (typeof step extends fc.Arbitrary<infer Step> ? Step : never)[]) => {
      const { at, rooms } = await openSite()
      const send = (input: InputOf<'moveSlot'>): Promise<AnswerOf<'moveSlot'>> =>
        at.run('moveSlot', path, { as: 'max', input })
      let place = await placeOf(at)
      const first = await revisionOf(at)
      let changes = 0
      let undos: readonly { readonly sealed: string; readonly before: Place; readonly changes: number }[] = []
      for (const next of steps) {
        if (next.kind === 'rename') {
          const body: JsonObject = { title: `Talk ${await revisionOf(at)}` }
          await at.run('editContent', path, { as: 'max', input: { body, representation: false } })
          changes += 1
          continue
        }
        const current = await revisionOf(at)
        const move =
          next.kind === 'undo'
            ? { undo: undos[next.steps], input: null }
            : { undo: undefined, input: inputOf(next.target, rooms) }
        if (next.kind === 'undo' && !move.undo) continue
        const revision = next.kind === 'move' && next.isStale ? first : current
        const answer = await send({
          ...{ revision, day: '', time: '', minutes: '', isUnscheduled: false },
          ...(move.input ?? { undo: move.undo?.sealed }),
        })
        const expected = move.input ? placeAfter(move.input) : (move.undo?.before ?? place)
        const isOutdated = move.undo ? move.undo.changes !== changes : revision !== current
        if (answer.conflict) {
          expect(isOutdated).toBe(true)
          expect(await placeOf(at)).toEqual(place)
          continue
        }
        expect(await placeOf(at)).toEqual(expected)
        if (isOutdated) expect(answer.undo).toBeNull()
        if (answer.undo !== null) {
          changes += 1
          undos = [{ sealed: answer.undo, before: place, changes }, ...undos]
        }
        place = expected
      }
    }
    await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 12 }), check), { numRuns: runsOf(60) })
  })
})
