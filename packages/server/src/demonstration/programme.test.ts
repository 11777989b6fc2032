import { wallClockIn } from '@plenum/core'
import { type Day, days, durations, eventSettings, timeOn } from './conference.js'
import { rooms } from './pages.js'
import type { PlannedSlot } from './plannedSlot.js'
import { programme } from './programme.js'

const minute = 60_000

interface TimedSlot extends PlannedSlot {
  readonly day: Day
  readonly start: number
  readonly end: number
}

const slots: readonly TimedSlot[] = programme.flatMap(({ day, slots }) =>
  slots.map(slot => ({
    ...slot,
    day,
    start: Date.parse(timeOn(day, slot.from)),
    end: Date.parse(timeOn(day, slot.to)),
  })),
)
const talks = slots.filter(({ type }) => type === 'Talk')
const sessions = slots.filter(({ type }) => ['Keynote', 'Talk', 'Training'].includes(type))
const ofDay = (day: Day, isWanted: (slot: TimedSlot) => boolean) =>
  slots.filter(slot => slot.day === day && isWanted(slot))

/** Pairs of slots that share something and are on at the same time. */
function clashes(sharedBy: (slot: TimedSlot) => readonly string[]): string[] {
  return slots.flatMap((one, i) =>
    slots
      .slice(i + 1)
      .filter(other => one.start < other.end && other.start < one.end)
      .filter(other => sharedBy(one).some(shared => sharedBy(other).includes(shared)))
      .map(other => `${one.id} and ${other.id}`),
  )
}

describe('the programme of the demonstration', () => {
  it('has one training day and two event days in 2027, in the zone of the event', () => {
    const clock = wallClockIn(eventSettings.timezone)
    expect(Object.values(days)).toEqual(['2027-06-17', '2027-06-18', '2027-06-19'])
    for (const { day, from, start } of slots) {
      const { day: date, hour, minute } = clock(start)
      expect([date, hour * 60 + minute]).toEqual([days[day], Number(from.slice(0, 2)) * 60 + Number(from.slice(3))])
    }
    expect(new Set(slots.filter(({ type }) => type === 'Training').map(({ day }) => day))).toEqual(
      new Set(['thursday']),
    )
  })

  it('lies between the start and the end of the event', () => {
    const [start, end] = [Date.parse(eventSettings.start), Date.parse(eventSettings.end)]
    expect(slots.filter(slot => slot.start < start || slot.end > end || slot.start >= slot.end)).toEqual([])
  })

  it('has registration, coffee and lunch on each day', () => {
    for (const day of ['thursday', 'friday', 'saturday'] as const)
      for (const category of ['registration', 'coffee-break', 'lunch'])
        expect(ofDay(day, slot => slot.category === category).length).toBeGreaterThan(0)
  })

  it('has two keynotes, twelve talks or more, an open space, lightning talks and a closing meeting at its end', () => {
    const count = (type: string) => slots.filter(slot => slot.type === type).length
    expect(count('Keynote')).toBe(2)
    expect(talks.filter(({ isPrivate }) => !isPrivate).length).toBeGreaterThanOrEqual(12)
    expect(talks.filter(({ isPrivate }) => isPrivate)).toHaveLength(2)
    expect([count('OpenSpace'), count('LightningTalks')]).toEqual([1, 1])
    expect(slots.toSorted((a, b) => a.start - b.start).at(-1)?.type).toBe('Meeting')
  })

  it('has no two slots in one room at the same time', () => {
    expect(clashes(({ room }) => (room ? [room] : []))).toEqual([])
  })

  it('has nobody on two stages at the same time', () => {
    expect(clashes(({ speakers = [] }) => speakers)).toEqual([])
  })

  it('has no keynote and no talk during a break', () => {
    const breaks = slots.filter(({ type }) => type === 'Break')
    const interrupted = sessions.filter(
      ({ type, start, end }) => type !== 'Training' && breaks.some(rest => rest.start < end && start < rest.end),
    )
    expect(interrupted).toEqual([])
  })

  it('uses every room', () => {
    expect(new Set(slots.flatMap(({ room }) => room ?? []))).toEqual(new Set(rooms.map(({ id }) => id)))
  })

  it('has sessions that start off the quarter of an hour', () => {
    expect(talks.filter(({ start }) => start % (15 * minute) !== 0).length).toBeGreaterThan(0)
  })

  it('gives every talk and keynote the duration that it says, a speaker, a track, a level and an audience', () => {
    const lengths = new Map<string, number>(
      Object.values(durations)
        .flat()
        .map(({ id, duration }) => [id, duration]),
    )
    for (const { type, start, end, duration = '', ...session } of sessions) {
      if (type !== 'Training') expect((end - start) / minute).toBe(lengths.get(duration))
      expect(lengths.has(duration)).toBe(true)
      expect(session).toMatchObject({
        speakers: expect.arrayContaining([expect.any(String)]),
        track: expect.any(String),
        level: expect.any(String),
        audience: expect.arrayContaining([expect.any(String)]),
      })
    }
  })

  it('gives everything a short name of its own', () => {
    expect(new Set(slots.map(({ id }) => id)).size).toBe(slots.length)
  })
})
