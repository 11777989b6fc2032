import { formatValue } from './shownValue.js'

describe('the description of an invalid value', () => {
  it.each([
    ['"a\\nb"', 'a\nb'],
    ['""', ''],
    ['5', 5],
    ['NaN', Number.NaN],
    ['5', 5n],
    ['false', false],
    ['null', null],
    ['undefined', undefined],
    ['an instance of Object', { toString: () => 'secret' }],
    ['an instance of Array', ['secret']],
    ['a function', () => 'secret'],
    ['a symbol', Symbol('secret')],
  ])('is %s', (description, value) => {
    expect(formatValue(value)).toBe(description)
  })

  it('is truncated if it is long', () => {
    expect(formatValue('x'.repeat(1000))).toBe(`"${'x'.repeat(50)}"`)
  })
})
