import { cpuTimeOf } from '@plenum/testkit'
import fc from 'fast-check'
import { placedSlots } from './placedSlots.js'
import { lineOf, type Slot } from './slots.js'

const rooms = 4

const arbitrarySlots = fc
  .array(
    fc.record({ start: fc.integer({ min: 0, max: 90 }), length: fc.integer({ min: 1, max: 12 }), room: fc.nat(rooms) }),
    {
      maxLength: 25,
    },
  )
  .map(all => all.toSorted((a, b) => a.start - b.start).map(slotOf))

function slotOf({ start, length, room }: { start: number; length: number; room: number }): Slot {
  return {
    session: {} as Slot['session'],
    from: lineOf(start),
    until: lineOf(start + length),
    first: room || 1,
    last: room || rooms,
    spansAll: room === 0,
    height: length,
  }
}

describe('the slots of a day', () => {
  it('never overlap as long as at most four share a position', () => {
    fc.assert(
      fc.property(arbitrarySlots, slots => {
        const placed = placedSlots(slots)
        const pairs = placed.flatMap((a, i) => placed.slice(i + 1).map(b => [a, b] as const))
        for (const [a, b] of pairs) {
          const meet = a.from < b.until && b.from < a.until && a.first <= b.last && b.first <= a.last
          if (meet && a.lanes < 4 && b.lanes < 4) expect(a.lane).not.toBe(b.lane)
        }
        for (const slot of placed) expect(slot.lane).toBeLessThanOrEqual(slot.lanes)
      }),
    )
  })

  it('remain in their rooms; slots for all rooms are narrowed instead', () => {
    const talk = slotOf({ start: 40, length: 4, room: 1 })
    const lunch = slotOf({ start: 40, length: 4, room: 0 })
    const [placedTalk, placedLunch] = placedSlots([talk, lunch])
    expect(placedTalk).toMatchObject({ first: 1, last: 1, lanes: 1 })
    expect(placedLunch).toMatchObject({ first: 2, last: 4, lanes: 1 })
  })

  it('are placed in linear time, even if all overlap', () => {
    const timeFor = (count: number) => {
      const slots = Array.from({ length: count }, (_, i) => slotOf({ start: 36, length: 4, room: i % (rooms + 1) }))
      return Math.min(...Array.from({ length: 3 }, () => cpuTimeOf(() => placedSlots(slots))))
    }
    timeFor(1000)
    expect(timeFor(10_000) / timeFor(1000)).toBeLessThan(40)
  })
})
