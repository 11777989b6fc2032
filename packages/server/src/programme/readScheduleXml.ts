import { type Message, message } from '@plenum/core'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import type { Fault } from './fault.js'
import { xmlProblem } from './xmlFault.js'

/**
 * An XML element as an object with its attributes, its text, and its child elements by name. Repeatable elements are
 * lists.
 */
type Element = Readonly<Record<string, unknown>>

const repeated = new Set(['day', 'room', 'event', 'person', 'track'])
const text = '#text'

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  textNodeName: text,
  parseTagValue: false,
  parseAttributeValue: false,
  htmlEntities: true,
  trimValues: false,
  isArray: (name, _path, _isLeaf, isAttribute) => !isAttribute && repeated.has(name),
})

/** Whether a file is XML instead of JSON. Only XML begins with `<`. */
export const looksLikeXml = (file: string): boolean => /^\s*</.test(file)

/**
 * Converts a `schedule.xml` from frab or pretalx to the format of `schedule.json`, which is validated later. The text
 * of a person element is the name of the person. Biographies are not supported.
 */
export function readScheduleXml(file: string): { readonly file?: unknown; readonly fault?: Fault } {
  // A DOCTYPE is rejected, because custom entities can make a small file expand to an enormous size.
  if (/<!DOCTYPE/i.test(file)) return faultAt('', message('programme.doctype'))
  const verdict = XMLValidator.validate(file)
  if (verdict !== true) {
    const { line, col, msg } = verdict.err
    return faultAt(
      message('programme.line', { line, column: col }),
      message('programme.not-xml', { reason: xmlProblem(msg) }),
    )
  }
  try {
    const { schedule } = parser.parse(file) as Element
    return { file: isElement(schedule) ? { schedule: { conference: conferenceOf(schedule) } } : {} }
  } catch (error) {
    // The parser throws an error for names such as `__proto__` and for elements that are nested too deeply.
    const report = error instanceof Error ? error.message : String(error)
    return faultAt('', message('programme.unreadable', { reason: xmlProblem(report) }))
  }
}

const faultAt = (place: string | Message, problem: Message) => ({ fault: { place, problem } })

function conferenceOf(schedule: Element): unknown {
  const { conference } = schedule
  if (!isElement(conference)) return conference
  const { track, days: _, ...rest } = conference
  return {
    ...rest,
    tracks: listOf(track).map(({ name, color }) => ({ name, color })),
    days: listOf(schedule.day).map(dayOf),
  }
}

function dayOf({ start, end, room, ...day }: Element): Element {
  const rooms: Record<string, unknown[]> = Object.create(null)
  for (const { name, event } of listOf(room)) {
    const key = typeof name === 'string' ? name : ''
    const events = rooms[key] ?? []
    for (const item of listOf(event)) events.push(eventOf(item))
    rooms[key] = events
  }
  return { ...day, day_start: start, day_end: end, rooms }
}

function eventOf({ persons, room, track, ...event }: Element): Element {
  const named = isElement(persons) ? listOf(persons.person) : []
  return {
    ...event,
    room: firstOf(room),
    track: firstOf(track),
    persons: named.map(person => ({ ...person, public_name: person[text] })),
  }
}

const firstOf = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value)

const listOf = (value: unknown): readonly Element[] =>
  (Array.isArray(value) ? value : []).map(item => (isElement(item) ? item : { [text]: item }))

const isElement = (value: unknown): value is Element =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
