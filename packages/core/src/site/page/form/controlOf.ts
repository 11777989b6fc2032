import type { FormControl, FormRow, RelationTarget, TextControl } from '../../../answers/formControls.js'
import type { FormProperty, FormSchema } from '../../../answers/forms.js'
import type { TitledTerm } from '../../../answers/terms.js'
import { parseInstant } from '../../../foundation/instants.js'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../foundation/json.js'
import { localTimeIn } from '../../../foundation/wallClock.js'
import { blocksHtml, otherBlocks } from './blocksHtml.js'
import { listIn, objectIn, storedFile, stringIn, tokenIn, withoutReturns } from './payloadValues.js'

/** The context in which controls are created. */
export interface FormContext {
  /** The IANA name of the time zone in which the form shows instants. */
  readonly zone: string
  /** Returns the terms of the vocabulary at the given URL, except terms that the caller may not see. */
  terms(vocabularyUrl: string): readonly TitledTerm[]
}

interface NamedProperty {
  readonly property: FormProperty
  readonly name: string
  readonly required: boolean
}

interface Making {
  readonly frame: Pick<FormControl, 'name' | 'title' | 'description' | 'required'>
  readonly property: FormProperty
  readonly value: JsonValue
  readonly context: FormContext
}

type MakeControl = (making: Making) => FormControl

export function controlOf(
  { property, name, required }: NamedProperty,
  value: JsonValue,
  context: FormContext,
): FormControl {
  const { title, description } = property
  const make = makers.get(kindOf(property)) ?? textOf('line')
  return make({ frame: { name, title, description, required }, property, value, context })
}

function kindOf({ factory, widget, pattern, widgetOptions }: FormProperty): string {
  if (factory === 'Text line (String)' && (widget === 'url' || pattern !== undefined)) return widget ? 'URL' : 'Color'
  if (widget === 'poll_options') return 'Options'
  if (factory !== 'List') return factory
  return optionsIn(widgetOptions).widget === 'object_list' ? 'Rows' : 'Links'
}

const optionsIn = (widgetOptions: JsonValue | undefined): JsonObject =>
  objectIn(objectIn(widgetOptions).frontendOptions)

const limitsIn = ({ maxLength, minimum, maximum }: FormProperty): Pick<TextControl, 'maxLength' | 'min' | 'max'> => ({
  ...(typeof maxLength === 'number' ? { maxLength } : {}),
  ...(typeof minimum === 'number' ? { min: minimum } : {}),
  ...(typeof maximum === 'number' ? { max: maximum } : {}),
})

const textOf =
  (kind: TextControl['kind']): MakeControl =>
  ({ frame, property, value }) => ({
    ...frame,
    kind,
    value: withoutReturns(stringIn(value)),
    ...limitsIn(property),
  })

const isOfLanguages = (vocabularyUrl: string): boolean =>
  /\bplone\.app\.vocabularies\.\w+ContentLanguages$/.test(vocabularyUrl)

const titleOrder = new Intl.Collator('en')
/**
 * Sorts terms by title, because users look for the name of a language, but the vocabulary of languages is sorted by
 * code.
 */
const byTitle = (terms: readonly TitledTerm[]): readonly TitledTerm[] =>
  terms.toSorted((a, b) => titleOrder.compare(a.title, b.title))

function termsOf(
  url: JsonValue | undefined,
  values: readonly JsonValue[],
  context: FormContext,
): readonly TitledTerm[] {
  const address = stringIn(objectIn(url)['@id'])
  const known = isOfLanguages(address) ? byTitle(context.terms(address)) : context.terms(address)
  const tokens = new Set(known.map(({ token }) => token))
  // A stored token remains selectable even if its vocabulary no longer contains it.
  const further = values.filter(value => !tokens.has(tokenIn(value)) && tokenIn(value) !== '')
  if (further.length === 0) return known
  return [...known, ...further.map(value => ({ token: tokenIn(value), title: titleIn(value) }))]
}

const titleIn = (value: JsonValue): string => stringIn(objectIn(value).title) || tokenIn(value)

const choice: MakeControl = ({ frame, property, value, context }) => ({
  ...frame,
  kind: 'choice',
  values: tokenIn(value) === '' ? [] : [tokenIn(value)],
  terms: termsOf(property.vocabulary, [value], context),
})

const set: MakeControl = ({ frame, property, value, context }) => ({
  ...frame,
  kind: 'set',
  values: listIn(value).map(tokenIn),
  terms: termsOf(objectIn(property.items).vocabulary, listIn(value), context),
})

const maxSuggestions = 200

const lines: MakeControl = ({ frame, property, value, context }) => {
  const vocabulary = objectIn(property.widgetOptions).vocabulary
  const suggestions = vocabulary === undefined ? [] : termsOf(vocabulary, [], context).slice(0, maxSuggestions)
  return {
    ...frame,
    kind: 'lines',
    value: listIn(value).map(stringIn).join('\n'),
    ...(suggestions.length === 0 ? {} : { suggestions: suggestions.map(({ token }) => token) }),
  }
}

/** Returns the URL and, after a space, the title of a link. */
export const linkLine = (link: JsonValue): string =>
  isJsonObject(link) ? `${stringIn(link['@id'])} ${stringIn(link.title)}`.trim() : stringIn(link)

const links: MakeControl = ({ frame, value }) => ({
  ...frame,
  kind: 'links',
  value: (typeof value === 'string' ? [value] : listIn(value)).map(linkLine).join('\n'),
})

const instant: MakeControl = ({ frame, value, context: { zone } }) => {
  const at = typeof value === 'string' ? parseInstant(value) : null
  const local = at === null ? '' : new Date(localTimeIn(zone).toLocal(at)).toISOString().slice(0, 16)
  return { ...frame, kind: 'instant', value: local, zone }
}

const boolean: MakeControl = ({ frame, value }) => ({ ...frame, kind: 'boolean', value: value === true })

const richText: MakeControl = ({ frame, value }) => ({
  ...frame,
  kind: 'richText',
  value: withoutReturns(stringIn(isJsonObject(value) ? value.data : value)),
})

const blocks: MakeControl = ({ frame, value }) => ({
  ...frame,
  kind: 'richText',
  value: blocksHtml(value),
  blocks: otherBlocks(value),
})

const json: MakeControl = ({ frame, value }) => ({
  ...frame,
  kind: 'json',
  value: value === null ? '' : JSON.stringify(value, null, 2),
})

const relationTo =
  (kind: 'relation' | 'relations'): MakeControl =>
  ({ frame, property, value }) => {
    const options = objectIn(property.widgetOptions)
    const chosen = kind === 'relation' ? optionsIn(options).widgetProps : options.pattern_options
    const types = listIn(objectIn(chosen).selectableTypes).map(stringIn)
    const targets = (kind === 'relation' ? [value] : listIn(value)).filter(isJsonObject).map(targetOf)
    return { ...frame, kind, targets, query: '', results: [], ...(types.length === 0 ? {} : { types }) }
  }

const targetOf = (summary: JsonObject): RelationTarget => ({
  UID: stringIn(summary.UID),
  '@id': stringIn(summary['@id']),
  '@type': stringIn(summary['@type']),
  title: stringIn(summary.title),
})

const file =
  (kind: 'file' | 'image'): MakeControl =>
  ({ frame, value }) => ({
    ...frame,
    kind,
    isRemoved: false,
    file: isJsonObject(value) ? storedFile(value) : null,
  })

export const rowSchemaOf = ({ factory, widgetOptions, title, description }: FormProperty): FormSchema => {
  const { schema } = objectIn(optionsIn(widgetOptions).widgetProps)
  if (isJsonObject(schema)) return schema as unknown as FormSchema
  const option = { title, description, type: 'string', factory: factory && 'Text line (String)', behavior: '' }
  return { type: 'object', required: ['description'], fieldsets: [], properties: { description: option } }
}

export function rowOf(
  { property, name }: Pick<NamedProperty, 'property' | 'name'>,
  { key, value }: { readonly key: string; readonly value: JsonValue },
  context: FormContext,
): FormRow {
  const { properties, required } = rowSchemaOf(property)
  const row = objectIn(value)
  const controls = Object.entries(properties).map(([column, columnProperty]) =>
    controlOf(
      { property: columnProperty, name: `${name}.${key}.${column}`, required: required.includes(column) },
      row[column] ?? null,
      context,
    ),
  )
  return { key, controls }
}

const rows: MakeControl = ({ frame, property, value, context }) => {
  const at = { property, name: frame.name }
  const stored = listIn(value)
  return {
    ...frame,
    kind: 'rows',
    rows: stored.map((row, i) => rowOf(at, { key: String(i), value: row }, context)),
    blank: rowOf(at, { key: String(stored.length), value: null }, context),
  }
}

const makers: ReadonlyMap<string, MakeControl> = new Map<string, MakeControl>([
  ['Text line (String)', textOf('line')],
  ['Email', textOf('email')],
  ['URL', textOf('url')],
  ['Color', textOf('color')],
  ['Password', textOf('password')],
  ['Text', textOf('text')],
  ['Integer', textOf('integer')],
  ['Rich Text', richText],
  ['Blocks', blocks],
  ['JSONField', json],
  ['Yes/No', boolean],
  ['Date/Time', instant],
  ['Choice', choice],
  ['Set', set],
  ['Tuple', lines],
  ['Links', links],
  ['Relation Choice', relationTo('relation')],
  ['Relation List', relationTo('relations')],
  ['Rows', rows],
  ['Options', rows],
  ['File', file('file')],
  ['Image', file('image')],
])
