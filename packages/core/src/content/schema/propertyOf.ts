import type { FormProperty } from '../../answers/forms.js'
import { formatInstant, type Instant } from '../../foundation/instants.js'
import type { JsonObject, JsonValue } from '../../foundation/json.js'
import type { Field, FieldKind, RowsField } from '../fields/field.js'
import { lineLimit, textLimit } from '../fields/textKinds.js'
import type { FieldValues } from '../node/node.js'

export interface PropertyContext {
  readonly now: Instant
  /** The field values of the site root, from which some initial values of new objects are taken. */
  readonly site?: FieldValues
  translate(text: string): string
  vocabularyUrl(name: string): string
}

type PropertyShape = JsonObject & Pick<FormProperty, 'type' | 'factory'>
type Shape<F> = (field: F, context: PropertyContext) => PropertyShape

const string = (factory: string, more: JsonObject = {}): PropertyShape => ({ type: 'string', factory, ...more })
const line = (maxLength: number): PropertyShape => string('Text line (String)', { maxLength })
const choice = (vocabulary: string, context: PropertyContext): PropertyShape =>
  string('Choice', { vocabulary: linkTo(vocabulary, context) })
const several = (factory: string, items: JsonObject, more: JsonObject = {}): PropertyShape => ({
  type: 'array',
  factory,
  uniqueItems: true,
  additionalItems: true,
  items: { title: '', description: '', ...items },
  ...more,
})
const form = (widget: string, widgetProps: JsonObject): JsonObject => ({
  widgetOptions: { frontendOptions: { widget, widgetProps } },
})
const linkTo = (vocabulary: string, { vocabularyUrl }: PropertyContext): JsonObject => ({
  '@id': vocabularyUrl(vocabulary),
})

/** The JSON Schema for each kind of field (docs/content-and-access.md, Schemas of types, rule 4). */
const shapes: { readonly [K in FieldKind]: Shape<Extract<Field, { kind: K }>> } = {
  line: ({ maxLength = lineLimit, isAddress }) => ({ ...line(maxLength), ...(isAddress ? { widget: 'url' } : {}) }),
  text: ({ maxLength = textLimit }) => string('Text', { widget: 'textarea', maxLength }),
  richText: () => string('Rich Text', { widget: 'richtext' }),
  boolean: () => ({ type: 'boolean', factory: 'Yes/No' }),
  integer: ({ min, max }) => ({
    type: 'integer',
    factory: 'Integer',
    ...(min === undefined ? {} : { minimum: min }),
    ...(max === undefined ? {} : { maximum: max }),
  }),
  instant: () => string('Date/Time', { widget: 'datetime' }),
  email: () => string('Email', { widget: 'email', maxLength: lineLimit }),
  uri: () => string('URL', { widget: 'url', maxLength: lineLimit }),
  color: () => string('Text line (String)', { pattern: '^#[0-9a-fA-F]{6}$' }),
  zone: (_, context) => choice('plone.app.vocabularies.Timezones', context),
  choice: ({ vocabulary }, context) => choice(vocabulary, context),
  set: ({ vocabulary }, context) => several('Set', choice(vocabulary, context)),
  list: ({ maxLength = lineLimit, suggestions }, context) =>
    several(
      'Tuple',
      line(maxLength),
      suggestions === undefined ? {} : { widgetOptions: { vocabulary: linkTo(suggestions, context) } },
    ),
  links: () => ({ type: 'array', factory: 'List', widget: 'object_browser', mode: 'link', allowExternals: true }),
  relation: ({ types }) =>
    string('Relation Choice', form('object_browser', { mode: isImage(types) ? 'image' : 'link', ...single(types) })),
  relations: ({ types }) =>
    several('Relation List', string('Relation Choice'), {
      widgetOptions: { pattern_options: { ...(types ? { selectableTypes: types } : {}) } },
    }),
  rows: (field, context) => ({
    type: 'array',
    factory: 'List',
    items: { title: '', description: '', type: 'object', factory: 'Dict' },
    ...form('object_list', { schema: rowSchema(field, context) }),
  }),
  options: () => ({ type: 'dict', factory: 'JSONField', widget: 'poll_options' }),
  json: () => ({ type: 'dict', factory: 'JSONField' }),
  file: () => ({ type: 'object', factory: 'File' }),
  image: () => ({ type: 'object', factory: 'Image' }),
}

const isImage = (types: readonly string[] | undefined): boolean => types?.length === 1 && types[0] === 'Image'

const single = (types: readonly string[] | undefined): JsonObject => ({
  return: 'single',
  ...(types ? { selectableTypes: types } : {}),
})

const idOfRow: Field = { kind: 'line', name: 'id', title: 'Short name', required: true, maxLength: 255 }

/** Returns the schema of the rows in a table. Forms show the id of a row only if the client must choose it. */
function rowSchema(field: RowsField, context: PropertyContext): JsonObject {
  const columns = field.rowIds === 'required' ? [idOfRow, ...field.columns] : field.columns
  return {
    title: context.translate(field.title),
    fieldsets: [{ id: 'default', title: context.translate('Default'), fields: columns.map(({ name }) => name) }],
    properties: Object.fromEntries(columns.map(column => [column.name, propertyOf(column, context)])),
    required: columns.filter(({ required }) => required).map(({ name }) => name),
  }
}

export function propertyOf(field: Field, context: PropertyContext): FormProperty {
  const initial = initialValue(field, context)
  const shape = shapes[field.kind] as Shape<Field>
  return {
    title: context.translate(field.title),
    description: field.description === undefined ? '' : context.translate(field.description),
    ...shape(field, context),
    ...(initial === null || initial === '' ? {} : { default: initial }),
  }
}

function initialValue(field: Field, { now, site = {} }: PropertyContext): JsonValue {
  const siteValue = field.initialFrom === undefined ? undefined : site[field.initialFrom]
  if (siteValue !== undefined) return siteValue
  const value = typeof field.default === 'function' ? field.default(now) : (field.default ?? null)
  return field.kind === 'instant' && typeof value === 'number' ? formatInstant(value) : value
}
