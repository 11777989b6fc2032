import type { FeedTarget, PublishedProgramme } from '@plenum/core'
import { fallbackDay } from './clock.js'
import { type FrabDay, type FrabEvent, frabSchedule, generator } from './frab.js'
import { guidOf } from './guid.js'
import { withWritableDates } from './writable.js'
import { textElement, type XmlElement, xmlText } from './xml.js'

/** Creates frab's `schedule.xml` (docs/schedule.md, Files for schedule apps). */
export async function frabXml(
  published: PublishedProgramme,
  { slice, host, url }: Pick<FeedTarget, 'slice' | 'host' | 'url'>,
): Promise<string> {
  const programme = withWritableDates(published)
  const { version, base_url, conference } = await frabSchedule(programme, slice)
  const { acronym, title, start, end, daysCount, timeslot_duration, tracks, days } = conference
  const guids = new Map(programme.rooms.toReversed().map(room => [room.title, guidOf(room.uid)]))
  return xmlText(
    {
      schedule: [
        { generator: [], ':@': { ...generator, system: host } },
        textElement('url', url),
        textElement('version', version),
        {
          conference: [
            ...elements({ acronym, title, start, end, days: String(daysCount), timeslot_duration, base_url }),
            ...elements({ url: conference.url, time_zone_name: programme.timezone }),
            ...tracks.map(({ name, ...track }) => ({ track: [{ '#text': name }], ':@': { name, ...track } })),
          ],
        },
        ...(days.length > 0 ? days : [emptyDay(programme)]).map(day => dayElement(day, guids)),
      ],
    },
    { slice, levels: 3 },
  )
}

const elements = (values: Readonly<Record<string, string>>): readonly XmlElement[] =>
  Object.entries(values).map(([name, value]) => textElement(name, value))

/** Returns a day without rooms for a schedule without slots, because the XML schema requires at least one day. */
function emptyDay(programme: PublishedProgramme): FrabDay {
  const { date, iso } = fallbackDay(programme)
  return { index: 1, date, day_start: iso, day_end: iso, rooms: {} }
}

const dayElement = (
  { index, date, day_start, day_end, rooms }: FrabDay,
  guids: ReadonlyMap<string, string>,
): XmlElement => ({
  day: Object.entries(rooms).map(([name, events]) => ({
    room: events.map(event => () => eventElement(event)),
    ':@': { name, ...(guids.has(name) ? { guid: guids.get(name) ?? '' } : {}) },
  })),
  ':@': { index: String(index), date, start: day_start, end: day_end },
})

function eventElement(event: FrabEvent): XmlElement {
  const { id, guid, date, start, duration, room, slug, url, title, subtitle, type, abstract, description } = event
  const { track, language, persons, links, attachments } = event
  return {
    event: [
      ...elements({ date, start, duration: writableDuration(duration), room, slug, url }),
      recordingElement(event),
      ...elements({ title, subtitle, track: track ?? '', type, language: language ?? '', abstract, description }),
      { logo: [] },
      {
        persons: persons.map(({ id, guid, public_name }) => ({
          person: [{ '#text': public_name }],
          ':@': { id: String(id), guid },
        })),
      },
      { links: links.map(({ url, title }) => ({ link: [{ '#text': title }], ':@': { href: url } })) },
      { attachments: attachments.map(({ url, title }) => ({ attachment: [{ '#text': title }], ':@': { href: url } })) },
    ],
    ':@': { guid, id: String(id) },
  }
}

function recordingElement({ links }: FrabEvent): XmlElement {
  const video = links.find(({ type }) => type === 'media')
  return { recording: elements({ license: '', optout: 'false', ...(video ? { url: video.url } : {}) }) }
}

export const maxDuration = '99:59'

/** Limits the number of hours in a duration to two digits, because the XML schema allows no more. */
const writableDuration = (duration: string): string => (duration.length > maxDuration.length ? maxDuration : duration)
