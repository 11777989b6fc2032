import type { FeedTarget, PublishedPerson, PublishedProgramme, PublishedSlot, TimeSlice } from '@plenum/core'
import { type Clock, clockIn, durationOf, fallbackDay } from './clock.js'
import { guidOf } from './guid.js'
import { httpUri } from './httpUri.js'
import { indentedJson } from './indentedJson.js'
import { acronymOf, slugsOf, trackSlugs } from './slugs.js'
import { withWritableDates, writableColor, writableLinks, writableZone } from './writable.js'

/**
 * A schedule in frab's JSON format, from which the XML is also generated (docs/schedule.md, Files for schedule apps).
 */
export type FrabSchedule = Awaited<ReturnType<typeof frabSchedule>>

export interface FrabDay {
  readonly index: number
  readonly date: string
  readonly day_start: string
  readonly day_end: string
  readonly rooms: Readonly<Record<string, readonly FrabEvent[]>>
}

export type FrabEvent = ReturnType<typeof eventOf>

/** The number of JSON levels above the events. The members on these levels are serialized individually. */
const eventLevel = 7

export const generator = { name: 'Plenum' } as const

export const frabJson = async (programme: PublishedProgramme, { slice }: Pick<FeedTarget, 'slice'>): Promise<string> =>
  indentedJson({ generator, schedule: await frabSchedule(programme, slice) }, { slice, levels: eventLevel })

export async function frabSchedule(published: PublishedProgramme, slice: TimeSlice) {
  const programme = withWritableDates(published)
  const { title, url, timezone } = programme
  const days = await daysOf(programme, slice)
  const slugs = trackSlugs(programme.tracks)
  return {
    version: versionOf(programme),
    base_url: `${url}/`,
    conference: {
      acronym: acronymOf(title),
      title,
      start: days[0]?.date ?? fallbackDay(programme).date,
      end: days.at(-1)?.date ?? fallbackDay(programme).date,
      daysCount: days.length,
      timeslot_duration: '00:05',
      ...(writableZone.test(timezone) ? { time_zone_name: timezone } : {}),
      url,
      tracks: programme.tracks.map(({ title, color }) => ({
        name: title,
        slug: slugs.get(title) ?? '',
        ...colorOf(color),
      })),
      rooms: programme.rooms.map(room => ({ name: room.title, guid: guidOf(room.uid) })),
      days,
    },
  }
}

/** Returns the version of a schedule, which changes whenever a slot changes. */
export function versionOf({ slots }: PublishedProgramme): string {
  const latest = slots.reduce((last, { modified }) => Math.max(last, modified), 0)
  return `${new Date(latest).toISOString()}-${slots.length}`
}

export function colorOf(color: string | null): { readonly color?: string } {
  const writable = writableColor(color)
  return writable === null ? {} : { color: writable }
}

/**
 * Returns the days with slots. The first day begins with the event and the last day ends with the event, because
 * importers read the times of the event from its days.
 */
async function daysOf(programme: PublishedProgramme, slice: TimeSlice): Promise<readonly FrabDay[]> {
  const clock = clockIn(programme.timezone)
  const byDate = await groupBy(programme.slots, ({ start }) => clock(start).date, slice)
  const format = { clock, ...sessionNames(programme) }
  const dates = [...byDate.keys()]
  const days: FrabDay[] = []
  for (const [i, date] of dates.entries()) {
    const slots = byDate.get(date) ?? []
    const first = slots.reduce((earliest, { start }) => Math.min(earliest, start), Number.POSITIVE_INFINITY)
    const last = slots.reduce((latest, { end }) => Math.max(latest, end), Number.NEGATIVE_INFINITY)
    days.push({
      index: i + 1,
      date,
      day_start: clock((i === 0 ? programme.start : null) ?? first).iso,
      day_end: clock((i === dates.length - 1 ? programme.end : null) ?? last).iso,
      rooms: await roomsOf(programme, { slots, format }, slice),
    })
  }
  return days
}

interface EventFormat {
  readonly clock: Clock
  readonly numbers: ReadonlyMap<string, number>
  readonly slugs: ReadonlyMap<string, string>
}

const sessionNames = (programme: PublishedProgramme) => ({
  numbers: new Map(programme.sessions.map(({ uid, number }) => [uid, number])),
  slugs: slugsOf(programme),
})

/** Returns the slots of each room, in the order of the rooms. Slots without a room are listed under an empty name. */
async function roomsOf(
  programme: PublishedProgramme,
  { slots, format }: { slots: readonly PublishedSlot[]; format: EventFormat },
  slice: TimeSlice,
): Promise<FrabDay['rooms']> {
  const byRoom = new Map<string, FrabEvent[]>()
  for (const [room, roomSlots] of await groupBy(slots, roomOf, slice)) {
    const events: FrabEvent[] = []
    for (const slot of roomSlots) {
      if (slice.isOver()) await slice.next()
      events.push(eventOf(slot, format))
    }
    byRoom.set(room, events)
  }
  const names = [...programme.rooms.map(({ title }) => title), '']
  return Object.fromEntries(names.flatMap(name => (byRoom.has(name) ? [[name, byRoom.get(name) ?? []]] : [])))
}

const roomOf = ({ rooms }: PublishedSlot): string => rooms[0]?.title ?? ''

const types: Readonly<Record<string, string>> = {
  Keynote: 'keynote',
  Talk: 'lecture',
  Training: 'workshop',
  LightningTalks: 'lightning talks',
  Break: 'break',
  Meeting: 'meeting',
  Slot: 'slot',
}

function eventOf(slot: PublishedSlot, { clock, numbers, slugs }: EventFormat) {
  const { iso, time } = clock(slot.start)
  const video = slot.video === null ? null : httpUri(slot.video)
  return {
    ...{ id: numbers.get(slot.uid) ?? 1, guid: guidOf(slot.uid), url: slot.url, logo: null, date: iso, start: time },
    ...{ end: clock(slot.end).iso, duration: durationOf(slot) },
    room: roomOf(slot),
    slug: slugs.get(slot.uid) ?? '',
    ...{ title: slot.title, subtitle: '', track: slot.track, type: types[slot.type] ?? slot.type },
    language: slot.language,
    ...{ abstract: slot.description, description: slot.text ?? '', recording_license: '', do_not_record: false },
    persons: slot.persons.map(personOf),
    links: [
      ...(video === null ? [] : [{ type: 'media', title: 'Video', url: video }]),
      ...writableLinks(slot.links).map(({ title, url }) => ({ type: 'related', title, url })),
    ],
    attachments: writableLinks(slot.attachments),
  }
}

// The keys `name` and `code` are omitted, because a person with both keys would match two forms of the schema, which is
// an error.
const personOf = ({ id, uid, name, url, biography, links }: PublishedPerson) => ({
  ...{ id, guid: guidOf(uid), public_name: name, url, biography: biography ?? '' },
  links: writableLinks(links).map(({ title, url }) => ({ type: 'web', title, url })),
})

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
