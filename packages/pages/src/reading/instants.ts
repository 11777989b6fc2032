import type { HtmlPage } from '@plenum/core'
import { objectOn } from './object.js'

type Shape = 'day' | 'shortDay' | 'time' | 'dayAndTime' | 'weekday'

const shapes: Readonly<Record<Shape, Intl.DateTimeFormatOptions>> = {
  day: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  shortDay: { day: 'numeric', month: 'short', year: 'numeric' },
  weekday: { weekday: 'short', day: 'numeric', month: 'short' },
  time: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  dayAndTime: { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
}

// To make one costs as much as to use it a hundred times. Languages and zones of a process are few; names are checked.
const kept = new Map<string, Intl.DateTimeFormat>()
const mostKept = 200

/** An instant such as `2027-06-17T08:00:00+00:00` in words, on the wall clock of a zone; empty for what is none. */
export function inWords(instant: string, shape: Shape, language: string, zone: string): string {
  const time = Date.parse(instant)
  return Number.isNaN(time) ? '' : formatOf(shape, language, zone).format(time)
}

/** A date such as `2027-06-17` in words; empty for what is none. */
export const dayInWords = (date: string, shape: 'day' | 'shortDay' | 'weekday', language: string): string =>
  inWords(`${date}T12:00:00Z`, shape, language, 'UTC')

/** The zone in which a page tells times: that of the event, else that of the site. */
export function zoneOf(page: HtmlPage): string {
  const { event, site } = page.more
  return event?.timezone || objectOn(page)?.timezone || site?.['plone.portal_timezone'] || 'UTC'
}

function formatOf(shape: Shape, language: string, zone: string): Intl.DateTimeFormat {
  const key = `${shape} ${language} ${zone}`
  const known = kept.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat(knownOr(language), { ...shapes[shape], timeZone: zoneOr(zone) })
  if (kept.size >= mostKept) kept.clear()
  kept.set(key, made)
  return made
}

function knownOr(language: string): string {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(language)[0] ?? 'en'
  } catch {
    return 'en'
  }
}

function zoneOr(zone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    return 'UTC'
  }
}
