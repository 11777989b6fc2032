import fc from 'fast-check'
import type { JsonValue } from '../../foundation/json.js'
import { translateEnglish } from '../../foundation/messages.js'
import type { OptionsField } from './field.js'
import { readField } from './readField.js'
import type { ReadingContext } from './reading.js'

const context: ReadingContext = {
  terms: () => [],
  related: () => undefined,
  upload: () => undefined,
  cleanHtml: html => html,
  newId: () => 'unused',
}

const field: OptionsField = { kind: 'options', name: 'options', title: 'Options' }

const reading = (raw: JsonValue) => readField(field, raw, { context, stored: undefined })

function read(raw: JsonValue): unknown {
  const result = reading(raw)
  return result.ok ? result.value : { refused: translateEnglish(result.reason) }
}

const idsIn = (options: unknown): unknown => (options as { option_id: number }[]).map(({ option_id }) => option_id)

const two = { description: 'two' }

describe('ids of options (docs/polls.md, Ids of options)', () => {
  it('count from 0 where none is sent', () => {
    expect(read([{ description: 'Yes' }, { description: 'No' }])).toEqual([
      { description: 'Yes', option_id: 0 },
      { description: 'No', option_id: 1 },
    ])
    expect(read([])).toEqual([])
  })

  it('that are sent stay, wherever they stand; new ones follow the highest in the order of the list', () => {
    expect(idsIn(read([{ ...two, option_id: 4 }, two, { ...two, option_id: 1 }, two]))).toEqual([4, 5, 1, 6])
    expect(idsIn(read([two, { ...two, option_id: 0 }]))).toEqual([1, 0])
    expect(idsIn(read([{ ...two, option_id: -0 }]))).toEqual([0])
  })

  it('that come twice stay: a poll as a whole is judged by its own rules', () => {
    expect(
      idsIn(
        read([
          { ...two, option_id: 1 },
          { ...two, option_id: 1 },
        ]),
      ),
    ).toEqual([1, 1])
  })

  it('go up to 2147483647, those of new options included', () => {
    const limit = 2_147_483_647
    expect(idsIn(read([{ ...two, option_id: limit - 1 }, two]))).toEqual([limit - 1, limit])
    const tooHigh = { refused: expect.stringContaining(String(limit)) }
    expect(read([{ ...two, option_id: limit }, two])).toEqual(tooHigh)
    expect(read([{ ...two, option_id: limit + 1 }])).toEqual(tooHigh)
    expect(read([{ ...two, option_id: Number.MAX_SAFE_INTEGER }, two])).toEqual(tooHigh)
  })

  const sent = fc.array(
    fc.record(
      { description: fc.string({ minLength: 1, maxLength: 8 }), option_id: fc.nat(20) },
      { requiredKeys: ['description'] },
    ),
    { maxLength: 12 },
  )

  it('agree with a model that numbers one new option after the other', () => {
    const numbered = (options: readonly { description: string; option_id?: number }[]) => {
      const done: { description: string; option_id: number }[] = []
      const highest = () => Math.max(-1, ...[...options, ...done].map(option => option.option_id ?? -1))
      for (const { description, option_id } of options)
        done.push({ description, option_id: option_id ?? highest() + 1 })
      return done
    }
    fc.assert(fc.property(sent, options => expect(read(options)).toEqual(numbered(options))))
  })

  it('do not change when they are sent back, and the input is not modified', () => {
    fc.assert(
      fc.property(sent, options => {
        const before = structuredClone(options)
        const once = read(options)
        expect(options).toEqual(before)
        expect(read(once as JsonValue)).toEqual(once)
      }),
    )
  })
})

describe('options that are sent (docs/polls.md, Ids of options)', () => {
  it.each<[string, JsonValue]>([
    ['an object', { description: 'Yes' }],
    ['a text', 'Yes'],
    ['a number', 5],
  ])('are a list, not %s', (_, raw) => {
    expect(read(raw)).toEqual({ refused: 'This must be a list.' })
  })

  it.each<[string, JsonValue, string]>([
    ['a bare text', 'Yes', 'object'],
    ['null', null, 'object'],
    ['a list', [], 'object'],
    ['no description', {}, 'description'],
    ['no text for a description', { description: 5 }, 'description'],
    ['null for a description', { description: null }, 'description'],
    ['an empty description', { description: '' }, 'description'],
    ['a description of 1025 characters', { description: 'x'.repeat(1025) }, '1024'],
    ['a negative id', { ...two, option_id: -1 }, 'option_id'],
    ['an id in words', { ...two, option_id: '1' }, 'option_id'],
    ['an id that is true', { ...two, option_id: true }, 'option_id'],
    ['an id that is null', { ...two, option_id: null }, 'option_id'],
    ['an id that is no whole number', { ...two, option_id: 1.5 }, 'option_id'],
    ['an id beyond whole numbers', { ...two, option_id: 1e300 }, 'option_id'],
    ['another key', { ...two, votes: 7 }, 'votes'],
    ['a key that every object has', { ...two, constructor: 7 }, 'constructor'],
  ])('may not have %s; the row is named, and what is wrong', (_, option, told) => {
    expect(read([two, option])).toEqual({ refused: expect.stringMatching(new RegExp(`^Row 2: .*${told}`)) })
  })

  it('may repeat each other, be blank, and have up to 1024 characters', () => {
    const texts = ['Yes', 'Yes', ' ', 'x'.repeat(1024)]
    expect(read(texts.map(description => ({ description })))).toMatchObject(texts.map(description => ({ description })))
  })

  it('are 1,000 at most', () => {
    const many = (count: number) => Array.from({ length: count }, () => two)
    expect(read(many(1000))).toHaveLength(1000)
    expect(read(many(1001))).toEqual({ refused: expect.stringContaining('1000') })
  })

  it('of any form are read or refused in words, never otherwise', () => {
    fc.assert(
      fc.property(fc.jsonValue(), raw => {
        const result = raw === null ? reading([]) : reading(raw as JsonValue)
        if (!result.ok) expect(translateEnglish(result.reason)).toMatch(/^[A-Z].*\.$/s)
      }),
    )
  })
})
