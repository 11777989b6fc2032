import type { JsonObject, JsonValue } from '../../foundation/json.js'
import { type Message, translateEnglish } from '../../foundation/messages.js'
import type { Field, RowsField } from './field.js'
import { readField } from './readField.js'
import type { ReadingContext } from './reading.js'

let ids = 0
const context: ReadingContext = {
  terms: () => [{ token: 'tickets', title: 'Free tickets' }],
  related: () => undefined,
  upload: () => undefined,
  cleanHtml: html => html,
  newId: () => {
    ids += 1
    return `new-${ids}`
  },
}

const tracks: RowsField = {
  kind: 'rows',
  name: 'tracks',
  title: 'Tracks',
  rowIds: 'required',
  columns: [
    { kind: 'line', name: 'title', title: 'Title', required: true },
    { kind: 'integer', name: 'duration', title: 'Minutes', default: 60 },
    { kind: 'choice', name: 'code', title: 'Benefit', vocabulary: 'benefits' },
  ],
}

function read(raw: JsonValue, field: RowsField = tracks): unknown {
  const reading = readField(field, raw, { context, stored: undefined })
  return reading.ok ? reading.value : problemIn(reading.reason)
}

const problemIn = (reason: Message) => ({ refused: translateEnglish(reason) })

beforeEach(() => {
  ids = 0
})

describe('rows of a table', () => {
  it('are read column by column, without unknown keys', () => {
    expect(
      read([{ id: 'web', title: 'Web', duration: '30', code: { token: 'tickets' }, '@id': 'web', more: 1 }]),
    ).toEqual([{ id: 'web', title: 'Web', duration: 30, code: 'tickets' }])
    expect(read([])).toEqual([])
  })

  it('have the defaults of their columns for missing values, or null', () => {
    expect(read([{ id: 'web', title: 'Web' }])).toEqual([{ id: 'web', title: 'Web', duration: 60, code: null }])
    expect(read([{ id: 'web', title: 'Web', duration: null }])).toEqual([
      { id: 'web', title: 'Web', duration: 60, code: null },
    ])
  })

  it('retain their order and duplicate ids', () => {
    const rows = read([
      { id: 'b', title: 'B' },
      { id: 'a', title: 'A' },
      { id: 'b', title: 'C' },
    ])
    expect(rows).toMatchObject([{ title: 'B' }, { title: 'A' }, { title: 'C' }])
  })

  it.each(['a', 1, {}, true])('must be a list, not %j', raw => {
    expect(read(raw)).toEqual(problemIn({ id: 'field.list-expected' }))
  })

  it('are limited to 1000', () => {
    const rows = (count: number) => Array.from({ length: count }, (_, i) => ({ id: `${i}`, title: 'x' }))
    expect(read(rows(1000))).toHaveLength(1000)
    expect(read(rows(1001))).toEqual(problemIn({ id: 'field.too-many-rows', values: { limit: 1000 } }))
  })

  it.each<[JsonValue, string]>([
    [['web'], 'Row 1: This must be an object.'],
    [[{ id: 'a', title: 'A' }, null], 'Row 2: This must be an object.'],
    [[{ id: 'web' }], 'Row 1: title: Required input is missing.'],
    [[{ id: 'web', title: null }], 'Row 1: title: Required input is missing.'],
    [[{ id: 'web', title: ' ' }], 'Row 1: title: Required input is missing.'],
    [
      [
        { id: 'a', title: 'A' },
        { id: 'b', title: 'B', duration: 'x' },
      ],
      'Row 2: duration: This must be a whole number.',
    ],
    [[{ id: 'a', title: 'A', code: 'gone' }], 'Row 1: code: gone is not one of the allowed values.'],
  ])('are rejected with the row and the invalid column: %j', (raw, problem) => {
    expect(read(raw)).toEqual({ refused: problem })
  })

  it('ignore names of inherited properties', () => {
    const field: RowsField = { ...tracks, columns: [{ kind: 'line', name: 'constructor', title: 'C' }] }
    expect(read([{ id: 'a' }], field)).toEqual([{ id: 'a', constructor: null }])
  })
})

describe('rows with derived ids', () => {
  const links: RowsField = { ...tracks, rowIds: ({ title = '' }) => `for-${String(title)}`, preservesRowKeys: true }
  const ofId = (row: JsonObject) => read([{ title: 'Web', ...row }], links)

  it('retain the sent id or get a derived one', () => {
    expect(ofId({ id: 'own' })).toMatchObject([{ id: 'own' }])
    expect(ofId({})).toMatchObject([{ id: 'for-Web' }])
    expect(ofId({ id: '' })).toMatchObject([{ id: 'for-Web' }])
    expect(ofId({ id: null })).toMatchObject([{ id: 'for-Web' }])
  })

  it('preserve other keys of a client, but no URL that a browser would execute', () => {
    expect(ofId({ '@id': 'c6b73aca' })).toMatchObject([{ '@id': 'c6b73aca', id: 'for-Web' }])
    for (const key of [undefined, 5, '', 'ä', 'javascript:alert(1)'])
      expect(ofId(key === undefined ? {} : { '@id': key })).toMatchObject([{ '@id': 'for-Web' }])
  })
})

describe('the id of a row', () => {
  const generated: RowsField = { ...tracks, rowIds: 'generated' }

  it.each([undefined, null, ''])('is generated for %j if the field specifies it', id => {
    expect(read([{ ...(id === undefined ? {} : { id }), title: 'A' }], generated)).toMatchObject([{ id: 'new-1' }])
  })

  it('is stored if it was sent', () => {
    expect(read([{ id: 'mine', title: 'A' }, { title: 'B' }], generated)).toMatchObject([
      { id: 'mine' },
      { id: 'new-1' },
    ])
  })

  it.each([[{ title: 'A' }], [{ id: null, title: 'A' }], [{ id: '', title: 'A' }], [{ id: 5, title: 'A' }]])(
    'is required otherwise: %j',
    row => {
      expect(read([row])).toEqual({ refused: 'Row 1: The row needs an id.' })
    },
  )

  it.each(['über', 'a b', ' a', 'a\n', 'x'.repeat(256)])(
    'has up to 255 ASCII characters without blanks: not %j',
    id => {
      expect(read([{ id, title: 'A' }])).toMatchObject({ refused: expect.stringContaining('Row 1: Only ASCII') })
    },
  )
})

describe('nested rows', () => {
  it('are read like other rows', () => {
    const outer: Field = { ...tracks, columns: [{ ...tracks, rowIds: 'generated' }] }
    expect(read([{ id: 'a', tracks: [{ title: 'A' }] }], outer as RowsField)).toEqual([
      { id: 'a', tracks: [{ id: 'new-1', title: 'A', duration: 60, code: null }] },
    ])
  })
})
