import {
  type FeedTarget,
  type Instant,
  type PublishedProgramme,
  type PublishedSlot,
  type TimeSlice,
  wallClockIn,
} from '@plenum/core'
import { indentedJson } from './indentedJson.js'

/** A schedule in frab's JSON format, from which the XML file is generated too (docs/schedule.md, Feeds and files). */
export type FrabSchedule = Awaited<ReturnType<typeof frabSchedule>>

export interface FrabDay {
  readonly index: number
  readonly date: string
  readonly day_start: string
  readonly day_end: string
  /** The events by room name. */
  readonly rooms: Readonly<Record<string, readonly FrabEvent[]>>
}

export type FrabEvent = ReturnType<typeof eventOf>

const minute = 60_000

/** The depth of an event in the JSON of a schedule: below the conference, its days, one day, the rooms and one room. */
const eventLevel = 7

/** Serializes a schedule as frab's `schedule.json`. */
export const frabJson = async (programme: PublishedProgramme, { slice }: Pick<FeedTarget, 'slice'>): Promise<string> =>
  indentedJson({ schedule: await frabSchedule(programme, slice) }, { slice, levels: eventLevel })

/** Converts a schedule to frab's format. The version changes whenever a slot changes. */
export async function frabSchedule(programme: PublishedProgramme, slice: TimeSlice) {
  const days = await daysOf(programme, slice)
  const { title, url, timezone, slots } = programme
  const latest = slots.reduce((last, { modified }) => Math.max(last, modified), 0)
  return {
    version: `${new Date(latest).toISOString()}-${slots.length}`,
    base_url: `${url}/`,
    conference: {
      acronym: acronymOf(title),
      title,
      start: days[0]?.date ?? '',
      end: days.at(-1)?.date ?? '',
      daysCount: days.length,
      timeslot_duration: '00:05',
      time_zone_name: timezone,
      url,
      tracks: programme.tracks.map(({ title, color }) => ({ name: title, color: color ?? '#000000' })),
      rooms: programme.rooms.map(room => ({ name: room.title, guid: guidOf(room.uid) })),
      days,
    },
  }
}

const acronymOf = (title: string): string =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '')
    .slice(0, 30) || 'event'

/** Formats 32 hexadecimal digits as a UUID with dashes. */
const guidOf = (uid: string): string => uid.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/**
 * The days that contain slots. The first day begins with the event and the last day ends with it, because importers
 * read the times of the event from these days.
 */
async function daysOf(programme: PublishedProgramme, slice: TimeSlice): Promise<readonly FrabDay[]> {
  const clock = clockIn(programme.timezone)
  const byDate = await groupBy(programme.slots, ({ start }) => clock(start).date, slice)
  const dates = [...byDate.keys()]
  const days: FrabDay[] = []
  for (const [i, date] of dates.entries()) {
    const slots = byDate.get(date) ?? []
    const first = Math.min(...slots.map(({ start }) => start))
    const last = Math.max(...slots.map(({ end }) => end))
    days.push({
      index: i + 1,
      date,
      day_start: clock((i === 0 ? programme.start : null) ?? first).iso,
      day_end: clock((i === dates.length - 1 ? programme.end : null) ?? last).iso,
      rooms: await roomsOf(programme, slots, slice),
    })
  }
  return days
}

/** The slots of a day by room name, in the order of the rooms; slots without a room have an empty name as their key. */
async function roomsOf(
  programme: PublishedProgramme,
  slots: readonly PublishedSlot[],
  slice: TimeSlice,
): Promise<FrabDay['rooms']> {
  const clock = clockIn(programme.timezone)
  const byRoom = new Map<string, FrabEvent[]>()
  for (const [room, roomSlots] of await groupBy(slots, roomOf, slice)) {
    const events: FrabEvent[] = []
    for (const slot of roomSlots) {
      if (slice.isOver()) await slice.next()
      events.push(eventOf(slot, clock))
    }
    byRoom.set(room, events)
  }
  const names = [...programme.rooms.map(({ title }) => title), '']
  return Object.fromEntries(names.flatMap(name => (byRoom.has(name) ? [[name, byRoom.get(name) ?? []]] : [])))
}

const roomOf = ({ rooms }: PublishedSlot): string => rooms[0]?.title ?? ''

/** The types in frab files by Plenum type. */
const types: Readonly<Record<string, string>> = {
  Keynote: 'keynote',
  Talk: 'lecture',
  Training: 'workshop',
  LightningTalks: 'lightning talks',
  Break: 'break',
  Meeting: 'meeting',
  Slot: 'slot',
}

function eventOf(slot: PublishedSlot, clock: Clock) {
  const { iso, time } = clock(slot.start)
  return {
    ...{ id: numberOf(slot), guid: guidOf(slot.uid), url: slot.url, logo: null, date: iso, start: time },
    duration: durationOf(slot),
    room: roomOf(slot),
    slug: slot.shortName,
    ...{ title: slot.title, subtitle: '', track: slot.track, type: types[slot.type] ?? slot.type },
    language: slot.language,
    ...{ abstract: slot.description, description: slot.text ?? '', recording_license: '', do_not_record: false },
    persons: slot.persons.map(({ key, name, biography }) => ({
      id: /^\d{1,15}$/.test(key) ? Number(key) : key,
      public_name: name,
      biography: biography ?? '',
    })),
    ...{ links: [], attachments: [] },
  }
}

/**
 * The integer id that apps expect: the short name if it is an integer, otherwise a number derived from the start of the
 * UID.
 */
const numberOf = ({ shortName, uid }: PublishedSlot): number =>
  /^[1-9]\d{0,8}$/.test(shortName) ? Number(shortName) : Number.parseInt(uid.slice(0, 7), 16) + 1_000_000_000

/** A duration such as `01:30`, or `1:02:30` with the number of days in front, as written by pretalx. */
function durationOf({ start, end }: PublishedSlot): string {
  const minutes = Math.round((end - start) / minute)
  const [days, hours, remaining] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24, minutes % 60]
  const time = `${twoDigits(hours)}:${twoDigits(remaining)}`
  return days === 0 ? time : `${days}:${time}`
}

/** Groups slots by key, in order of first appearance. */
async function groupBy(slots: readonly PublishedSlot[], keyOf: (slot: PublishedSlot) => string, slice: TimeSlice) {
  const groups = new Map<string, PublishedSlot[]>()
  for (const slot of slots) {
    if (slice.isOver()) await slice.next()
    const key = keyOf(slot)
    const group = groups.get(key)
    if (group) group.push(slot)
    else groups.set(key, [slot])
  }
  return groups
}

const twoDigits = (number: number): string => String(number).padStart(2, '0')

type Clock = (instant: Instant) => { readonly date: string; readonly time: string; readonly iso: string }

/**
 * Returns a function that converts an instant to a date and time in a time zone; `iso` includes the UTC offset at that
 * instant.
 */
function clockIn(zone: string): Clock {
  const wallClock = wallClockIn(zone)
  return instant => {
    const { day, hour, minute: minutes } = wallClock(instant)
    const time = `${twoDigits(hour)}:${twoDigits(minutes)}`
    const second = twoDigits(Math.floor(instant / 1000) % 60)
    const offset = Date.parse(`${day}T${time}Z`) - Math.floor(instant / minute) * minute
    const sign = offset < 0 ? '-' : '+'
    const ahead = Math.abs(offset) / minute
    return {
      date: day,
      time,
      iso: `${day}T${time}:${second}${sign}${twoDigits(Math.floor(ahead / 60))}:${twoDigits(ahead % 60)}`,
    }
  }
}
