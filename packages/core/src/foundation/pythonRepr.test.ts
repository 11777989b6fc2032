import fc from 'fast-check'
import { pythonRepr } from './pythonRepr.js'

const one = (message: string) => pythonRepr([{ field: 'title', message }])
const quoted = (text: string) =>
  one(text).slice("[{'message': ".length, -", 'field': 'title', 'error': 'ValidationError'}]".length)

describe('validation errors in the text form of Plone', () => {
  it('include message, field and error for a problem of a field', () => {
    expect(one('Required input is missing.')).toBe(
      "[{'message': 'Required input is missing.', 'field': 'title', 'error': 'ValidationError'}]",
    )
  })

  it('include no field for a problem of several fields', () => {
    expect(pythonRepr([{ field: null, message: 'Too late.' }])).toBe(
      "[{'error': 'ValidationError', 'message': 'Too late.'}]",
    )
  })

  it('are joined by a comma, and form an empty list if there are none', () => {
    expect(pythonRepr([])).toBe('[]')
    const both = pythonRepr([
      { field: 'a', message: 'x' },
      { field: null, message: 'y' },
    ])
    expect(both).toBe(
      "[{'message': 'x', 'field': 'a', 'error': 'ValidationError'}, {'error': 'ValidationError', 'message': 'y'}]",
    )
  })

  it.each([
    ['plain', "'plain'"],
    ['', "''"],
    ["it's", '"it\'s"'],
    ['say "x"', '\'say "x"\''],
    ['it\'s "x"', "'it\\'s \"x\"'"],
    ['a\\b', "'a\\\\b'"],
    ['a\nb\rc\td', "'a\\nb\\rc\\td'"],
    ["\\'", '"\\\\\'"'],
    ['Über 日本', "'Über 日本'"],
  ])('quote %j as %s', (text, expected) => {
    expect(quoted(text)).toBe(expected)
  })

  it('cannot be terminated early by a sent text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("'", '"', '\\', '\n', 'a', '}', ',') }), text => {
        const literal = quoted(text)
        const quote = literal.charAt(0)
        const inside = literal.slice(1, -1).replace(/\\./g, '')
        expect(literal.at(-1)).toBe(quote)
        expect(inside).not.toContain(quote)
        expect(inside).not.toContain('\n')
      }),
    )
  })
})
