import type { Field, JsonObject, JsonValue } from '@plenum/core'
import { pngHeader } from '../pngHeader.js'

export interface References {
  /** The paths of possible targets for relation fields, by type. */
  readonly targets: Readonly<Record<string, readonly string[]>>
  tokens(vocabulary: string): readonly string[]
}

export const picture = (edge: number): JsonObject => ({
  data: pngHeader(edge, edge),
  encoding: 'base64',
  filename: `picture-${edge}.png`,
  'content-type': 'image/png',
})

export function fullValues(fields: readonly Field[], references: References): JsonObject {
  const named = fields.filter(({ hidden }) => !hidden)
  return Object.fromEntries(named.map(field => [field.name, fullValue(field, references)]))
}

function fullValue(field: Field, references: References): JsonValue {
  if (field.name === 'blocks') return Object.fromEntries(blocksFor(references).map((block, i) => [`b${i}`, block]))
  if (field.name === 'blocks_layout') return { items: blocksFor(references).map((_, i) => `b${i}`) }
  // These fields have fixed values. Without versioning, the object would have no versions, and swapped dates would
  // violate rules that involve several fields.
  if (field.name === 'versioning_enabled') return true
  if (field.name === 'recurrence') return 'RRULE:FREQ=DAILY;COUNT=3'
  return valueOfKind(field, references)
}

const dates: Readonly<Record<string, string>> = {
  end: '2027-03-02T10:00:00+00:00',
  expires: '2090-03-02T10:00:00+00:00',
  close_date: '2090-03-02T10:00:00+00:00',
}

function valueOfKind(field: Field, references: References): JsonValue {
  const terms = 'vocabulary' in field ? references.tokens(field.vocabulary) : []
  switch (field.kind) {
    case 'boolean':
      return field.default !== true
    case 'integer':
      return (field.min ?? 0) + 1
    case 'instant':
      return dates[field.name] ?? '2027-03-01T09:30:00+00:00'
    case 'email':
      return 'a@example.org'
    case 'uri':
      return 'https://example.org/a?b=c'
    case 'color':
      return '#a0AEC0'
    case 'zone':
      return 'Asia/Kathmandu'
    case 'choice':
      return terms[0] ?? null
    case 'set':
      return terms.slice(0, 2)
    case 'list':
      return ['b', 'a']
    case 'links':
      return [{ '@id': 'https://example.org/', title: 'Example' }]
    case 'relation':
      return targetsFor(field.types, references)[0] ?? null
    case 'relations':
      return targetsFor(field.types, references)
    case 'rows':
      return ['x', 'y'].map(id => ({ id, ...fullValues(field.columns, references) }))
    case 'options':
      return ['Yes', 'No'].map((description, option_id) => ({ description, option_id }))
    case 'json':
      return { a: [1, null, { b: 'c' }] }
    case 'image':
    case 'file':
      return picture(500)
    case 'richText':
      return { data: linksTo(references), 'content-type': 'text/html', encoding: 'utf-8' }
    case 'line':
      return field.isAddress ? `${anyTarget(references)}#there` : `A ${field.name}`
    default:
      return `A ${field.name}`
  }
}

function targetsFor(types: readonly string[] | undefined, { targets }: References): readonly string[] {
  return Object.entries(targets).flatMap(([type, paths]) => ((types?.includes(type) ?? true) ? paths : []))
}

const anyTarget = ({ targets }: References): string => Object.values(targets).flat()[0] ?? '/'

const linksTo = ({ targets }: References): string =>
  `<p>${Object.values(targets)
    .flat()
    .map(path => `<a href="${path}">x</a><img src="${path}/@@images/image/preview" />`)
    .join('')}</p>`

/** Returns blocks that refer to the targets. Each target gets every third kind of block, so that all kinds occur. */
const blocksFor = ({ targets }: References): readonly JsonObject[] =>
  Object.values(targets)
    .flat()
    .flatMap((path, i) => blocksWith(path).filter((_, j) => (i + j) % 3 === 0))

const slate = (url: string): JsonValue => [{ type: 'p', children: [{ type: 'link', data: { url } }] }]

function blocksWith(path: string): readonly JsonObject[] {
  return [
    { '@type': 'slate', value: slate(`${path}#part`), plaintext: 'x' },
    { '@type': 'text', text: { blocks: [{ text: 'x' }], entityMap: { 0: { type: 'LINK', data: { url: path } } } } },
    { '@type': 'slateTable', table: { rows: [{ cells: [{ value: slate(path) }] }] } },
    { '@type': 'image', url: path, image_field: 'image', image_scales: {}, alt: 'x' },
    { '@type': 'image', url: `${path}/@@images/image/large` },
    { '@type': 'teaser', href: [{ '@id': path }], overwrite: false },
    { '@type': 'teaser', href: path, overwrite: true, title: 'Mine', description: '', head_title: null },
    {
      '@type': 'card',
      href: [{ '@id': path, title: 'T', Description: 'D', image_scales: null }],
      preview_image: path,
    },
    { '@type': 'gridBlock', blocks: { b: { '@type': 'teaser', href: [path], overwrite: false } } },
    { '@type': 'columns', data: { blocks: { b: { '@type': 'slate', value: slate(path) } } } },
    { '@type': 'html', html: `<p><a href="${path}">x</a></p>` },
    { '@type': 'listing', querystring: { query: [{ i: 'path', o: 'x.absolutePath', v: path }] } },
  ]
}
