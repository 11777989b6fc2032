import type { PublishedProgramme, PublishedSlot, TimeSlice } from '@plenum/core'
import ical, { ICalCalendarMethod } from 'ical-generator'

export interface CalendarAt {
  /** The domain in the UIDs of the events. */
  readonly host: string
  /**
   * A function that is called between chunks of slots, because generating one event takes a quarter of a millisecond.
   */
  readonly slice: TimeSlice
}

/** The number of slots per chunk. */
const chunkSize = 10

/**
 * Converts a schedule to iCalendar (RFC 5545), with an event for each slot and times in UTC. The UID of an event is the
 * UID of the slot at `host`; SEQUENCE increases with each change of the slot (docs/schedule.md, Feeds and files).
 */
export async function programmeCalendar(programme: PublishedProgramme, { host, slice }: CalendarAt): Promise<string> {
  const { slots } = programme
  const [head, end] = split(calendarOf(programme, [], host), lastLine)
  const parts = [head]
  for (let start = 0; start < slots.length; start += chunkSize) {
    if (slice.isOver()) await slice.next()
    const text = calendarOf(programme, slots.slice(start, start + chunkSize), host)
    const [, events] = split(text, firstEvent)
    parts.push(split(events, lastLine)[0])
  }
  return [...parts, end].join('')
}

const firstEvent = 'BEGIN:VEVENT'
const lastLine = 'END:VCALENDAR'

/**
 * Splits a string before the line that starts with `line`. iCalendar indents continuation lines, so no user content
 * starts a line.
 */
function split(text: string, line: string): readonly [before: string, from: string] {
  const at = text.indexOf(`\r\n${line}`) + 2
  return [text.slice(0, at), text.slice(at)]
}

function calendarOf(
  { title, description, url }: PublishedProgramme,
  slots: readonly PublishedSlot[],
  host: string,
): string {
  const calendar = ical({
    name: title,
    ...(description === '' ? {} : { description }),
    url,
    prodId: { company: 'Plenum', product: 'Schedule', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
  })
  for (const slot of slots) calendar.createEvent(eventOf(slot, host))
  return calendar.toString()
}

function eventOf(slot: PublishedSlot, host: string) {
  const location = slot.rooms.map(({ title }) => title).join(', ')
  return {
    id: `${slot.uid}@${host}`,
    sequence: slot.revision,
    start: new Date(slot.start),
    end: new Date(slot.end),
    stamp: new Date(slot.modified),
    created: new Date(slot.created),
    lastModified: new Date(slot.modified),
    summary: slot.title,
    description: descriptionOf(slot),
    url: slot.url,
    ...(location === '' ? {} : { location }),
    ...(slot.track === null ? {} : { categories: [{ name: slot.track }] }),
  }
}

const descriptionOf = ({ description, persons }: PublishedSlot): string =>
  [persons.map(({ name }) => name).join(', '), description].filter(Boolean).join('\n\n')
