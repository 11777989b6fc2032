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

const refusal = (id: string) => ({ refused: id })

describe('the reference in a value', () => {
  it.each([
    ['uid-ada', 'uid-ada'],
    [{ UID: 'uid-ada', '@id': '/x' }, 'uid-ada'],
    [{ '@id': '/people/ada', title: 'Ada' }, '/people/ada'],
  ])('%j is %j', (raw, reference) => {
    expect(referenceIn(raw)).toBe(reference)
  })

  it.each<JsonValue>(['', 1, true, null, [], {}, { '@id': 1 }, { UID: '' }])('%j does not exist', raw => {
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
  ])('accepts its target as UID, path, URL or summary: %j', raw => {
    expect(read(raw)).toBe('uid-ada')
  })

  it('is cleared by an empty text', () => {
    expect(read('')).toBeNull()
    expect(read('', 'uid-ada')).toBeNull()
  })

  it('is rejected if the caller may not view an object there', () => {
    expect(read('/nope')).toEqual(refusal('field.unresolved'))
    expect(read('uid-hidden')).toEqual(refusal('field.unresolved'))
  })

  it.each([1, true, [], {}])('rejects %j', raw => {
    expect(read(raw)).toEqual(refusal('field.reference-expected'))
  })

  it('refers only to the types of its field', () => {
    const typed = readingOf({ kind: 'relation', types: ['Presenter', 'Image'] })
    expect(typed('uid-bob')).toBe('uid-bob')
    expect(typed('uid-page')).toEqual(refusal('field.wrong-target'))
  })

  it('preserves a target hidden from the editor when it is sent back', () => {
    expect(read('uid-hidden', 'uid-hidden')).toBe('uid-hidden')
    expect(read({ UID: 'uid-hidden' }, 'uid-hidden')).toBe('uid-hidden')
  })
})

describe('relations', () => {
  const read = readingOf({ kind: 'relations' })

  it('retain the order of the request, and each target once', () => {
    expect(read(['uid-page', '/people/ada', { '@id': 'http://site.example/people/ada' }, 'uid-bob'])).toEqual([
      'uid-page',
      'uid-ada',
      'uid-bob',
    ])
    expect(read([])).toEqual([])
  })

  it('may be sent as a single one', () => {
    expect(read('/people/ada')).toEqual(['uid-ada'])
    expect(read({ UID: 'uid-bob' })).toEqual(['uid-bob'])
  })

  it('are all rejected if one is invalid', () => {
    expect(read(['uid-ada', '/nope'])).toEqual(refusal('field.unresolved'))
    expect(read(['uid-ada', 1])).toEqual(refusal('field.reference-expected'))
    expect(read('')).toEqual(refusal('field.reference-expected'))
    expect(readingOf({ kind: 'relations', types: ['Presenter'] })(['uid-ada', 'uid-page'])).toEqual(
      refusal('field.wrong-target'),
    )
  })

  it('retain hidden targets if the visible ones are sent', () => {
    const stored = ['uid-ada', 'uid-hidden', 'uid-bob']
    expect(read(['uid-ada', { UID: 'uid-bob' }], stored)).toEqual(stored)
    expect(read([], ['uid-hidden'])).toEqual(['uid-hidden'])
  })

  it('accept a stored target that was hidden or deleted after it was read', () => {
    const stored = ['uid-ada', 'uid-hidden', 'uid-bob']
    expect(read(['uid-ada', { UID: 'uid-hidden' }, 'uid-bob'], stored)).toEqual(stored)
    expect(read(['uid-hidden', 'uid-ada'], stored)).toEqual(['uid-hidden', 'uid-ada'])
    expect(read(['uid-other'], stored)).toEqual(refusal('field.unresolved'))
  })

  it('are replaced if other targets are sent', () => {
    const stored = ['uid-ada', 'uid-hidden', 'uid-bob']
    expect(read(['uid-ada'], stored)).toEqual(['uid-ada'])
    expect(read(['uid-ada', 'uid-bob', 'uid-page'], stored)).toEqual(['uid-ada', 'uid-bob', 'uid-page'])
    expect(read([], stored)).toEqual([])
  })
})

it('relations are limited to 1,000', () => {
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
