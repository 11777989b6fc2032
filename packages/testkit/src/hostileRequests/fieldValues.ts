import type { Field, JsonObject, JsonValue } from '@plenum/core'
import fc from 'fast-check'
import type { Grammar } from './grammar.js'
import { hostileJson, hostileText, mostly } from './hostileValues.js'

const pngBytes = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

export const words = fc.constantFrom('Light', 'A page', 'Über uns', 'Lampe <b>', 'Nº 5 & more', '灯台', 'one two three')

export const dates: fc.Arbitrary<string> = fc
  .tuple(
    fc.date({ min: new Date('2024-01-01'), max: new Date('2029-01-01'), noInvalidDate: true }),
    fc.constantFrom('', 'Z', '+02:00', '+00:00'),
  )
  .map(([date, zone]) => `${date.toISOString().slice(0, 19)}${zone}`)

export const encodedFiles: fc.Arbitrary<JsonObject> = fc
  .record({
    data: fc.oneof(
      fc.constant(pngBytes.toString('base64')),
      fc.constant(pngBytes.subarray(0, 40).toString('base64')),
      fc.uint8Array({ maxLength: 300 }).map(bytes => Buffer.from(bytes).toString('base64')),
      fc.constantFrom(
        '',
        'A',
        '=',
        'QUJD\n',
        'QUJD====',
        '-_-_',
        'R0lGODlhAQABAAAAACw=',
        '/9j/4AAQSkZJRgAB',
        'UklGRg==',
      ),
      fc.constant(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="x"/>').toString('base64')),
    ),
    filename: mostly(4, fc.constantFrom('a.png', 'b.pdf', 'Über uns.txt', 'x'), hostileText),
    'content-type': mostly(4, fc.constantFrom('image/png', 'application/pdf', 'text/html'), hostileText),
  })
  .map(file => ({ ...file, encoding: 'base64' }))

const png: fc.Arbitrary<JsonObject> = fc.constant({
  data: pngBytes.toString('base64'),
  encoding: 'base64',
  filename: 'dot.png',
  'content-type': 'image/png',
})

const block = fc.oneof(
  fc.record({ '@type': fc.constant('slate'), plaintext: words }),
  fc.record({ '@type': fc.constant('html'), html: mostly(1, fc.constant('<p>Yes</p>'), hostileText) }),
  fc.record({ '@type': fc.constant('listing'), url: mostly(1, fc.constant('/'), hostileText), value: hostileJson }),
)

const blocks = fc.array(block, { maxLength: 3 }).map(list => Object.fromEntries(list.map((one, i) => [`b${i}`, one])))

/** Generates valid and almost valid values of a field. */
export function fieldValue(grammar: Grammar, field: Field): fc.Arbitrary<JsonValue> {
  const reference = fc
    .tuple(fc.constantFrom(...placesFor(grammar, 'types' in field ? field.types : undefined)), fc.nat(2))
    .map(([{ path, uid }, form]): JsonValue => [uid, path, { '@id': path }][form] ?? uid)
  const token = fc.constantFrom(...tokensOf(grammar, 'vocabulary' in field ? field.vocabulary : ''))
  switch (field.kind) {
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return fc.integer({ min: field.min ?? -2, max: Math.max(3, field.min ?? 0) })
    case 'instant':
      return dates
    case 'email':
      return fc.constant('a@example.org')
    case 'uri':
      return fc.constantFrom('https://example.org/a?b=c', 'https://example.org')
    case 'color':
      return fc.constantFrom('#000000', '#a0AEC0')
    case 'zone':
      return fc.constantFrom('UTC', 'Europe/Lisbon', 'Asia/Kathmandu')
    case 'choice':
      return fc.oneof(
        token,
        token.map(name => ({ token: name, title: name })),
      )
    case 'set':
      return fc.array(token, { maxLength: 3 })
    case 'list':
      return fc.array(words, { maxLength: 4 })
    case 'links':
      return fc.constantFrom<JsonValue>([{ '@id': 'https://example.org', title: 'E' }], ['/'], [])
    case 'relation':
      return reference
    case 'relations':
      return fc.array(reference, { maxLength: 3 })
    case 'rows':
      return fc.array(rowOf(grammar, field.columns), { maxLength: 3 })
    case 'options':
      return fc
        .array(words, { minLength: 2, maxLength: 5 })
        .map(list => list.map((description, option_id) => ({ description, option_id })))
    case 'json':
      return blocks
    case 'image':
      return png
    case 'file':
      return mostly(1, png, encodedFiles)
    case 'richText':
      return fc.constantFrom<JsonValue>('<p>Yes <b>and</b> no</p>', { data: '<p>A</p>', 'content-type': 'text/html' })
    default:
      return words
  }
}

const nobody = { path: '/nothing', type: 'Document', uid: '0'.repeat(32) }

function placesFor({ places }: Grammar, types: readonly string[] | undefined): Grammar['places'] {
  const candidates = places.filter(({ type }) => types === undefined || types.includes(type))
  return candidates.length > 0 ? candidates : [nobody]
}

function tokensOf({ tokens }: Grammar, vocabulary: string): readonly string[] {
  const tokensOfField = tokens.get(vocabulary) ?? []
  return tokensOfField.length > 0 ? tokensOfField : ['none']
}

function rowOf(grammar: Grammar, columns: readonly Field[]): fc.Arbitrary<JsonObject> {
  const values = Object.fromEntries(columns.map(column => [column.name, fieldValue(grammar, column)]))
  return fc.record({ id: fc.constantFrom('a', 'b', 'light', 'talk-30'), ...values })
}

/** Generates values for some fields of a type, and for all required fields if the object is new. */
export function fieldValues(grammar: Grammar, fields: readonly Field[], isNew: boolean): fc.Arbitrary<JsonObject> {
  const visible = fields.filter(({ hidden }) => !hidden)
  const needed = visible.filter(({ required, name }) => isNew && (required || name === 'title'))
  const values = Object.fromEntries(visible.map(field => [field.name, fieldValue(grammar, field)]))
  return fc
    .tuple(
      fc.record(Object.fromEntries(needed.map(({ name }) => [name, values[name] ?? words]))),
      fc
        .subarray(visible, { maxLength: Math.min(4, visible.length) })
        .chain(chosen => fc.record(Object.fromEntries(chosen.map(({ name }) => [name, values[name] ?? words])))),
    )
    .map(parts => Object.assign({}, ...parts) as JsonObject)
}
