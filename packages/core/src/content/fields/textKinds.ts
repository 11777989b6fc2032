import { runnableScheme } from '../../foundation/addresses.js'
import { isEmail } from '../../foundation/email.js'
import { isJsonObject, type JsonObject, type JsonValue } from '../../foundation/json.js'
import { isTimeZone } from '../../foundation/wallClock.js'
import type {
  ColorField,
  EmailField,
  Field,
  LineField,
  LinksField,
  ListField,
  RichTextField,
  TextField,
  UriField,
  ZoneField,
} from './field.js'
import { accept, maxHtml, type Reading, type ReadValue, refuse, tooMany } from './reading.js'

/** The default maximum lengths of single-line and multi-line strings, in characters. */
export const lineLimit = 1024
export const textLimit = 10_000

const uriForm = /^(?:https?:\/\/[^\s/?#]+(?:[/?#][^\s<>"]*)?|mailto:[^\s@]+@[^\s<>"]*|tel:\+?[\d-][^\s<>"]*)$/i
// Matches addresses with a forbidden scheme. Browsers can execute some of these addresses as code.
const forbiddenScheme = /^[\s\p{Cc}]*(?!https?:|mailto:|tel:|ftp:)[a-z][a-z0-9+.\s\p{Cc}-]*:/iu

const withinLimit = (text: string, limit: number): Reading =>
  text.length > limit ? refuse('field.too-long', { limit }) : accept(text)

/**
 * Trims a single-line string. If only the leading or trailing whitespace differs, the stored string is kept
 * (docs/content-and-access.md, Values of fields, rule 11). Imports preserve whitespace (`keepsBlanks`).
 */
function trimmed(raw: string, { context, stored }: Parameters<ReadValue<Field>>[2]): string {
  const text = raw.trim()
  if (context.keepsBlanks) return raw
  return typeof stored === 'string' && stored.trim() === text ? stored : text
}

export const readLine: ReadValue<LineField> = (field, raw, at) => {
  if (typeof raw !== 'string') return refuse('field.text-expected')
  const line = trimmed(raw, at)
  if (/[\r\n]/.test(line)) return refuse('field.line-break')
  if (field.required && line.trim() === '') return refuse('field.required')
  const problem = field.isAddress && line !== at.stored ? addressProblem(line) : undefined
  if (problem) return problem
  if (field.emptyIsNull && line === '' && at.stored !== '' && !at.context.keepsBlanks) return accept(null)
  if (field.ascii && !/^[\x20-\x7e]*$/.test(line)) return refuse('field.not-ascii')
  return withinLimit(line, field.maxLength ?? lineLimit)
}

/**
 * Returns the problem with a changed address. Unchanged addresses are not checked, because an unchanged invalid address
 * must not block other changes.
 */
const addressProblem = (address: string): Reading | undefined =>
  schemeProblem([address]) ?? (forbiddenScheme.test(address) ? refuse('field.uri') : undefined)

function schemeProblem(addresses: readonly (JsonValue | undefined)[]): Reading | undefined {
  const scheme = addresses
    .map(address => (typeof address === 'string' ? runnableScheme(address) : undefined))
    .find(Boolean)
  return scheme === undefined ? undefined : refuse('field.address-scheme', { scheme })
}

export const readText: ReadValue<TextField> = (field, raw) => {
  if (typeof raw !== 'string') return refuse('field.text-expected')
  if (field.required && raw.trim() === '') return refuse('field.required')
  return withinLimit(raw, field.maxLength ?? textLimit)
}

/**
 * Reads rich text from a request. HTML is sanitized before it is stored, because clients insert it into their pages
 * unchanged.
 */
export const readRichText: ReadValue<RichTextField> = (_, raw, { context }) => {
  const data = isJsonObject(raw) ? raw.data : raw
  const contentType = isJsonObject(raw) ? (raw['content-type'] ?? 'text/html') : 'text/html'
  if (typeof data !== 'string' || contentType !== 'text/html') return refuse('field.rich-text-expected')
  if (data.length > maxHtml) return refuse('field.too-long', { limit: maxHtml })
  const clean = context.cleanHtml(data)
  return typeof clean === 'string' ? accept(richTextOf(clean)) : { ok: false, reason: clean }
}

export const richTextOf = (html: string): JsonObject => ({ data: html, 'content-type': 'text/html', encoding: 'utf-8' })

const readFormatted =
  <F extends Field>(
    isValid: (text: string) => boolean,
    problem: 'field.email' | 'field.uri' | 'field.color',
  ): ReadValue<F> =>
  (field, raw, at) => {
    if (typeof raw !== 'string') return refuse('field.text-expected')
    const line = trimmed(raw, at)
    if (line === '') return field.required ? refuse('field.required') : accept(null)
    if (line.length > lineLimit) return refuse('field.too-long', { limit: lineLimit })
    return isValid(line) ? accept(line) : refuse(problem)
  }

const readWebAddress: ReadValue<UriField> = readFormatted(text => uriForm.test(text), 'field.uri')
export const readEmail: ReadValue<EmailField> = readFormatted(isEmail, 'field.email')
export const readUri: ReadValue<UriField> = (field, raw, at) => schemeProblem([raw]) ?? readWebAddress(field, raw, at)
export const readColor: ReadValue<ColorField> = readFormatted(text => /^#[0-9a-f]{6}$/i.test(text), 'field.color')

export const readZone: ReadValue<ZoneField> = (_, raw) => {
  if (typeof raw !== 'string') return refuse('field.text-expected')
  return isTimeZone(raw) ? accept(raw) : refuse('zone.unknown', { zone: raw.slice(0, 100) })
}

export const readList: ReadValue<ListField> = ({ maxEntries, maxLength = lineLimit }, raw, { context, stored }) => {
  if (!Array.isArray(raw)) return refuse('field.list-expected')
  const problem = tooMany(raw, maxEntries)
  if (problem) return problem
  const items: readonly JsonValue[] = raw
  if (!items.every(item => typeof item === 'string')) return refuse('field.list-of-text-expected')
  const before = new Set<JsonValue>(Array.isArray(stored) ? stored : [])
  const lines = items.map(item => (context.keepsBlanks || before.has(item) ? item : item.trim()))
  if (lines.some(line => line.length > maxLength)) return refuse('field.too-long', { limit: maxLength })
  return accept([...new Set(lines)])
}

const maxLinks = 100

const addressOfLink = (raw: JsonValue): JsonValue | undefined => (isJsonObject(raw) ? raw['@id'] : raw)

const isLinkTitle = (title: JsonValue): boolean => typeof title === 'string' && title.length <= lineLimit

const hasLinkTitle = (raw: JsonValue): boolean => !isJsonObject(raw) || isLinkTitle(raw.title ?? '')

function linkIn(raw: JsonValue): JsonObject | undefined {
  const { '@id': address, title = '' } = isJsonObject(raw) ? raw : { '@id': raw }
  if (typeof address !== 'string' || !isLinkTitle(title)) return undefined
  const isAddress = address.length <= lineLimit && (uriForm.test(address) || /^\/(?!\/)/.test(address))
  return isAddress ? { '@id': address, title } : undefined
}

export const readLinks: ReadValue<LinksField> = ({ acceptsText }, raw) => {
  if (acceptsText && typeof raw === 'string') return schemeProblem([raw]) ?? withinLimit(raw, lineLimit)
  const items = Array.isArray(raw) ? (raw as readonly JsonValue[]) : [raw]
  const problem = tooMany(items, maxLinks) ?? schemeProblem(items.map(addressOfLink))
  if (problem) return problem
  const links = items.flatMap(item => linkIn(item) ?? [])
  if (links.length === items.length) return accept(links)
  const isOtherText = items.some(item => !linkIn(item) && typeof addressOfLink(item) === 'string' && hasLinkTitle(item))
  return refuse(isOtherText ? 'field.link-address' : 'field.links-expected')
}
