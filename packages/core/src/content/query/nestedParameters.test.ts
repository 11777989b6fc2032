import fc from 'fast-check'
import { nestParameters } from './queryParameters.js'

type Flat = readonly (readonly [string, string | readonly string[]])[]

const nested = (parameters: Flat): unknown => JSON.parse(JSON.stringify(nestParameters(parameters)))

describe('search parameters with dotted names', () => {
  it.each<[Flat, unknown]>([
    [[], {}],
    [[['sort_on', 'id']], { sort_on: 'id' }],
    [
      [
        ['path.depth', '1'],
        ['path', '/a'],
      ],
      { path: { depth: '1', query: '/a' } },
    ],
    [
      [
        ['path', ['/a', '/b']],
        ['path.query', '/c'],
      ],
      { path: { query: ['/a', '/b', '/c'] } },
    ],
    [
      [
        ['a.', '1'],
        ['.b', '2'],
      ],
      { a: { '': '1' }, '': { b: '2' } },
    ],
  ])('become records: %j as %j', (parameters, record) => {
    expect(nested(parameters)).toEqual(record)
  })

  it('never change a prototype for any names', () => {
    const record = nestParameters([
      ['__proto__.polluted', '1'],
      ['constructor.prototype.polluted', '1'],
    ])
    expect(Object.keys(record)).toEqual(['__proto__', 'constructor'])
    expect(Object.getPrototypeOf(record)).toBeNull()
    expect('polluted' in {}).toBe(false)
  })

  it('retain all values', () => {
    const name = fc
      .array(fc.constantFrom('a', 'query', '__proto__', ''), { minLength: 1, maxLength: 4 })
      .map(steps => steps.join('.'))
    fc.assert(
      fc.property(fc.uniqueArray(name, { maxLength: 12 }), names => {
        const text = JSON.stringify(nestParameters(names.map((one, i) => [one, `v${i}`])))
        expect((text.match(/v\d+/g) ?? []).toSorted()).toEqual(names.map((_, i) => `v${i}`).toSorted())
      }),
    )
  })
})
