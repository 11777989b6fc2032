import fc from 'fast-check'
import { wallClockIn } from '../foundation/wallClock.js'
import { localSpanOf, placedFieldsOf, roomsAfterMove, spanIn, startOfDay, withPlace } from './slotTime.js'

const zones = ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'Asia/Kathmandu'] as const
const zone = fc.constantFrom(...zones)
const instant = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2028, 0, 1) })
const rooms = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'))

describe('the local time of a slot', () => {
  it('is read back as the same instants, including the seconds', () => {
    fc.assert(
      fc.property(zone, instant, fc.integer({ min: 0, max: 10_000 * 60_000 }), (name, start, length) => {
        const stored = { start, end: start + length }
        expect(spanIn(name, localSpanOf(name, stored), stored)).toEqual(stored)
      }),
    )
  })

  it('is the time that a clock in the zone shows', () => {
    fc.assert(
      fc.property(zone, instant, (name, start) => {
        const { day, hour, minute } = wallClockIn(name)(start)
        const time = [hour, minute].map(part => String(part).padStart(2, '0')).join(':')
        expect(localSpanOf(name, { start })).toEqual({ day, time, minutes: '' })
      }),
    )
  })

  it('starts on its day, for every time of the day that exists', () => {
    fc.assert(
      fc.property(zone, instant, fc.nat(1439), (name, within, minute) => {
        const { day } = wallClockIn(name)(within)
        const time = [Math.floor(minute / 60), minute % 60].map(part => String(part).padStart(2, '0')).join(':')
        const { start } = spanIn(name, { day, time, minutes: '30' }, {})
        const shown = localSpanOf(name, { start })
        // A time that a clock change skips is shifted forward by the length of the gap, which is shorter than three
        // hours.
        expect(shown.day >= day && Number(start) >= startOfDay(day, name)).toBe(true)
        if (shown.time !== time)
          expect(Math.abs(Number(shown.time.slice(0, 2)) - Math.floor(minute / 60))).toBeLessThan(3)
      }),
    )
  })
})

describe('the fields of a moved slot', () => {
  const value = fc.option(fc.option(fc.integer(), { nil: null }), { nil: undefined })

  it('are the previous fields exactly after the move is undone', () => {
    const placed = fc.record({ start: value, end: value, room: fc.option(rooms, { nil: undefined }) })
    const present = (fields: object) => JSON.parse(JSON.stringify(fields))
    fc.assert(
      fc.property(placed, placed, fc.string(), (before, after, title) => {
        const fields = present({ ...before, title })
        const moved = withPlace(fields, present(after))
        expect(withPlace(moved, placedFieldsOf(fields))).toEqual(fields)
        expect(moved).toEqual(present({ ...after, title }))
      }),
    )
  })

  it('retain the rooms that the caller may not view, and all rooms but one', () => {
    fc.assert(
      fc.property(rooms, rooms, fc.constantFrom('', 'a', 'b', 'c'), (stored: string[], visible: string[], room) => {
        fc.pre(room === '' || visible.includes(room))
        const after = roomsAfterMove(stored, visible, room)
        for (const hidden of stored.filter(each => !visible.includes(each))) expect(after).toContain(hidden)
        expect(new Set(after).size).toBe(after.length)
        if (room === '') expect(after.filter(each => visible.includes(each))).toEqual([])
        else expect(after).toContain(room)
        if (room !== '') expect(after.length).toBeGreaterThanOrEqual(stored.length)
      }),
    )
  })
})
