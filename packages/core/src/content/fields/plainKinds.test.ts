import type { JsonValue } from '../../foundation/json.js'
import type { Field } from './field.js'
import { truthOf } from './plainKinds.js'
import { readField } from './readField.js'
import type { ReadingContext } from './reading.js'

const context: ReadingContext = {
  terms: () => [],
  related: () => undefined,
  upload: () => undefined,
  cleanHtml: html => `clean(${html})`,
  newId: () => 'new',
}

function read(field: Partial<Field> & Pick<Field, 'kind'>, raw: JsonValue): unknown {
  const reading = readField({ name: 'f', title: 'F', ...field } as Field, raw, { context, stored: undefined })
  return reading.ok ? reading.value : { refused: reading.reason.id }
}

const refusal = (id: string) => ({ refused: id })

describe('a boolean', () => {
  it.each([
    [true, true],
    [false, false],
    ['true', true],
    ['True', true],
    ['false', false],
    ['False', false],
  ])('%j is read as %j', (raw, value) => {
    expect(read({ kind: 'boolean' }, raw)).toBe(value)
    expect(truthOf(raw)).toBe(value)
  })

  it.each([0, 1, '', 'yes', 'TRUE', [true], {}])('rejects %j', raw => {
    expect(read({ kind: 'boolean' }, raw)).toEqual(refusal('field.boolean-expected'))
    expect(truthOf(raw)).toBeUndefined()
  })
})

describe('a whole number', () => {
  it.each([
    [0, 0],
    [-3, -3],
    ['30', 30],
    ['-7', -7],
    [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  ])('%j is stored as %j', (raw, value) => {
    expect(read({ kind: 'integer' }, raw)).toBe(value)
  })

  it.each([1.5, 1e300, 2 ** 53, '', '1.5', '1e3', '+1', ' 1', '1'.repeat(16), true, [1], {}])('rejects %j', raw => {
    expect(read({ kind: 'integer' }, raw)).toEqual(refusal('field.integer-expected'))
  })

  it('is between the limits of its field, inclusive', () => {
    const field = { kind: 'integer', min: 0, max: 10 } as const
    expect([read(field, 0), read(field, 10)]).toEqual([0, 10])
    expect(read(field, -1)).toEqual(refusal('field.too-small'))
    expect(read(field, '11')).toEqual(refusal('field.too-large'))
  })
})

describe('a date', () => {
  it.each([
    ['2027-03-01', Date.UTC(2027, 2, 1)],
    ['20270301', Date.UTC(2027, 2, 1)],
    ['2027-03-01T09:00:00', Date.UTC(2027, 2, 1, 9)],
    ['2027-03-01T09:00:00Z', Date.UTC(2027, 2, 1, 9)],
    ['2027-03-01T09:00:00+02:00', Date.UTC(2027, 2, 1, 7)],
  ])('%s is stored as an instant', (raw, instant) => {
    expect(read({ kind: 'instant' }, raw)).toBe(instant)
  })

  it.each(['', 'tomorrow', '2027-02-30', 1_800_000_000, true, ['2027-03-01'], { a: 1 }])('rejects %j', raw => {
    expect(read({ kind: 'instant' }, raw)).toEqual(refusal('field.invalid-date'))
  })

  it('that is invalid is quoted in the message if it is short', () => {
    const reading = readField({ kind: 'instant', name: 'f', title: 'F' }, 'x'.repeat(500), {
      context,
      stored: undefined,
    })
    expect(reading).toEqual({ ok: false, reason: { id: 'field.invalid-date', values: { value: 'x'.repeat(100) } } })
  })
})
