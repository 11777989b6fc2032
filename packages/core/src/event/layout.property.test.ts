import fc from 'fast-check'
import { wallClockIn } from '../foundation/wallClock.js'
import { type LayoutSlot, layoutSchedule } from './layout.js'

const HOUR = 3_600_000
const ZONES = ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Asia/Kathmandu', 'Pacific/Apia']
const ROOMS = ['a', 'b', 'c', 'd', 'e'].map(token => ({ token, title: `Title of ${token}` }))
const TYPES = ['Keynote', 'Talk', 'Training', 'OpenSpace', 'LightningTalks', 'Meeting', 'Slot', 'Break']

// Most starts are in the same ten days, so that slots overlap. The clocks of many time zones change in these days. The
// other starts are arbitrary instants.
const start = fc.oneof(
  fc.integer({ min: Date.UTC(2027, 9, 29), max: Date.UTC(2027, 10, 8) }),
  fc.integer({ min: Date.UTC(2027, 9, 29) / HOUR, max: Date.UTC(2027, 10, 8) / HOUR }).map(hours => hours * HOUR),
  fc.integer({ min: -8.64e15 + 30 * HOUR, max: 8.64e15 - 30 * HOUR }),
)

const slots = fc
  .array(
    fc.record({
      type: fc.constantFrom(...TYPES),
      start: fc.option(start, { freq: 10 }),
      length: fc.option(fc.oneof(fc.integer({ min: 0, max: 30 * HOUR }), fc.constant(4 * HOUR)), { freq: 10 }),
      rooms: fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'gone'), { maxLength: 3 }),
    }),
    { maxLength: 30 },
  )
  .map(drawn =>
    drawn.map(({ type, start, length, rooms }, index): LayoutSlot => {
      const end = length === null ? null : (start ?? 0) + length
      return { path: `/s/${index}`, type, start, end, rooms }
    }),
  )

const zone = fc.constantFrom(...ZONES)

function timesShown({ type, start, end }: LayoutSlot): number {
  if (start === null) return 0
  return type === 'Training' && end !== null && end - start > 4 * HOUR ? 2 : 1
}

function holds(check: (days: ReturnType<typeof layoutSchedule>, slots: readonly LayoutSlot[], zone: string) => void) {
  fc.assert(
    fc.property(slots, zone, (programme, name) => check(layoutSchedule(programme, ROOMS, name), programme, name)),
  )
}

describe('every layout', () => {
  it('contains each slot in the day of its start in the time zone, and each day once', () => {
    holds((days, _, name) => {
      const read = wallClockIn(name)
      for (const day of days) for (const item of day.items) expect(read(item.start).day).toBe(day.id)
      expect(new Set(days.map(day => day.id)).size).toBe(days.length)
      expect(days.every(day => day.items.length > 0)).toBe(true)
    })
  })

  it('contains each slot once, and only long trainings twice', () => {
    holds((days, programme) => {
      const slotsOfDays = days.flatMap(day => day.items.map(item => item.slot))
      for (const slot of programme) expect(slotsOfDays.filter(other => other === slot)).toHaveLength(timesShown(slot))
    })
  })

  it('has days in ascending order', () => {
    holds(days => {
      const dates = days.map(day => Date.parse(day.id))
      expect(dates).toEqual([...dates].sort((a, b) => a - b))
    })
  })

  it('sorts the items of a day by start, then by path', () => {
    holds(days => {
      for (const { items } of days) {
        items.slice(1).forEach((item, index) => {
          const before = items[index]
          const inOrder = before && (before.start < item.start || before.slot.path < item.slot.path)
          expect(inOrder && before.start <= item.start).toBe(true)
        })
      }
    })
  })

  it('lists the rooms of a day once each, in folder order, after _all_', () => {
    holds(days => {
      const order = ['_all_', ...ROOMS.map(room => room.token)]
      for (const { rooms } of days) {
        const tokens = rooms.map(([token]) => token)
        expect(tokens).toEqual(order.filter(token => tokens.includes(token)))
      }
    })
  })

  it('numbers its columns from 1 without gaps, one for each used room', () => {
    holds(days => {
      for (const { rooms, items } of days) {
        const inUse = rooms.filter(([token]) => token !== '_all_').map(([token]) => token)
        for (const { slot, gridColumn } of items) {
          const column = inUse.findIndex(token => slot.rooms.includes(token)) + 1
          const spans = column === 0 || ['Keynote', 'Meeting', 'Slot', 'Break'].includes(slot.type)
          expect(gridColumn).toBe(spans ? 'room-1 / room-all' : `room-${column}`)
        }
        expect(inUse.every(token => items.some(({ slot }) => slot.rooms.includes(token)))).toBe(true)
      }
    })
  })

  it('has rows of quarter hours and integer heights', () => {
    holds(days => {
      for (const { gridRow, gridHeight } of days.flatMap(day => day.items)) {
        expect(gridRow).toMatch(/^time-([01]\d|2[0-3])(00|15|30|45) \/ time-([01]\d|2[0-3])(00|15|30|45)$/)
        expect(Number.isInteger(gridHeight) && gridHeight >= 0).toBe(true)
      }
    })
  })

  it('does not depend on the order of the slots', () => {
    fc.assert(
      fc.property(slots, zone, (programme, name) => {
        expect(layoutSchedule([...programme].reverse(), ROOMS, name)).toEqual(layoutSchedule(programme, ROOMS, name))
      }),
    )
  })
})
