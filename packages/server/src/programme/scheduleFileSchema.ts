import { type Instant, localTimeIn, type Message, message, parseInstant } from '@plenum/core'
import { Ajv, type ErrorObject } from 'ajv'
import { type Fault, quote } from './fault.js'
import { readJson } from './readJson.js'
import { looksLikeXml, readScheduleXml } from './readScheduleXml.js'

/** A string, or an object with a string for each language: `{ en: 'Talk', de: 'Vortrag' }`. */
export type FileWords = string | Readonly<Record<string, string | null>> | null

type Texts<Keys extends string> = { readonly [Key in Keys]?: string | null }

export interface FilePerson extends Texts<'code' | 'guid' | 'public_name' | 'name' | 'full_public_name' | 'biography'> {
  readonly id?: string | number | null
}

type RequiredKey = 'guid' | 'title' | 'date' | 'duration'
type OptionalKey = 'slug' | 'room' | 'language' | 'abstract' | 'description'
export interface FileEvent extends Texts<OptionalKey>, Partial<Readonly<Record<RequiredKey, string>>> {
  readonly id?: string | number | null
  readonly track?: FileWords
  readonly type?: FileWords
  /** The end of the event, which is not validated because it only makes the duration more precise. */
  readonly end?: unknown
  readonly persons?: readonly (FilePerson | null)[] | null
}

export interface FileDay extends Texts<'day_start' | 'day_end'> {
  readonly rooms?: Readonly<Record<string, readonly (FileEvent | null)[]>>
}

/** The part of a file that the importer reads. Any key may be missing, because invalid values have been removed. */
export interface FileConference extends Texts<'start' | 'end' | 'time_zone_name'> {
  readonly title?: string
  readonly rooms?: readonly ({ readonly name?: FileWords } | null)[] | null
  readonly tracks?: readonly ({ readonly name?: FileWords; readonly color?: unknown } | null)[] | null
  readonly days?: readonly (FileDay | null)[]
}

export type Path = readonly (string | number)[]

/** Returns the schema for strings that match a pattern. `description` is the id of a message that names the format. */
const matching = (form: RegExp, description: string) => ({ type: 'string', pattern: form.source, description })
const line = { ...matching(/\S/u, 'programme.not-blank'), maxLength: 1024 }
const guid = matching(/^[0-9A-Fa-f]{8}(-?[0-9A-Fa-f]{4}){3}-?[0-9A-Fa-f]{12}$/u, 'programme.uuid')
/** The schema of a duration. If a duration is longer than a day, pretalx writes the days before the hours. */
const duration = matching(/^([0-9]{1,5}|[0-9]{1,2}:[01][0-9]|[0-9]{1,2}:2[0-3]):[0-5][0-9]$/u, 'programme.duration')
const date = { type: ['string', 'null'], format: 'date', description: 'programme.date' }
const moment = { format: 'moment', description: 'programme.moment' }
const optionalLine = { type: ['string', 'null'], maxLength: 1024 }
const optionalText = { type: ['string', 'null'], maxLength: 100_000 }
const identifier = { type: ['string', 'integer', 'null'], maxLength: 255 }
const words = { ...optionalLine, type: ['string', 'object', 'null'], additionalProperties: optionalLine }

const person = {
  type: 'object',
  properties: {
    ...{ id: identifier, code: identifier, guid: identifier, biography: optionalText },
    ...{ public_name: optionalLine, name: optionalLine, full_public_name: optionalLine },
  },
}

const event = {
  type: 'object',
  required: ['guid', 'title', 'date', 'duration'],
  properties: {
    ...{ id: identifier, slug: optionalLine, guid, title: line, duration, room: optionalLine },
    ...{ track: words, type: words, language: optionalLine, abstract: optionalText, description: optionalText },
    date: { type: 'string', ...moment },
    persons: { type: ['array', 'null'], maxItems: 200, items: person },
  },
}

const events = { type: 'array', maxItems: 20_000, items: event }
const day = {
  type: 'object',
  required: ['rooms'],
  properties: {
    ...{ day_start: { type: ['string', 'null'], ...moment }, day_end: { type: ['string', 'null'], ...moment } },
    rooms: { type: 'object', maxProperties: 1000, additionalProperties: events },
  },
}

const named = { type: 'object', required: ['name'], properties: { name: words } }
const conference = {
  type: 'object',
  required: ['title', 'days'],
  properties: {
    ...{ title: line, start: date, end: date, time_zone_name: optionalLine },
    rooms: { type: ['array', 'null'], maxItems: 1000, items: named },
    tracks: { type: ['array', 'null'], maxItems: 1000, items: named },
    days: { type: 'array', maxItems: 366, items: day },
  },
}

/**
 * The schema of the part of a frab or pretalx schedule file that the importer reads. Other keys are allowed.
 */
const scheduleFileSchema = {
  type: 'object',
  required: ['schedule'],
  properties: { schedule: { type: 'object', required: ['conference'], properties: { conference } } },
}

const validate = new Ajv({ allErrors: true, allowUnionTypes: true, verbose: true })
  .addFormat('date', text => /^\d{4}-\d\d-\d\d/.test(text) && parseInstant(text) !== null)
  .addFormat('moment', text => /^\d{4}-\d\d-\d\d[T ]/.test(text) && parseInstant(text) !== null)
  .compile(scheduleFileSchema)

/**
 * Parses a schedule file. Invalid values are reported and removed, so that the remaining values can still be checked.
 * `conference` is undefined if no values remain.
 */
export function parseScheduleFile(text: string): {
  readonly faults: readonly Fault[]
  readonly conference: FileConference | undefined
} {
  const plain = text.replace(/^\uFEFF/, '')
  const { file, fault } = looksLikeXml(plain) ? readScheduleXml(plain) : readJson(plain)
  if (fault) return { faults: [fault], conference: undefined }
  validate(file)
  const errors = (validate.errors ?? []).map(error => ({ error, path: pathOf(error, file) }))
  const faults = errors.map(({ error, path }) => ({ place: placeOf(path), problem: problemOf(error) }))
  for (const { error, path } of errors) if (error.keyword !== 'required') takeOut(file, path)
  return { faults, conference: valueAt(file, ['schedule', 'conference']) as FileConference | undefined }
}

/**
 * Returns a path as a string, for example `days[0].rooms["Curie"]`. Room names are quoted. An empty path becomes an
 * empty string.
 */
export function placeOf(path: Path): string {
  const parts = path.map((key, i) => {
    if (typeof key === 'number') return `[${key}]`
    const isName = path[i - 1] === 'rooms' || (i > 0 && !/^\w+$/.test(key))
    return isName ? `[${JSON.stringify(key)}]` : `.${key}`
  })
  return parts.join('').replace(/^\./, '')
}

function pathOf({ instancePath, keyword, params }: ErrorObject, file: unknown): Path {
  const keys = instancePath.split('/').slice(1)
  const path: (string | number)[] = []
  for (const key of keys.map(escaped => escaped.replaceAll('~1', '/').replaceAll('~0', '~'))) {
    path.push(Array.isArray(valueAt(file, path)) ? Number(key) : key)
  }
  return keyword === 'required' ? [...path, String(params.missingProperty)] : path
}

const valueAt = (file: unknown, path: Path): unknown =>
  path.reduce((value, key) => (isContainer(value) && Object.hasOwn(value, key) ? value[key] : undefined), file)

const isContainer = (value: unknown): value is Record<string | number, unknown> =>
  typeof value === 'object' && value !== null

/**
 * Removes a value from a file. In a list, the value is replaced with null, so that the other entries keep their
 * indexes.
 */
function takeOut(file: unknown, path: Path): void {
  const [container, key] = [valueAt(file, path.slice(0, -1)), path.at(-1)]
  if (!isContainer(container) || key === undefined) return
  if (Array.isArray(container)) container[Number(key)] = null
  else delete container[key]
}

const typeNames: ReadonlyMap<string, Message> = new Map([
  ['string', message('programme.text')],
  ['integer', message('programme.integer')],
  ['number', message('programme.number')],
  ['boolean', message('programme.boolean')],
  ['array', message('programme.list')],
  ['object', message('programme.object')],
])

function problemOf({ keyword, params, data, parentSchema }: ErrorObject): Message {
  const { limit } = params
  if (keyword === 'required') return message('programme.missing')
  if (keyword === 'type')
    return message('programme.expected', { expected: typeNamesOf([params.type].flat()), value: typeNameOf(data) })
  if (keyword === 'pattern' || keyword === 'format') {
    return message('programme.expected', { expected: { id: `${parentSchema?.description}` }, value: quote(`${data}`) })
  }
  if (keyword === 'maxLength') return message('programme.characters', { limit, count: [...String(data)].length })
  return message('programme.entries', { limit, count: Object.keys(Object(data)).length })
}

/**
 * Returns a message that lists the names of the given types. Null is omitted, because it is allowed only for optional
 * values and should not be recommended.
 */
const typeNamesOf = (types: readonly string[]): Message =>
  types.flatMap(type => typeNames.get(type) ?? []).reduce((one, other) => message('programme.or', { one, other }))

function typeNameOf(value: unknown): Message | string {
  const type = Array.isArray(value) ? 'array' : typeof value
  return value === null ? 'null' : (typeNames.get(type) ?? type)
}

export function wordsOf(words: FileWords | undefined): string {
  if (typeof words === 'string' || !words) return lineOf(words)
  return [words.en, ...Object.values(words)].map(lineOf).find(Boolean) ?? ''
}

export const lineOf = (text: string | null | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim()

/**
 * Returns a function that converts a date to an instant. Dates without an offset are in `zone`. A time that occurs
 * twice at a clock change is interpreted as its first occurrence. A time that is skipped is interpreted with the offset
 * before the clock change.
 */
export function momentIn(zone: string): (text: string) => Instant | null {
  const { toInstant } = localTimeIn(zone)
  return text => {
    const instant = parseInstant(text)
    const hasOffset = text.includes(':') && /(?:Z|[+-]\d\d(?::?\d\d)?)$/.test(text)
    return instant === null || hasOffset ? instant : toInstant(instant)
  }
}
