import { readFileSync } from 'node:fs'
import path from 'node:path'
import { wallClockIn } from '@plenum/core'
import { readDemonstration } from './buildDemonstration.js'

const minute = 60_000

const { programme, site } = readDemonstration()
const clock = wallClockIn(programme.timezone)
const days = ['2027-06-17', '2027-06-18', '2027-06-19']

const slots = programme.sessions.map(session => {
  const { type = session.type, isPrivate = false, fields = {} } = site.sessions[session.shortName] ?? {}
  const { duration, slot_category: category, session_level, session_audience: audience } = fields
  const level = (session_level as readonly string[] | undefined)?.[0]
  const about = { duration: String(duration ?? ''), category, level, audience, day: clock(session.start).day }
  return { ...session, ...about, id: session.shortName, type, isPrivate, speakers: session.persons }
})

const written = [
  ...readFileSync(path.join(import.meta.dirname, 'schedule.json'), 'utf8').matchAll(
    /"date": "(.{10})T(.{5}):00\+01:00"/g,
  ),
].map(([, date = '', from = '']) => ({ date, from, start: Date.parse(`${date}T${from}:00+01:00`) }))

const durationsOf = (kind: string) =>
  (site.welcome.fields?.[`durations_${kind}`] ?? []) as unknown as readonly { id: string; duration: number }[]

type TimedSlot = (typeof slots)[number]

const talks = slots.filter(({ type }) => type === 'Talk')
const sessions = slots.filter(({ type }) => ['Keynote', 'Talk', 'Training'].includes(type))
const ofDay = (day: string, isWanted: (slot: TimedSlot) => boolean) =>
  slots.filter(slot => slot.day === day && isWanted(slot))

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
    expect([programme.timezone, [...new Set(slots.map(({ day }) => day))]]).toEqual(['Europe/Lisbon', days])
    expect(written).toHaveLength(slots.length)
    for (const { date, from, start } of written) {
      const { day, hour, minute } = clock(start)
      expect([day, hour * 60 + minute]).toEqual([date, Number(from.slice(0, 2)) * 60 + Number(from.slice(3))])
    }
    expect(new Set(slots.filter(({ type }) => type === 'Training').map(({ day }) => day))).toEqual(new Set([days[0]]))
  })

  it('lies between the start and the end of the event', () => {
    const { start, end } = programme
    expect(slots.filter(slot => slot.start < start || slot.end > end || slot.start >= slot.end)).toEqual([])
  })

  it('has registration, coffee and lunch on each day', () => {
    for (const day of days)
      for (const category of ['registration', 'coffee-break', 'lunch'])
        expect(ofDay(day, slot => slot.category === category).length).toBeGreaterThan(0)
  })

  it('has two keynotes, at least twelve talks, an open space, lightning talks and a closing meeting at the end', () => {
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

  it('has no speaker in two sessions at the same time', () => {
    expect(clashes(({ speakers }) => speakers)).toEqual([])
  })

  it('has no keynote and no talk during a break', () => {
    const breaks = slots.filter(({ type }) => type === 'Break')
    const interrupted = sessions.filter(
      ({ type, start, end }) => type !== 'Training' && breaks.some(rest => rest.start < end && start < rest.end),
    )
    expect(interrupted).toEqual([])
  })

  it('uses every room', () => {
    expect(new Set(slots.flatMap(({ room }) => room ?? []))).toEqual(new Set(programme.rooms))
  })

  it('has sessions that do not start on a quarter of an hour', () => {
    expect(talks.filter(({ start }) => start % (15 * minute) !== 0).length).toBeGreaterThan(0)
  })

  it('gives every talk and keynote its stated duration, a speaker, a track, a level and an audience', () => {
    const lengths = new Map<string, number>(
      ['keynote', 'talk', 'training'].flatMap(durationsOf).map(({ id, duration }) => [id, duration]),
    )
    for (const { type, start, end, duration, ...session } of sessions) {
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

  it('gives everything a unique short name', () => {
    expect(new Set(slots.map(({ id }) => id)).size).toBe(slots.length)
  })

  it('has no details of missing sessions', () => {
    const ids = slots.map(({ id }) => id)
    expect(Object.keys(site.sessions).filter(id => !ids.includes(id))).toEqual([])
  })
})
