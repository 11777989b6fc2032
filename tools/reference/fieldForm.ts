import type { Field, FieldKind } from '../../packages/core/src/content/fields/field.js'

/** The terms of the vocabularies that are the same on every site, by vocabulary name. */
export type FixedTerms = ReadonlyMap<string, readonly string[]>

type FormOf<K extends FieldKind> = (field: Extract<Field, { kind: K }>, fixed: FixedTerms) => string

const count = (value: number): string => value.toLocaleString('en-US')
const code = (value: string): string => `\`${value}\``
const types = (field: { readonly types?: readonly string[] }): string =>
  field.types ? `the type ${field.types.map(code).join(' or ')}` : 'any type'

function termsOf(name: string, fixed: FixedTerms): string {
  const terms = fixed.get(name)
  if (!terms) return `of the vocabulary ${code(name)}`
  return terms.map(code).join(', ')
}

/** Returns a description of the values of a fixed vocabulary, such as `one of: …`, or `always …` for a single value. */
function oneOf(vocabulary: string, fixed: FixedTerms): string {
  const terms = termsOf(vocabulary, fixed)
  return fixed.get(vocabulary)?.length === 1 ? `always ${terms}` : `one of: ${terms}`
}

function rangeOf({ min, max }: { readonly min?: number; readonly max?: number }): string {
  if (min !== undefined && max !== undefined) return `integer from ${count(min)} to ${count(max)}`
  return min === undefined ? 'integer' : `integer of at least ${count(min)}`
}

const forms: { readonly [K in FieldKind]: FormOf<K> } = {
  line: ({ maxLength = 1024, isAddress, ascii }) =>
    isAddress ? 'path or URL' : `${ascii ? 'ASCII ' : ''}single-line string, at most ${count(maxLength)} characters`,
  text: ({ maxLength = 10_000 }) => `string, at most ${count(maxLength)} characters`,
  richText: () => 'HTML, as a string or as `{"data": …}`',
  boolean: () => '`true` or `false`',
  integer: rangeOf,
  instant: () => 'date and time with `Z` or a UTC offset',
  email: () => 'email address',
  uri: () => 'http or https URL',
  color: () => 'color as `#rrggbb`',
  zone: () => 'IANA time zone',
  choice: ({ vocabulary }, fixed) =>
    fixed.has(vocabulary) ? oneOf(vocabulary, fixed) : `token ${termsOf(vocabulary, fixed)}`,
  set: ({ vocabulary }, fixed) =>
    fixed.has(vocabulary) ? `list of: ${termsOf(vocabulary, fixed)}` : `list of tokens ${termsOf(vocabulary, fixed)}`,
  list: ({ maxEntries = 10_000, maxLength = 1024 }) =>
    `list of at most ${count(maxEntries)} strings, each of at most ${count(maxLength)} characters`,
  links: ({ acceptsText }) => `list of \`{"@id": …, "title": …}\`${acceptsText ? ', or a single address' : ''}`,
  relation: field => `path, URL or UID of an object of ${types(field)}`,
  relations: field => `list of paths, URLs or UIDs of objects of ${types(field)}`,
  rows: ({ columns, rowIds }, fixed) => {
    const id = rowIds === 'required' ? ['`id` (required)'] : []
    return `table with the columns ${[...id, ...columns.map(column => `${nameOf(column)}: ${formOf(column, fixed)}`)].join('; ')}`
  },
  options: () => 'list of `{"description": …}`; the service adds the `option_id`',
  json: () => 'JSON object ([blocks](blocks.md))',
  file: () => 'file',
  image: () => 'image file',
}

/** Returns the name of a field, and whether the field is required. */
export const nameOf = ({ name, required }: Field): string => `${code(name)}${required ? ' (required)' : ''}`

/** Returns a description of the values that a request can set in a field. */
export function formOf(field: Field, fixed: FixedTerms): string {
  const form = forms[field.kind] as FormOf<FieldKind>
  return form(field as never, fixed)
}
