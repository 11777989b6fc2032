import type { JsonObject, JsonValue } from '../../foundation/json.js'
import type { Field } from './field.js'
import { type PresentingContext, presentField, relatedUids } from './presentField.js'

const terms: Readonly<Record<string, string>> = { main: 'Main hall', small: 'Small room' }

const context: PresentingContext = {
  base: 'http://x',
  url: 'http://site.example/a',
  term: (vocabulary, token) =>
    vocabulary === 'rooms' && Object.hasOwn(terms, token)
      ? { token, title: terms[token] ?? '', titleMessage: { id: terms[token] ?? '' } }
      : undefined,
  related: uid => (uid === 'hidden' ? undefined : { '@id': `http://site.example/${uid}`, UID: uid }),
  translate: text => `${typeof text === 'string' ? text : text.id} (de)`,
}

const present = (field: Partial<Field> & Pick<Field, 'kind'>, value: JsonValue): JsonValue =>
  presentField({ name: 'f', title: 'F', ...field } as Field, value, context)

const room = (token: string): JsonObject => ({ token, title: `${terms[token]} (de)` })

describe('the presented value of a field', () => {
  it.each([
    ['line', 'text'],
    ['text', 'text'],
    ['richText', { data: '<p>' }],
    ['boolean', false],
    ['integer', 0],
    ['email', 'a@b.de'],
    ['uri', 'https://example.org'],
    ['color', '#000000'],
    ['zone', 'UTC'],
    ['list', ['a']],
    ['links', [{ '@id': '/a', title: '' }]],
    ['options', [{ description: 'Yes', option_id: 0 }]],
    ['json', { a: 1 }],
  ] as const)('equals the stored value for the kind %s, including null', (kind, value) => {
    expect(present({ kind }, value)).toEqual(value)
    expect(present({ kind }, null)).toBeNull()
  })

  it('is in UTC and whole seconds for a date, and null for a missing one', () => {
    expect(present({ kind: 'instant' }, Date.UTC(2027, 2, 1, 9) + 999)).toBe('2027-03-01T09:00:00+00:00')
    expect(present({ kind: 'instant' }, null)).toBeNull()
  })

  it('is a term with a translated title for a choice', () => {
    expect(present({ kind: 'choice', vocabulary: 'rooms' }, 'main')).toEqual(room('main'))
    expect(present({ kind: 'choice', vocabulary: 'rooms' }, null)).toBeNull()
  })

  it('is the bare token for a choice outside its vocabulary', () => {
    expect(present({ kind: 'choice', vocabulary: 'rooms' }, 'gone')).toBe('gone')
    expect(present({ kind: 'choice', vocabulary: 'rooms' }, '')).toBe('')
  })

  it('is only the token of a choice if the field specifies it', () => {
    expect(present({ kind: 'choice', vocabulary: 'rooms', bare: true }, 'main')).toBe('main')
  })

  it('omits a deleted or hidden target, and is null for a relation that was never set', () => {
    expect(present({ kind: 'set', vocabulary: 'rooms' }, ['small', 'gone', 'main'])).toEqual([
      room('small'),
      room('main'),
    ])
    expect(present({ kind: 'set', vocabulary: 'rooms' }, ['gone'])).toEqual([])
    expect(present({ kind: 'set', vocabulary: 'rooms' }, null)).toBeNull()
  })

  it('is the summary and UID of the target for a relation, or null if the target is deleted or hidden', () => {
    expect(present({ kind: 'relation' }, 'ada')).toEqual({ '@id': 'http://site.example/ada', UID: 'ada' })
    expect(present({ kind: 'relation' }, 'hidden')).toBeNull()
    expect(present({ kind: 'relation' }, null)).toBeNull()
  })

  it('omits deleted and hidden targets of a list, and preserves the order', () => {
    expect(present({ kind: 'relations' }, ['bob', 'hidden', 'ada'])).toMatchObject([{ UID: 'bob' }, { UID: 'ada' }])
    expect(present({ kind: 'relations' }, null)).toEqual([])
  })

  it('is at @@download for a file, and at @@images in all twelve scales for an image', () => {
    const file = {
      digest: 'd'.repeat(64),
      filename: 'a.png',
      'content-type': 'image/png',
      size: 9,
      width: 64,
      height: 64,
    }
    expect(present({ kind: 'file' }, file)).toEqual({
      filename: 'a.png',
      'content-type': 'image/png',
      size: 9,
      download: 'http://site.example/a/@@download/f',
    })
    const image = present({ kind: 'image' }, file)
    expect(image).toMatchObject({ download: `http://site.example/a/@@images/f-64-${'d'.repeat(32)}.png`, width: 64 })
    expect(Object.keys((image as { scales: JsonObject }).scales)).toHaveLength(12)
    expect([present({ kind: 'file' }, null), present({ kind: 'image' }, null)]).toEqual([null, null])
  })
})

describe('presented rows', () => {
  const columns: readonly Field[] = [
    { kind: 'choice', name: 'code', title: 'Code', vocabulary: 'rooms' },
    { kind: 'line', name: 'value', title: 'Value' },
  ]

  it('have @id and id, and present each column by its kind', () => {
    expect(present({ kind: 'rows', columns }, [{ id: 'r1', code: 'main', value: '2' }])).toEqual([
      { '@id': 'r1', id: 'r1', code: room('main'), value: '2' },
    ])
    expect(present({ kind: 'rows', columns }, [{ id: 'r1' }])).toEqual([
      { '@id': 'r1', id: 'r1', code: null, value: null },
    ])
    expect(present({ kind: 'rows', columns }, null)).toEqual([])
  })

  it('contain the title of a choice if the field specifies it, or only the token if the term is missing', () => {
    const rows = [
      { id: 'r1', code: 'main', value: null },
      { id: 'r2', code: 'gone', value: null },
    ]
    expect(present({ kind: 'rows', columns, titledBy: 'code' }, rows)).toMatchObject([
      { code: room('main'), title: 'Main hall (de)' },
      { code: 'gone', title: 'gone' },
    ])
  })
})

describe('the UIDs in a value', () => {
  it('are those of relations only', () => {
    const named = (kind: 'relation' | 'relations' | 'line', value: JsonValue) =>
      relatedUids({ kind, name: 'f', title: 'F' }, value)
    expect(named('relation', 'ada')).toEqual(['ada'])
    expect(named('relation', null)).toEqual([])
    expect(named('relations', ['ada', 'bob'])).toEqual(['ada', 'bob'])
    expect(named('relations', null)).toEqual([])
    expect(named('line', 'ada')).toEqual([])
  })
})
