import type { PublishedLink, PublishedProgramme } from '@plenum/core'
import { clockIn, hasWritableDate } from './clock.js'
import { httpUri } from './httpUri.js'

export const writableZone = /^[A-Z][a-z]+\/[A-Z][a-z]+|UTC$/

/** Returns the color if it has the form `#rrggbb`, which the schemas of schedule files require, and otherwise null. */
export const writableColor = (color: string | null): string | null =>
  color !== null && /^#[\da-f]{6}$/i.test(color) ? color : null

/** Returns the links whose addresses can be converted to the form that the schemas of schedule files require. */
export const writableLinks = (links: readonly PublishedLink[]): readonly PublishedLink[] =>
  links.flatMap(({ title, url }) => {
    const uri = httpUri(url)
    return uri === null ? [] : [{ title, url: uri }]
  })

export function withWritableDates(programme: PublishedProgramme): PublishedProgramme {
  const clock = clockIn(programme.timezone)
  const isWritable = (instant: number | null): boolean => instant !== null && hasWritableDate(clock, instant)
  const { start, end, slots } = programme
  return {
    ...programme,
    start: isWritable(start) ? start : null,
    end: isWritable(end) ? end : null,
    slots: slots.filter(slot => isWritable(slot.start) && isWritable(slot.end)),
  }
}
