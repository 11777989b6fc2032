import type { PublishedLink, PublishedProgramme, PublishedSlot } from '@plenum/core'
import { clockIn, durationOf, hasWritableDate } from './clock.js'
import { maxDuration } from './frabXml.js'
import { httpUri } from './httpUri.js'
import { writableColor, writableZone } from './writable.js'

/** A value that the files for schedule apps omit or shorten, because the schemas of the formats do not allow it. */
export interface OmittedValue {
  readonly kind: 'time zone' | 'color' | 'address' | 'duration' | 'date'
  readonly value: string
  /** The URL of the object that contains the value. */
  readonly url: string
}

/**
 * Yields the values that the files for schedule apps omit or shorten (docs/schedule.md, Files for schedule apps, rule
 * 6).
 */
export function* omittedValues(programme: PublishedProgramme): Generator<OmittedValue> {
  const { url, timezone, tracks, slots } = programme
  const clock = clockIn(timezone)
  if (!writableZone.test(timezone)) yield { kind: 'time zone', value: timezone, url }
  for (const { color } of tracks)
    if (color !== null && writableColor(color) === null) yield { kind: 'color', value: color, url }
  for (const slot of slots) {
    const isDated = [slot.start, slot.end].every(instant => hasWritableDate(clock, instant))
    if (!isDated) yield { kind: 'date', value: clock(slot.start).date, url: slot.url }
    const duration = durationOf(slot)
    if (duration.length > maxDuration.length) yield { kind: 'duration', value: duration, url: slot.url }
    for (const value of addressesOf(slot)) if (httpUri(value) === null) yield { kind: 'address', value, url: slot.url }
  }
}

const addressesOf = ({ video, links, attachments, persons }: PublishedSlot): readonly string[] => [
  ...(video === null ? [] : [video]),
  ...[...links, ...attachments, ...persons.flatMap(person => person.links)].map(({ url }: PublishedLink) => url),
]
