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

describe('ids of options (docs/polls.md, Option ids)', () => {
  it('are numbered from 0 if none is sent', () => {
    expect(read([{ description: 'Yes' }, { description: 'No' }])).toEqual([
      { description: 'Yes', option_id: 0 },
      { description: 'No', option_id: 1 },
    ])
    expect(read([])).toEqual([])
  })

  it('are retained if they are sent, and new ids follow the highest id in list order', () => {
    expect(idsIn(read([{ ...two, option_id: 4 }, two, { ...two, option_id: 1 }, two]))).toEqual([4, 5, 1, 6])
    expect(idsIn(read([two, { ...two, option_id: 0 }]))).toEqual([1, 0])
    expect(idsIn(read([{ ...two, option_id: -0 }]))).toEqual([0])
  })

  it('may be duplicates, which the rules of the poll reject later', () => {
    expect(
      idsIn(
        read([
          { ...two, option_id: 1 },
          { ...two, option_id: 1 },
        ]),
      ),
    ).toEqual([1, 1])
  })

  it('have the maximum 2147483647, including new ones', () => {
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

  it('equal the ids of a model that numbers new options one by one', () => {
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

describe('sent options (docs/polls.md, Option ids)', () => {
  it.each<[string, JsonValue]>([
    ['an object', { description: 'Yes' }],
    ['a text', 'Yes'],
    ['a number', 5],
  ])('must be a list, not %s', (_, raw) => {
    expect(read(raw)).toEqual({ refused: 'This must be a list.' })
  })

  it.each<[string, JsonValue, string]>([
    ['a bare text', 'Yes', 'object'],
    ['null', null, 'object'],
    ['a list', [], 'object'],
    ['no description', {}, 'description'],
    ['a description that is not text', { description: 5 }, 'description'],
    ['the description null', { description: null }, 'description'],
    ['an empty description', { description: '' }, 'description'],
    ['a description of 1025 characters', { description: 'x'.repeat(1025) }, '1024'],
    ['a negative id', { ...two, option_id: -1 }, 'option_id'],
    ['an id as text', { ...two, option_id: '1' }, 'option_id'],
    ['the id true', { ...two, option_id: true }, 'option_id'],
    ['the id null', { ...two, option_id: null }, 'option_id'],
    ['a fractional id', { ...two, option_id: 1.5 }, 'option_id'],
    ['an id beyond the safe integers', { ...two, option_id: 1e300 }, 'option_id'],
    ['another key', { ...two, votes: 7 }, 'votes'],
    ['an inherited key', { ...two, constructor: 7 }, 'constructor'],
  ])('reject %s with the row and the problem', (_, option, problem) => {
    expect(read([two, option])).toEqual({ refused: expect.stringMatching(new RegExp(`^Row 2: .*${problem}`)) })
  })

  it('may be equal, blank, and have up to 1024 characters', () => {
    const texts = ['Yes', 'Yes', ' ', 'x'.repeat(1024)]
    expect(read(texts.map(description => ({ description })))).toMatchObject(texts.map(description => ({ description })))
  })

  it('are limited to 1,000', () => {
    const many = (count: number) => Array.from({ length: count }, () => two)
    expect(read(many(1000))).toHaveLength(1000)
    expect(read(many(1001))).toEqual({ refused: expect.stringContaining('1000') })
  })

  it('are read or rejected with a message for any input', () => {
    fc.assert(
      fc.property(fc.jsonValue(), raw => {
        const result = raw === null ? reading([]) : reading(raw as JsonValue)
        if (!result.ok) expect(translateEnglish(result.reason)).toMatch(/^[A-Z].*\.$/s)
      }),
    )
  })
})
