import type { PublishedProgramme, PublishedSlot } from '@plenum/core'
import ical, { ICalCalendarMethod } from 'ical-generator'

/**
 * A programme as iCalendar (RFC 5545): an event for each slot, with times in UTC. What a calendar knows an event by is the
 * UID of the slot at `host`; SEQUENCE grows with each change of the slot (docs/schedule.md, Feeds and files).
 */
export function programmeCalendar(programme: PublishedProgramme, { host }: { readonly host: string }): string {
  const { title, description, url, slots } = programme
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
