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

const refused = (id: string) => ({ refused: id })

describe('a choice', () => {
  const read = readingOf(choice)

  it('is sent as a token of its vocabulary, or as the term that is read', () => {
    expect(read('small')).toBe('small')
    expect(read({ token: 'small', title: 'Room small' })).toBe('small')
    expect(read({ token: 'small' })).toBe('small')
  })

  it('is cleared by an empty text and by a term without a token', () => {
    expect(read('')).toBeNull()
    expect(read({ token: null })).toBeNull()
  })

  it('is refused outside its vocabulary', () => {
    expect(read('cellar')).toEqual(refused('field.not-in-vocabulary'))
    expect(read({ token: 'cellar' })).toEqual(refused('field.not-in-vocabulary'))
    expect(readingOf({ ...choice, vocabulary: 'none' })('main')).toEqual(refused('field.not-in-vocabulary'))
  })

  it.each<JsonValue>([1, true, ['main'], {}, { title: 'Room main' }])('is not %j', raw => {
    expect(read(raw)).toEqual(refused('field.token-expected'))
  })

  it('preserves a token that the editor cannot see, when it is sent back', () => {
    expect(read('hidden', 'hidden')).toBe('hidden')
    expect(read({ token: 'hidden', title: 'hidden' }, 'hidden')).toBe('hidden')
    expect(read('hidden', 'main')).toEqual(refused('field.not-in-vocabulary'))
  })
})

describe('a set', () => {
  const read = readingOf(set)

  it('is stored in the order of its vocabulary, without duplicates', () => {
    expect(read(['garden', 'main', 'garden'])).toEqual(['main', 'garden'])
    expect(read([])).toEqual([])
  })

  it('may be sent as terms, or as one token alone', () => {
    expect(read([{ token: 'small', title: 'Room small' }, 'main'])).toEqual(['main', 'small'])
    expect(read('small')).toEqual(['small'])
    expect(read({ token: 'small' })).toEqual(['small'])
  })

  it.each([['cellar'], [['main', 'cellar']], [[1]], [[null]], [[['main']]], [1], [true], [[{ title: 'x' }]]])(
    'is refused altogether when it holds what the vocabulary does not: %j',
    raw => {
      expect(read(raw)).toEqual(refused('field.not-in-vocabulary'))
    },
  )

  it('preserves values that the editor cannot see when the visible ones are sent in any order', () => {
    const stored = ['hidden', 'small', 'main']
    expect(read(['small', 'main'], stored)).toEqual(stored)
    expect(read(['main', 'small', 'main'], stored)).toEqual(stored)
    expect(read([], ['hidden'])).toEqual(['hidden'])
  })

  it('replaces everything when another value is named', () => {
    expect(read(['small'], ['hidden', 'small', 'main'])).toEqual(['small'])
    expect(read(['main', 'garden'], ['hidden', 'main'])).toEqual(['main', 'garden'])
    expect(read([], ['hidden', 'main'])).toEqual([])
  })

  it('was never set, and is empty once an empty one was sent', () => {
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

  it('has 10,000 tokens at most', () => {
    expect(read(tokens)).toEqual({ ok: false, reason: { id: 'field.too-many-entries', values: { limit: 10_000 } } })
  })

  it('is read in time that grows with its length', () => {
    const sent = tokens.slice(1)
    // A search of the whole list for each token would take many seconds on a slow machine.
    expect(cpuTimeOf(() => read(sent.toReversed(), sent))).toBeLessThan(400)
    expect(read(sent.toReversed(), sent)).toEqual({ ok: true, value: sent })
  })
})
