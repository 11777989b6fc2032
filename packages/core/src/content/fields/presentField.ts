import { formatInstant } from '../../foundation/instants.js'
import { isJsonObject, type JsonObject, type JsonValue } from '../../foundation/json.js'
import type { Message } from '../../foundation/messages.js'
import { presentFile, presentImage } from '../node/images.js'
import type { StoredFile } from '../node/node.js'
import type { Field, RowsField } from './field.js'
import type { Term } from './reading.js'

/** The data that `presentField` requires. It is loaded in advance, so that `presentField` is a pure function. */
export interface PresentingContext {
  readonly url: string
  readonly base: string
  term(vocabulary: string, token: string): Term | undefined
  related(uid: string): JsonObject | undefined
  translate(text: string | Message): string
}

type Present = (field: Field, value: JsonValue, context: PresentingContext) => JsonValue

const presentRaw: Present = (_, value) => value

function presentTerm(vocabulary: string, token: JsonValue, context: PresentingContext): JsonObject | undefined {
  const term = context.term(vocabulary, String(token))
  return term && { token: term.token, title: term.titleMessage ? context.translate(term.titleMessage) : term.title }
}

const listOf = (value: JsonValue): readonly JsonValue[] => (Array.isArray(value) ? value : [])

const presenters: Partial<Record<Field['kind'], Present>> = {
  line: (field, value, { base }) => (field.kind === 'line' && field.isAddress ? addressAt(base, value) : value),
  instant: (_, value) => (typeof value === 'number' ? formatInstant(value) : null),
  choice: (field, value, context) => {
    if (field.kind !== 'choice' || value === null || field.bare) return value
    return presentTerm(field.vocabulary, value, context) ?? value
  },
  set: (field, value, context) =>
    field.kind === 'set' && value !== null
      ? listOf(value).flatMap(token => presentTerm(field.vocabulary, token, context) ?? [])
      : value,
  relation: (_, value, context) => (typeof value === 'string' ? (context.related(value) ?? null) : null),
  relations: (_, value, context) => listOf(value).flatMap(uid => context.related(String(uid)) ?? []),
  rows: (field, value, context) =>
    field.kind === 'rows'
      ? listOf(value).map(row => (isJsonObject(row) ? presentRow(field, row, context) : row))
      : value,
  file: (field, value, { url }) => value && presentFile(value as StoredFile, `${url}/@@download/${field.name}`),
  image: (field, value, { url }) => value && presentImage(value as StoredFile, `${url}/@@images/${field.name}`),
}

/** Converts a path within the site to a URL. Returns other values unchanged. */
export const addressAt = <Address extends JsonValue>(base: string, address: Address): Address | string =>
  typeof address === 'string' && /^\/(?!\/)/.test(address) ? base + address : address

function presentRow(field: RowsField, row: JsonObject, context: PresentingContext): JsonObject {
  const columns = field.columns.map(column => [column.name, presentField(column, row[column.name] ?? null, context)])
  const titleEntry = field.titledBy === undefined ? {} : { title: titleOf(field, row, context) }
  return { '@id': row['@id'] ?? row.id ?? null, id: row.id ?? null, ...Object.fromEntries(columns), ...titleEntry }
}

function titleOf(field: RowsField, row: JsonObject, context: PresentingContext): JsonValue {
  const column = field.columns.find(({ name }) => name === field.titledBy)
  const token = row[field.titledBy ?? ''] ?? null
  return (column?.kind === 'choice' && presentTerm(column.vocabulary, token, context)?.title) || token
}

/**
 * Converts a field value for payloads: dates in UTC, terms with titles, and relations as summaries
 * (docs/content-and-access.md, Values of fields, rule 10).
 */
export const presentField = (field: Field, value: JsonValue, context: PresentingContext): JsonValue =>
  (presenters[field.kind] ?? presentRaw)(field, value, context)

/** Whether the presented value is the same for all callers, because it contains neither terms nor related objects. */
export const isPlain = ({ kind }: Field): boolean => !contextKinds.has(kind)

const contextKinds: ReadonlySet<Field['kind']> = new Set(['choice', 'set', 'relation', 'relations', 'rows'])

/** Returns the UIDs for which `presentField` calls `PresentingContext.related`. */
export function relatedUids(field: Field, value: JsonValue): readonly string[] {
  if (field.kind === 'relation') return typeof value === 'string' ? [value] : []
  return field.kind === 'relations' ? listOf(value).map(String) : []
}

export function tokensIn(field: Field, value: JsonValue): readonly (readonly [vocabulary: string, token: string])[] {
  if (field.kind === 'choice') return typeof value === 'string' && value !== '' ? [[field.vocabulary, value]] : []
  if (field.kind === 'set') return listOf(value).map(token => [field.vocabulary, String(token)])
  if (field.kind !== 'rows') return []
  const rows = listOf(value).filter(isJsonObject)
  return field.columns.flatMap(column => rows.flatMap(row => tokensIn(column, row[column.name] ?? null)))
}
