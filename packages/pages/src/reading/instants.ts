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

// Formatters are cached, because creating a formatter takes as long as using it a hundred times. A process uses few
// languages and time zones.
const formats = new Map<string, Intl.DateTimeFormat>()
const maxFormats = 200

export function formatInstant(instant: string, shape: Shape, language: string, zone: string): string {
  const time = Date.parse(instant)
  return Number.isNaN(time) ? '' : formatOf(shape, language, zone).format(time)
}

/** Formats a date such as `2027-06-17` in the given language. Returns an empty string for an invalid date. */
export const formatDay = (date: string, shape: 'day' | 'shortDay' | 'weekday', language: string): string =>
  formatInstant(`${date}T12:00:00Z`, shape, language, 'UTC')

/** Formats a time span of full days, such as `Jun 17 – 19, 2027`. Returns an empty string for invalid dates. */
export function formatDays(first: string, last: string, language: string): string {
  const [start, end] = [first, last].map(date => Date.parse(`${date}T12:00:00Z`))
  if (start === undefined || end === undefined || !(start <= end)) return ''
  return formatOf('shortDay', language, 'UTC').formatRange(start, end)
}

export function zoneOf(page: HtmlPage): string {
  const { event, site } = page.more
  return event?.timezone || objectOn(page)?.timezone || site?.['plone.portal_timezone'] || 'UTC'
}

function formatOf(shape: Shape, language: string, zone: string): Intl.DateTimeFormat {
  const key = `${shape} ${language} ${zone}`
  const cached = formats.get(key)
  if (cached) return cached
  const format = new Intl.DateTimeFormat(supportedLocale(language), { ...shapes[shape], timeZone: validZone(zone) })
  if (formats.size >= maxFormats) formats.clear()
  formats.set(key, format)
  return format
}

function supportedLocale(language: string): string {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(language)[0] ?? 'en'
  } catch {
    return 'en'
  }
}

function validZone(zone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    return 'UTC'
  }
}
