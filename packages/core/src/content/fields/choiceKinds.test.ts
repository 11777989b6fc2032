import { cpuTimeOf } from '@plenum/testkit'
import type { JsonValue } from '../../foundation/json.js'
import type { Field } from './field.js'
import { readField } from './readField.js'
import type { ReadingContext } from './reading.js'

const rooms = ['main', 'small', 'garden']

const context: ReadingContext = {
  terms: name => (name === 'rooms' ? rooms.map(token => ({ token, title: `Room ${token}` })) : []),
  related: () => undefined,
  upload: () => undefined,
  cleanHtml: html => html,
  newId: () => 'new',
}

const choice: Field = { kind: 'choice', name: 'f', title: 'F', vocabulary: 'rooms' }
const set: Field = { kind: 'set', name: 'f', title: 'F', vocabulary: 'rooms' }

function readingOf(field: Field) {
  return (raw: JsonValue, stored?: JsonValue): unknown => {
    const reading = readField(field, raw, { context, stored })
    return reading.ok ? reading.value : { refused: reading.reason.id }
  }
}

const refusal = (id: string) => ({ refused: id })

describe('a choice', () => {
  const read = readingOf(choice)

  it('accepts a token of its vocabulary, or a presented term', () => {
    expect(read('small')).toBe('small')
    expect(read({ token: 'small', title: 'Room small' })).toBe('small')
    expect(read({ token: 'small' })).toBe('small')
  })

  it('is cleared by an empty text and by a term without a token', () => {
    expect(read('')).toBeNull()
    expect(read({ token: null })).toBeNull()
  })

  it('is rejected outside its vocabulary', () => {
    expect(read('cellar')).toEqual(refusal('field.not-in-vocabulary'))
    expect(read({ token: 'cellar' })).toEqual(refusal('field.not-in-vocabulary'))
    expect(readingOf({ ...choice, vocabulary: 'none' })('main')).toEqual(refusal('field.not-in-vocabulary'))
  })

  it.each<JsonValue>([1, true, ['main'], {}, { title: 'Room main' }])('rejects %j', raw => {
    expect(read(raw)).toEqual(refusal('field.token-expected'))
  })

  it('preserves a token hidden from the editor when it is sent back', () => {
    expect(read('hidden', 'hidden')).toBe('hidden')
    expect(read({ token: 'hidden', title: 'hidden' }, 'hidden')).toBe('hidden')
    expect(read('hidden', 'main')).toEqual(refusal('field.not-in-vocabulary'))
  })
})

describe('a set', () => {
  const read = readingOf(set)

  it('is stored in the order of its vocabulary, without duplicates', () => {
    expect(read(['garden', 'main', 'garden'])).toEqual(['main', 'garden'])
    expect(read([])).toEqual([])
  })

  it('accepts terms, or a single token', () => {
    expect(read([{ token: 'small', title: 'Room small' }, 'main'])).toEqual(['main', 'small'])
    expect(read('small')).toEqual(['small'])
    expect(read({ token: 'small' })).toEqual(['small'])
  })

  it.each([['cellar'], [['main', 'cellar']], [[1]], [[null]], [[['main']]], [1], [true], [[{ title: 'x' }]]])(
    'is rejected if it contains an unknown value: %j',
    raw => {
      expect(read(raw)).toEqual(refusal('field.not-in-vocabulary'))
    },
  )

  it('preserves hidden values if the visible ones are sent in any order', () => {
    const stored = ['hidden', 'small', 'main']
    expect(read(['small', 'main'], stored)).toEqual(stored)
    expect(read(['main', 'small', 'main'], stored)).toEqual(stored)
    expect(read([], ['hidden'])).toEqual(['hidden'])
  })

  it('accepts a stored value that its vocabulary has lost after it was read', () => {
    const stored = ['lost', 'small', 'main']
    expect(read(stored, stored)).toEqual(stored)
    expect(read(['lost', 'main', 'garden'], stored)).toEqual(['main', 'garden', 'lost'])
    expect(read(['cellar', 'main'], stored)).toEqual(refusal('field.not-in-vocabulary'))
  })

  it('replaces all values if another one is sent', () => {
    expect(read(['small'], ['hidden', 'small', 'main'])).toEqual(['small'])
    expect(read(['main', 'garden'], ['hidden', 'main'])).toEqual(['main', 'garden'])
    expect(read([], ['hidden', 'main'])).toEqual([])
  })

  it('is null until it is set, and empty if an empty one was sent', () => {
    expect(read([], null)).toEqual([])
    expect(read([], undefined)).toEqual([])
  })
})

describe('a long set', () => {
  const many = Array.from({ length: 10_001 }, (_, i) => ({ token: `t${i}`, title: 'T' }))
  const field: Field = { kind: 'set', name: 'f', title: 'F', vocabulary: 'many' }
  const read = (raw: JsonValue, stored?: JsonValue) =>
    readField(field, raw, { context: { ...context, terms: () => many }, stored })
  const tokens = many.map(({ token }) => token)

  it('has at most 10,000 tokens', () => {
    expect(read(tokens)).toEqual({ ok: false, reason: { id: 'field.too-many-entries', values: { limit: 10_000 } } })
  })

  it('is read in linear time', () => {
    const sent = tokens.slice(1)
    // A linear search for each token would exceed this limit even on a fast machine.
    expect(cpuTimeOf(() => read(sent.toReversed(), sent))).toBeLessThan(400)
    expect(read(sent.toReversed(), sent)).toEqual({ ok: true, value: sent })
  })
})
