import type { CancelledSlot, PublishedProgramme, PublishedSlot, TimeSlice } from '@plenum/core'
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'

export interface CalendarAt {
  readonly host: string
  /**
   * The time slice in which the calendar is generated. It is checked between chunks of slots, because generating each
   * event takes a quarter of a millisecond.
   */
  readonly slice: TimeSlice
}

/** The interval in seconds at which calendar programs should refresh the calendar. */
const refreshSeconds = 3600

const chunkSize = 10

/**
 * Converts a schedule to iCalendar (RFC 5545) with one event per slot, including cancelled slots, and with times in
 * UTC. The UID of an event consists of the UID of the slot and `host`. SEQUENCE increases with each change of the slot
 * (docs/schedule.md, Feeds and files).
 */
export async function programmeCalendar(programme: PublishedProgramme, { host, slice }: CalendarAt): Promise<string> {
  const events = [
    ...programme.slots.map(slot => () => eventOf(slot, host)),
    ...programme.cancelled.map(slot => () => cancelledEvent(slot, host)),
  ]
  const [head, end] = split(calendarOf(programme, []), lastLine)
  const parts = [head]
  for (let start = 0; start < events.length; start += chunkSize) {
    if (slice.isOver()) await slice.next()
    const text = calendarOf(programme, events.slice(start, start + chunkSize))
    const [, chunk] = split(text, firstEvent)
    parts.push(split(chunk, lastLine)[0])
  }
  return `${[...parts, end].join('')}\r\n`
}

const firstEvent = 'BEGIN:VEVENT'
const lastLine = 'END:VCALENDAR'

/**
 * Splits the text before the line that begins with `line`. User content cannot begin a line, because iCalendar indents
 * continuation lines.
 */
function split(text: string, line: string): readonly [before: string, from: string] {
  const at = text.indexOf(`\r\n${line}`) + 2
  return [text.slice(0, at), text.slice(at)]
}

function calendarOf({ title, description, url }: PublishedProgramme, events: readonly (() => CalendarEvent)[]): string {
  const calendar = ical({
    name: escaped(title),
    ...(description === '' ? {} : { description: escaped(description) }),
    url,
    prodId: { company: 'Plenum', product: 'Schedule', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    // This option sets REFRESH-INTERVAL and X-PUBLISHED-TTL.
    ttl: refreshSeconds,
  })
  for (const event of events) calendar.createEvent(event())
  return calendar.toString().replace(controls, '')
}

/**
 * Escapes text as in RFC 5545, section 3.3.11. The library escapes the values of events, but neither the name nor the
 * description of the calendar, so a line of the description could otherwise begin an event.
 */
const escaped = (text: string): string => text.replace(/[\\;,]/g, '\\$&').replace(/\r\n?|\n/g, '\\n')

/** Matches the control characters that RFC 5545 (section 3.1) does not allow, and carriage returns inside a line. */
const controls = /[^\P{Cc}\t\r\n]|\r(?!\n)/gu

type CalendarEvent = ReturnType<typeof eventOf> | ReturnType<typeof cancelledEvent>

const cancelledEvent = ({ uid, title, start, end, ...slot }: CancelledSlot, host: string) => ({
  id: `${uid}@${host}`,
  sequence: slot.revision,
  start: new Date(start),
  end: new Date(end),
  stamp: new Date(slot.modified),
  created: new Date(slot.created),
  lastModified: new Date(slot.modified),
  summary: title ?? 'Cancelled session',
  status: ICalEventStatus.CANCELLED,
})

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
    status: slot.state === 'cancelled' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    description: descriptionOf(slot),
    url: slot.url,
    ...(location === '' ? {} : { location }),
    ...(slot.track === null ? {} : { categories: [{ name: slot.track }] }),
  }
}

const descriptionOf = ({ description, persons }: PublishedSlot): string =>
  [persons.map(({ name }) => name).join(', '), description].filter(Boolean).join('\n\n')
