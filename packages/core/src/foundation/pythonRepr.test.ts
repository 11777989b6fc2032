import fc from 'fast-check'
import { pythonRepr } from './pythonRepr.js'

const one = (message: string) => pythonRepr([{ field: 'title', message }])
const quoted = (text: string) =>
  one(text).slice("[{'message': ".length, -", 'field': 'title', 'error': 'ValidationError'}]".length)

describe('validation errors in the text form of Plone', () => {
  it('a fault of a field has message, field and error', () => {
    expect(one('Required input is missing.')).toBe(
      "[{'message': 'Required input is missing.', 'field': 'title', 'error': 'ValidationError'}]",
    )
  })

  it('a fault between fields has no field', () => {
    expect(pythonRepr([{ field: null, message: 'Too late.' }])).toBe(
      "[{'error': 'ValidationError', 'message': 'Too late.'}]",
    )
  })

  it('several are joined by a comma, none are an empty list', () => {
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
  ])('%j is quoted as %s', (text, expected) => {
    expect(quoted(text)).toBe(expected)
  })

  it('nothing that is sent ends its quotes early', () => {
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
