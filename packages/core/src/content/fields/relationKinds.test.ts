import type { JsonValue } from '../../foundation/json.js'
import type { Field } from './field.js'
import { readField } from './readField.js'
import type { ReadingContext } from './reading.js'
import { referenceIn } from './relationKinds.js'

const targets = new Map([
  ['uid-ada', { uid: 'uid-ada', type: 'Presenter' }],
  ['/people/ada', { uid: 'uid-ada', type: 'Presenter' }],
  ['http://site.example/people/ada', { uid: 'uid-ada', type: 'Presenter' }],
  ['uid-bob', { uid: 'uid-bob', type: 'Presenter' }],
  ['uid-page', { uid: 'uid-page', type: 'Document' }],
])

const context: ReadingContext = {
  terms: () => [],
  related: reference => targets.get(reference),
  upload: () => undefined,
  cleanHtml: html => html,
  newId: () => 'new',
}

function readingOf(field: Partial<Field> & { kind: 'relation' | 'relations' }) {
  return (raw: JsonValue, stored?: JsonValue): unknown => {
    const reading = readField({ name: 'f', title: 'F', ...field } as Field, raw, { context, stored })
    return reading.ok ? reading.value : { refused: reading.reason.id }
  }
}

const refused = (id: string) => ({ refused: id })

describe('the reference in a value', () => {
  it.each([
    ['uid-ada', 'uid-ada'],
    [{ UID: 'uid-ada', '@id': '/x' }, 'uid-ada'],
    [{ '@id': '/people/ada', title: 'Ada' }, '/people/ada'],
  ])('of %j is %j', (raw, reference) => {
    expect(referenceIn(raw)).toBe(reference)
  })

  it.each<JsonValue>(['', 1, true, null, [], {}, { '@id': 1 }, { UID: '' }])('of %j is none', raw => {
    expect(referenceIn(raw)).toBeUndefined()
  })
})

describe('a relation', () => {
  const read = readingOf({ kind: 'relation' })

  it.each<JsonValue>([
    'uid-ada',
    '/people/ada',
    'http://site.example/people/ada',
    { '@id': '/people/ada' },
    { UID: 'uid-ada' },
  ])('names its target by UID, path, URL or summary: %j', raw => {
    expect(read(raw)).toBe('uid-ada')
  })

  it('is cleared by an empty text', () => {
    expect(read('')).toBeNull()
    expect(read('', 'uid-ada')).toBeNull()
  })

  it('is refused where nothing is that the caller may see', () => {
    expect(read('/nope')).toEqual(refused('field.unresolved'))
    expect(read('uid-hidden')).toEqual(refused('field.unresolved'))
  })

  it.each([1, true, [], {}])('is not %j', raw => {
    expect(read(raw)).toEqual(refused('field.reference-expected'))
  })

  it('refers to the types of its field only', () => {
    const typed = readingOf({ kind: 'relation', types: ['Presenter', 'Image'] })
    expect(typed('uid-bob')).toBe('uid-bob')
    expect(typed('uid-page')).toEqual(refused('field.wrong-target'))
  })

  it('preserves a target that the editor cannot see, when it is sent back', () => {
    expect(read('uid-hidden', 'uid-hidden')).toBe('uid-hidden')
    expect(read({ UID: 'uid-hidden' }, 'uid-hidden')).toBe('uid-hidden')
  })
})

describe('relations', () => {
  const read = readingOf({ kind: 'relations' })

  it('keep the order in which they were sent, and each target once', () => {
    expect(read(['uid-page', '/people/ada', { '@id': 'http://site.example/people/ada' }, 'uid-bob'])).toEqual([
      'uid-page',
      'uid-ada',
      'uid-bob',
    ])
    expect(read([])).toEqual([])
  })

  it('may be one alone', () => {
    expect(read('/people/ada')).toEqual(['uid-ada'])
    expect(read({ UID: 'uid-bob' })).toEqual(['uid-bob'])
  })

  it('are refused altogether when one cannot be taken', () => {
    expect(read(['uid-ada', '/nope'])).toEqual(refused('field.unresolved'))
    expect(read(['uid-ada', 1])).toEqual(refused('field.reference-expected'))
    expect(read('')).toEqual(refused('field.reference-expected'))
    expect(readingOf({ kind: 'relations', types: ['Presenter'] })(['uid-ada', 'uid-page'])).toEqual(
      refused('field.wrong-target'),
    )
  })

  it('keep targets that the editor cannot see when the visible rest is sent', () => {
    const stored = ['uid-ada', 'uid-hidden', 'uid-bob']
    expect(read(['uid-ada', { UID: 'uid-bob' }], stored)).toEqual(stored)
    expect(read([], ['uid-hidden'])).toEqual(['uid-hidden'])
  })

  it('are replaced when other targets are named', () => {
    const stored = ['uid-ada', 'uid-hidden', 'uid-bob']
    expect(read(['uid-ada'], stored)).toEqual(['uid-ada'])
    expect(read(['uid-ada', 'uid-bob', 'uid-page'], stored)).toEqual(['uid-ada', 'uid-bob', 'uid-page'])
    expect(read([], stored)).toEqual([])
  })
})

it('relations are 1,000 at most', () => {
  const every: ReadingContext = { ...context, related: uid => ({ uid, type: 'Document' }) }
  const field: Field = { kind: 'relations', name: 'f', title: 'F' }
  const sent = Array.from({ length: 1001 }, (_, i) => `uid-${i}`)
  expect(readField(field, sent.slice(1), { context: every, stored: undefined })).toEqual({
    ok: true,
    value: sent.slice(1),
  })
  expect(readField(field, sent, { context: every, stored: undefined })).toEqual({
    ok: false,
    reason: { id: 'field.too-many-entries', values: { limit: 1000 } },
  })
})
