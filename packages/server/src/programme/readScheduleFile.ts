import type { Instant } from '@plenum/core'
import {
  isTimeZone,
  type Message,
  message,
  type Programme,
  type ProgrammePerson,
  type ProgrammeSession,
} from '@plenum/core'
import { type Fault, quote, timezoneOption } from './fault.js'
import type { FileConference, FileEvent, FilePerson, Path } from './scheduleFileSchema.js'
import { lineOf, momentIn, parseScheduleFile, placeOf, wordsOf } from './scheduleFileSchema.js'
import { endOf } from './sessionEnd.js'
import { cropText, languageOf } from './sessionFields.js'

export type ScheduleFileReading =
  | { readonly ok: true; readonly programme: Programme }
  | { readonly ok: false; readonly faults: readonly Fault[] }

type Report = (path: Path, problem: Message) => void

/** An event and its location in the file. `heading` is the name of the room under which the file lists the event. */
interface PlacedEvent {
  readonly event: FileEvent
  readonly path: Path
  readonly heading: string
  /** The name of the room, or an empty string for an event that takes place in all rooms. */
  readonly room: string
}

interface Context {
  readonly moment: (text: string) => Instant | null
  readonly tracks: Programme['tracks']
  readonly shortName: (event: FileEvent) => ['id' | 'slug', string]
}

const maxEvents = 20_000
const maxRoomLength = 1024
const conferencePath: Path = ['schedule', 'conference']

/**
 * The session types, by type name in files. Sessions with any other type name become Talks (docs/schedule.md, Import of
 * a programme).
 */
const sessionTypes = new Map(
  Object.entries<ProgrammeSession['type']>({
    ...{ keynote: 'Keynote', plenary: 'Keynote', workshop: 'Training', tutorial: 'Training', training: 'Training' },
    ...{ lightning: 'LightningTalks', 'lightning talk': 'LightningTalks', 'lightning talks': 'LightningTalks' },
    ...{ lunch: 'Break', break: 'Break', meeting: 'Meeting', assembly: 'Meeting' },
    ...{ slot: 'Slot', lecture: 'Talk', talk: 'Talk', '': 'Talk' },
  }),
)

/**
 * Reads a `schedule.json` or `schedule.xml` from frab or pretalx. Returns the schedule, or all problems in the file
 * with their locations (docs/schedule.md, Import of a programme). This function never throws. Dates without an offset
 * are in `timezone` (the `--timezone` option) or, by default, in the time zone of the file. The event lasts from the
 * first `day_start` to the last `day_end`. If these are missing, the event lasts from 00:00 on the first date of the
 * conference to 23:59 on the last date. Short names are ids or, if an id is missing or not unique, slugs. For example,
 * pretalx uses the same id for all events of a talk that is given twice.
 */
export function readScheduleFile(text: string, options: { readonly timezone?: string }): ScheduleFileReading {
  const parsed = parseScheduleFile(text)
  const faults = [...parsed.faults]
  const faultyPlaces = new Set(parsed.faults.map(({ place }) => place))
  const report: Report = (path, problem) => {
    const place = placeOf(path)
    if (!faultyPlaces.has(place)) faults.push({ place, problem })
  }
  const programme = parsed.conference ? readConference(parsed.conference, options.timezone, report) : null
  return programme && faults.length === 0 ? { ok: true, programme } : { ok: false, faults }
}

function readConference(conference: FileConference, timezone: string | undefined, report: Report): Programme | null {
  const zone = readZone(conference, timezone, report)
  const moment = momentIn(zone ?? 'UTC')
  const entries = placeEvents(conference)
  const window = readWindow(conference, moment, report)
  const rooms = readRooms(conference, entries, report)
  const tracks = readTracks(conference, entries)
  const context = { moment, tracks, shortName: shortNameReader(entries) }
  checkEvents(entries, context.shortName, report)
  const sessions = entries.flatMap(item => readSession(item, context) ?? [])
  if (zone === null || window === null) return null
  const events = entries.map(({ event }) => event)
  const persons = distinctBy(events.flatMap(personsOf), ({ key }) => key)
  const unknownTypes = [...new Set(events.filter(event => !typeOf(event)).map(({ type }) => wordsOf(type)))]
  return { title: lineOf(conference.title), timezone: zone, ...window, rooms, tracks, persons, sessions, unknownTypes }
}

function readZone(conference: FileConference, timezone: string | undefined, report: Report): string | null {
  const zone = timezone ?? conference.time_zone_name
  if (zone && isTimeZone(zone)) return zone
  const place = timezone === undefined ? [...conferencePath, 'time_zone_name'] : [timezoneOption]
  report(place, zone ? message('programme.zone', { zone: quote(zone) }) : message('programme.no-zone'))
  return null
}

/**
 * Returns the events in the order of the file, except that rooms with integer names come first, because JavaScript
 * sorts integer keys first.
 */
const placeEvents = ({ days = [] }: FileConference): readonly PlacedEvent[] =>
  days.flatMap((day, d) =>
    Object.entries(day?.rooms ?? {}).flatMap(([heading, events]) => {
      const path = [...conferencePath, 'days', d, 'rooms', heading]
      return events.flatMap((event, e) => {
        return event ? { event, heading, path: [...path, e], room: lineOf(event.room ?? heading) } : []
      })
    }),
  )

function readWindow(conference: FileConference, moment: Context['moment'], report: Report) {
  const [start = null, end = null] = (['start', 'end'] as const).map(edge => {
    const text = edgeOf(conference, edge)
    if (!text) report([...conferencePath, edge], message('programme.missing'))
    return text ? moment(text) : null
  })
  if (start === null || end === null) return null
  if (end < start) report(conferencePath, message('programme.ends-early'))
  return { start, end }
}

function edgeOf({ days = [], ...conference }: FileConference, edge: 'start' | 'end'): string | undefined {
  const window = days.flatMap(day => day?.[`day_${edge}`] || []).at(edge === 'start' ? 0 : -1)
  return window ?? conference[edge]?.replace(/^\d{4}-\d\d-\d\d$/, edge === 'start' ? '$&T00:00' : '$&T23:59')
}

function readRooms({ rooms }: FileConference, entries: readonly PlacedEvent[], report: Report): readonly string[] {
  const declared = new Set((rooms ?? []).map(room => wordsOf(room?.name)).filter(Boolean))
  const withRoom = entries.filter(({ room }) => room)
  const usedRooms = distinctBy(withRoom, ({ room }) => room)
  for (const { room, path } of usedRooms) {
    if (room.length > maxRoomLength) report(path.slice(0, -1), message('programme.room-name', { limit: maxRoomLength }))
    if (declared.size === 0 || declared.has(room)) continue
    report([...conferencePath, 'rooms'], message('programme.no-room', { room: quote(room), place: placeOf(path) }))
  }
  return declared.size > 0 ? [...declared] : usedRooms.map(({ room }) => room)
}

function readTracks({ tracks }: FileConference, entries: readonly PlacedEvent[]): Programme['tracks'] {
  const declared = (tracks ?? []).map(track => ({ title: wordsOf(track?.name), color: colorOf(track?.color) }))
  const usedTracks = entries.map(({ event }) => ({ title: wordsOf(event.track), color: null }))
  const named = [...declared, ...usedTracks].filter(({ title }) => title)
  const ids = new Set<string>()
  // The next number to append to each slug. The number is stored, because starting from 2 again for each track would
  // take quadratic time if all slugs were equal.
  const numbers = new Map<string, number>()
  return distinctBy(named, ({ title }) => title).map((track, i) => {
    const slug = slugOf(track.title) || `track-${i + 1}`
    let id = slug
    let number = numbers.get(slug) ?? 2
    for (; ids.has(id); number += 1) id = `${slug}-${number}`
    numbers.set(slug, number)
    ids.add(id)
    return { id, ...track }
  })
}

function slugOf(title: string): string {
  const letters = title.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return letters.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')
}

const colorOf = (color: unknown): string | null =>
  typeof color === 'string' && /^#[\da-f]{6}$/i.test(color) ? color : null

function shortNameReader(entries: readonly PlacedEvent[]): Context['shortName'] {
  const idOf = ({ id }: FileEvent) => String(id ?? '').trim()
  const ids = new Set<string>()
  const repeated = new Set(entries.map(({ event }) => idOf(event)).filter(id => ids.size === ids.add(id).size))
  return event => {
    const [id, slug] = [idOf(event), lineOf(event.slug)]
    return !id || (slug && repeated.has(id)) ? ['slug', slug] : ['id', id]
  }
}

function checkEvents(entries: readonly PlacedEvent[], shortName: Context['shortName'], report: Report): void {
  if (entries.length > maxEvents) report([...conferencePath, 'days'], message('programme.events', { limit: maxEvents }))
  const claimed = new Map<string, Path>()
  for (const { event, path, heading, room } of entries) {
    const [key, name] = shortName(event)
    if (!name) report(path, message('programme.no-id'))
    const listed = lineOf(heading)
    if (room && listed && room !== listed)
      report([...path, 'room'], message('programme.other-room', { room: quote(room) }))
    for (const [i, person] of (event.persons ?? []).entries()) {
      if (person && !nameOf(person)) report([...path, 'persons', i], message('programme.no-name'))
    }
    const claims = { guid: uidOf(event), [key]: name && `name ${name}` }
    for (const [field, claim] of Object.entries(claims)) {
      const first = claim && claimed.get(claim)
      if (first) report([...path, field], message('programme.same', { place: placeOf(first) }))
      else if (claim) claimed.set(claim, [...path, field])
    }
  }
}

function readSession({ event, room }: PlacedEvent, { moment, tracks, shortName }: Context): ProgrammeSession | null {
  const start = event.date === undefined ? null : moment(event.date)
  const uid = uidOf(event)
  if (uid === undefined || start === null || event.duration === undefined) return null
  const track = wordsOf(event.track)
  return {
    uid,
    shortName: shortName(event)[1],
    type: typeOf(event) ?? 'Talk',
    title: lineOf(event.title),
    description: cropText(lineOf(event.abstract)),
    text: event.description?.trim() ? event.description : null,
    start,
    end: endOf(event, { start, duration: event.duration, moment }),
    room: room || null,
    track: tracks.find(({ title }) => title === track)?.id ?? null,
    language: languageOf(event.language),
    persons: [...new Set(personsOf(event).map(({ key }) => key))],
  }
}

const guidPattern = /^[\da-f]{8}(?:-?[\da-f]{4}){3}-?[\da-f]{12}$/i

const uidOf = ({ guid }: Pick<FilePerson, 'guid'>): string | undefined => guid?.replaceAll('-', '').toLowerCase()

const typeOf = ({ type }: FileEvent): ProgrammeSession['type'] | undefined =>
  sessionTypes.get(wordsOf(type).toLowerCase().replace(/[_-]/g, ' '))

const personsOf = ({ persons }: FileEvent): readonly ProgrammePerson[] =>
  (persons ?? []).flatMap(person => {
    const name = person && nameOf(person)
    if (!name) return []
    const keys = [person.id, person.code, person.guid].map(key => String(key ?? '').trim())
    const uid = guidPattern.test(person.guid ?? '') ? uidOf(person) : undefined
    return {
      key: keys.find(Boolean) ?? name,
      uid: uid ?? null,
      name,
      biography: person.biography?.trim() ? person.biography : null,
    }
  })

const nameOf = ({ public_name, name, full_public_name }: FilePerson): string =>
  lineOf(public_name) || lineOf(name) || lineOf(full_public_name)

function distinctBy<T>(values: readonly T[], keyOf: (value: T) => string): readonly T[] {
  const keys = new Set<string>()
  return values.filter(value => keys.size < keys.add(keyOf(value)).size)
}
