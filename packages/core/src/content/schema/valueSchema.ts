import type { JsonObject } from '../../foundation/json.js'
import type { Field, FieldKind } from '../fields/field.js'
import { lineLimit, textLimit } from '../fields/textKinds.js'
import type { RegisteredType } from '../model/model.js'

type Schema<F> = (field: F) => JsonObject

const text = { type: ['string', 'null'] } as const
const line = (maxLength: number): JsonObject => ({ ...text, maxLength })
const anyOf = (...schemas: readonly JsonObject[]): JsonObject => ({ anyOf: schemas })
const listOf = (items: JsonObject): JsonObject => ({ type: ['array', 'null'], items })
const object = (properties: JsonObject, required: readonly string[]): JsonObject => ({
  type: 'object',
  properties,
  required,
})

const string = { type: 'string' } as const
const nothing = { type: 'null' } as const
const term = anyOf(string, object({ token: string, title: string }, ['token']))
const target = anyOf({ ...string, description: 'A UID, path or URL.' }, { type: 'object' })
const file = anyOf({ type: 'object', properties: { data: string, encoding: string, filename: string } }, nothing)

/** The JSON Schema of the values that requests can contain, for each kind of field. */
const schemas: { readonly [K in FieldKind]: Schema<Extract<Field, { kind: K }>> } = {
  line: ({ maxLength = lineLimit }) => line(maxLength),
  text: ({ maxLength = textLimit }) => line(maxLength),
  richText: () => anyOf(text, object({ data: string, 'content-type': string, encoding: string }, ['data'])),
  boolean: () => ({ type: ['boolean', 'null'] }),
  integer: ({ min, max }) => ({
    type: ['integer', 'null'],
    ...(min === undefined ? {} : { minimum: min }),
    ...(max === undefined ? {} : { maximum: max }),
  }),
  instant: () => ({ ...text, description: 'A date and time (ISO 8601). Without a time zone, UTC.' }),
  email: () => line(lineLimit),
  uri: () => line(lineLimit),
  color: () => ({ ...text, examples: ['#0b5f6b'] }),
  zone: () => anyOf(term, nothing),
  choice: () => anyOf(term, nothing),
  set: () => listOf(term),
  list: () => listOf(string),
  links: () => anyOf(listOf(object({ '@id': string, title: string }, ['@id'])), string),
  relation: () => anyOf(target, nothing),
  relations: () => listOf(target),
  rows: ({ columns }) =>
    listOf({
      type: 'object',
      properties: Object.fromEntries(columns.map(column => [column.name, valueSchema(column)])),
    }),
  options: () => listOf(object({ description: string, option_id: { type: 'integer' } }, ['description'])),
  json: () => ({ type: ['object', 'null'] }),
  file: () => file,
  image: () => file,
}

/** Returns the JSON Schema for the values of a field in requests, including the English title. */
const valueSchema = (field: Field): JsonObject => ({
  title: field.title,
  ...(field.description === undefined ? {} : { description: field.description }),
  ...(schemas[field.kind] as Schema<Field>)(field),
})

/** Returns the JSON Schema of the fields that requests can set. */
export const fieldsSchema = ({ title, allFields }: RegisteredType): JsonObject => ({
  title,
  type: 'object',
  properties: Object.fromEntries(
    allFields.filter(({ hidden }) => !hidden).map(field => [field.name, valueSchema(field)]),
  ),
})
