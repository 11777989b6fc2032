import type { PublishedProgramme, TimeSlice } from '@plenum/core'
import { type FrabDay, type FrabEvent, frabSchedule } from './frab.js'
import { textElement, type XmlElement, xmlText } from './xml.js'

/** Serializes a schedule as frab's `schedule.xml` (docs/schedule.md, Feeds and files). */
export async function frabXml(programme: PublishedProgramme, slice: TimeSlice): Promise<string> {
  const { version, base_url, conference } = await frabSchedule(programme, slice)
  const { acronym, title, start, end, daysCount, timeslot_duration, time_zone_name, tracks, days } = conference
  return xmlText(
    {
      schedule: [
        { generator: [], ':@': { name: 'Plenum' } },
        textElement('version', version),
        {
          conference: [
            ...elements({
              acronym,
              title,
              start,
              end,
              days: String(daysCount),
              timeslot_duration,
              base_url,
              time_zone_name,
            }),
            ...tracks.map(({ name, color }) => ({ track: [], ':@': { name, color } })),
          ],
        },
        ...days.map(dayElement),
      ],
    },
    { slice, levels: 3 },
  )
}

const elements = (values: Readonly<Record<string, string>>): readonly XmlElement[] =>
  Object.entries(values).map(([name, value]) => textElement(name, value))

const dayElement = ({ index, date, day_start, day_end, rooms }: FrabDay): XmlElement => ({
  day: Object.entries(rooms).map(([name, events]) => ({
    room: events.map(event => () => eventElement(event)),
    ':@': { name },
  })),
  ':@': { index: String(index), date, start: day_start, end: day_end },
})

function eventElement(event: FrabEvent): XmlElement {
  const { id, guid, date, start, duration, room, slug, url, title, subtitle, type, abstract, description } = event
  const { track, language, persons } = event
  return {
    event: [
      ...elements({ date, start, duration, room, slug, url }),
      { recording: elements({ license: '', optout: 'false' }) },
      ...elements({ title, subtitle, track: track ?? '', type, language: language ?? '', abstract, description }),
      { logo: [] },
      {
        persons: persons.map(({ id, public_name }) => ({
          person: [{ '#text': public_name }],
          ':@': { id: String(id) },
        })),
      },
      ...['links', 'attachments'].map(name => ({ [name]: [] })),
    ],
    ':@': { guid, id: String(id) },
  }
}
