import type { SearchHit } from '../../content/store/catalog.js'
import { firstConflicts, partOfDay, runningInPart, slotsInConflicts, slotsInPart } from './deskParts.js'
import { slotOfHit } from './programmeConflicts.js'

const dayStart = Date.UTC(2027, 4, 1)
const minute = 60_000

const hit = (i: number, minutes: number): SearchHit => ({
  ...{ uid: `u${i}`, path: `/${String(i).padStart(5, '0')}`, type: 'Talk', position: 0 },
  columns: { start: dayStart + i * minute, end: dayStart + (i + minutes) * minute },
})

const hits = (count: number, minutes = 1): readonly SearchHit[] =>
  Array.from({ length: count }, (_, i) => hit(count - 1 - i, minutes))

const query = { from: dayStart, requested: undefined, uid: undefined }
const uidsOf = (slots: readonly SearchHit[]): readonly string[] => slots.map(({ uid }) => uid)

describe('the parts of a day on the programme desk', () => {
  it('contain a limited number of slots each, in order of start', () => {
    const { parts, part, slots } = partOfDay(hits(2 * slotsInPart + 1), query)
    expect(parts.map(({ items_total }) => items_total)).toEqual([slotsInPart, slotsInPart, 1])
    expect(parts[0]).toMatchObject({ first: '2027-05-01T00:00:00+00:00', last: '2027-05-01T03:19:00+00:00' })
    expect(part).toBe(1)
    expect([slots.length, slots[0]?.uid, slots.at(-1)?.uid]).toEqual([slotsInPart, 'u0', `u${slotsInPart - 1}`])
  })

  it('contain each slot of the day once, and none of the day before', () => {
    const all = [...hits(3 * slotsInPart + 7), hit(-1, 1)]
    const uids = [1, 2, 3, 4].flatMap(part => uidsOf(partOfDay(all, { ...query, requested: String(part) }).slots))
    expect(new Set(uids).size).toBe(uids.length)
    expect(uids).toHaveLength(all.length - 1)
  })

  it('also contain the last slots of earlier parts that are still running', () => {
    const { slots } = partOfDay(hits(2 * slotsInPart, 600), { ...query, requested: '2' })
    expect(slots).toHaveLength(slotsInPart + runningInPart)
    expect(slots[0]?.uid).toBe(`u${slotsInPart - runningInPart}`)
  })

  it('are selected by a slot, and by a number, which is at most the number of parts', () => {
    const all = hits(2 * slotsInPart + 1)
    expect(partOfDay(all, { ...query, uid: `u${slotsInPart}` }).part).toBe(2)
    expect(partOfDay(all, { ...query, uid: 'none' }).part).toBe(1)
    expect(partOfDay(all, { ...query, uid: `u${slotsInPart}`, requested: '1' }).part).toBe(1)
    expect(partOfDay(all, { ...query, requested: '99' }).part).toBe(3)
    expect(partOfDay([], { ...query, requested: '9' })).toEqual({ parts: [], part: 1, slots: [] })
  })

  it.each(['0', '-1', '1.5', 'x', '1e3', '9999999999'])('refuse the number %s', requested => {
    expect(() => partOfDay([], { ...query, requested })).toThrow(expect.objectContaining({ code: 'bad-request' }))
  })
})

describe('the conflicts of a part', () => {
  const conflict = (count: number) => {
    const slots = hits(count).map(slotOfHit)
    return { kind: 'room' as const, room: 'r', start: dayStart, end: dayStart, slots }
  }

  it('contain all slots of the part, and some others', () => {
    const [first] = firstConflicts([conflict(500)], new Set(['u0', 'u1']))
    const uids = first?.slots.map(slot => slot.hit.uid)
    expect(uids).toHaveLength(22)
    expect(uids).toEqual(expect.arrayContaining(['u0', 'u1']))
  })

  it('contain a limited number of slots in total', () => {
    const many = Array.from({ length: slotsInConflicts }, () => conflict(2))
    expect(firstConflicts(many, new Set(['u0']))).toHaveLength(slotsInConflicts / 2)
  })
})
