import type { FeedTarget, PublishedPerson, PublishedProgramme, PublishedSlot } from '@plenum/core'
import { type Clock, clockIn, fallbackDay } from './clock.js'
import { colorOf, generator, versionOf } from './frab.js'
import { guidOf } from './guid.js'
import { httpUri } from './httpUri.js'
import { indentedJson } from './indentedJson.js'
import { acronymOf, slugsOf, trackSlugs } from './slugs.js'
import { withWritableDates, writableLinks, writableZone } from './writable.js'

/** The number of JSON levels above the events. The members on these levels are serialized individually. */
const eventLevel = 3

/** The default slug of the track for sessions without a track. The schema requires each session to have a track. */
const otherTrack = 'other'

/** Creates a file in the second version (alpha 3) of the frab format (docs/schedule.md, Files for schedule apps). */
export async function schedule2Json(
  published: PublishedProgramme,
  { slice }: Pick<FeedTarget, 'slice'>,
): Promise<string> {
  const programme = withWritableDates(published)
  const format = formatOf(programme)
  const events: object[] = []
  for (const slot of programme.slots) {
    if (slice.isOver()) await slice.next()
    events.push(slot.type === 'Break' ? metaEventOf(slot, format) : eventOf(slot, format))
  }
  const schedule = { version: versionOf(programme), conference: conferenceOf(programme, format), events }
  return indentedJson({ generator, schedule }, { slice, levels: eventLevel })
}

interface Format {
  readonly clock: Clock
  readonly sessionSlugs: ReadonlyMap<string, string>
  readonly trackSlugs: ReadonlyMap<string, string>
  readonly otherTrack: string
  readonly language: string
  /** The fallback room, to which slots without a room are assigned. */
  readonly anywhere: { readonly name: string; readonly guid: string }
}

function formatOf(programme: PublishedProgramme): Format {
  const slugs = trackSlugs(programme.tracks)
  const used = new Set(slugs.values())
  return {
    clock: clockIn(programme.timezone),
    sessionSlugs: slugsOf(programme),
    trackSlugs: slugs,
    otherTrack: used.has(otherTrack) ? `${otherTrack}-${used.size + 1}` : otherTrack,
    language: languageOf(programme.language) ?? 'en',
    // The GUID is derived from the UID of the event, so that it is the same in every file.
    anywhere: { name: programme.title, guid: guidOf([...programme.uid].reverse().join('')) },
  }
}

function conferenceOf(programme: PublishedProgramme, { clock, trackSlugs, otherTrack, language, anywhere }: Format) {
  const { title, url, timezone, slots, tracks, rooms } = programme
  const needsTrack = slots.some(({ track, type }) => track === null && type !== 'Break')
  const needsRoom = slots.some(slot => slot.rooms.length === 0)
  const { start, end } = boundsOf(programme)
  return {
    acronym: acronymOf(title),
    title,
    ...{ start: clock(start).iso, end: clock(end).iso, timeslot_duration: 'PT5M' },
    ...(writableZone.test(timezone) ? { time_zone_name: timezone } : {}),
    ...{ url, languages: [language], defaults: { language } },
    tracks: [
      ...tracks.map(({ title, color }) => ({ name: title, slug: trackSlugs.get(title) ?? '', ...colorOf(color) })),
      ...(needsTrack ? [{ name: 'Other', slug: otherTrack }] : []),
    ],
    rooms: [...rooms.map(({ title, uid }) => ({ name: title, guid: guidOf(uid) })), ...(needsRoom ? [anywhere] : [])],
    days: daysOf(programme, clock),
  }
}

/**
 * Returns the start and the end of the event. A missing value is taken from the slots. Without slots, the start defaults
 * to the current time, and the end defaults to the start.
 */
function boundsOf({ start, end, slots, now }: PublishedProgramme) {
  const first = slots.reduce((earliest, slot) => Math.min(earliest, slot.start), Number.POSITIVE_INFINITY)
  const last = slots.reduce((latest, slot) => Math.max(latest, slot.end), Number.NEGATIVE_INFINITY)
  const begin = start ?? (slots.length > 0 ? first : now)
  return { start: begin, end: end ?? (slots.length > 0 ? last : begin) }
}

/** Returns the days on which slots begin or, without slots, the first day of the event. */
function daysOf(programme: PublishedProgramme, clock: Clock) {
  const days = new Map<string, { start: number; end: number }>()
  for (const { start, end } of programme.slots) {
    const { date } = clock(start)
    const day = days.get(date) ?? { start, end }
    days.set(date, { start: Math.min(day.start, start), end: Math.max(day.end, end) })
  }
  if (days.size === 0) {
    const { date, iso } = fallbackDay(programme)
    return [{ index: 1, date, start: iso, end: iso }]
  }
  return [...days].map(([date, { start, end }], i) => ({
    index: i + 1,
    date,
    start: clock(start).iso,
    end: clock(end).iso,
  }))
}

const types: Readonly<Record<string, string>> = {
  Keynote: 'TALK',
  Talk: 'TALK',
  Training: 'WORKSHOP',
  LightningTalks: 'LIGHTNING_TALK',
  Meeting: 'MEETING',
}

const states = { planned: 'CONFIRMED', late: 'DELAYED', cancelled: 'CANCELED', finished: 'CONFIRMED' } as const

function eventOf(slot: PublishedSlot, format: Format) {
  const { track } = slot
  const video = slot.video === null ? null : httpUri(slot.video)
  return {
    guid: guidOf(slot.uid),
    ...timesOf(slot, format),
    slug: format.sessionSlugs.get(slot.uid) ?? '',
    url: slot.url,
    ...{ title: slot.title, subtitle: null },
    track: { slug: (track === null ? undefined : format.trackSlugs.get(track)) ?? format.otherTrack },
    type: types[slot.type] ?? 'OTHER',
    language: languageOf(slot.language) ?? format.language,
    ...{ abstract: slot.description, description: slot.text },
    participants: slot.persons.map(participantOf),
    links: [
      ...(video === null ? [] : [{ type: 'MEDIA', title: 'Video', url: video }]),
      ...writableLinks(slot.links).map(({ title, url }) => ({ type: 'RELATED', title, url })),
    ],
    attachments: writableLinks(slot.attachments),
    state: states[slot.state ?? 'planned'],
  }
}

const metaEventOf = (slot: PublishedSlot, format: Format) => ({
  ...{ type: 'BREAK', title: slot.title, guid: guidOf(slot.uid) },
  ...timesOf(slot, format),
})

function timesOf({ start, end, rooms: [room] }: PublishedSlot, { clock, anywhere }: Format) {
  const place = room ? { name: room.title, guid: guidOf(room.uid) } : anywhere
  return { start: clock(start).iso, end: clock(end).iso, room: place }
}

const participantOf = ({ name, uid }: PublishedPerson) => ({ name, role: 'SPEAKER', guid: guidOf(uid) })

/** Returns the two-letter language code in a language tag, such as `pt` for `pt-BR`. */
const languageOf = (tag: string | null): string | null => /^[a-z]{2}(?=-|$)/i.exec(tag ?? '')?.[0].toLowerCase() ?? null
