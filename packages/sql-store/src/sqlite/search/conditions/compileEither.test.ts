import type { Condition } from '@plenum/core/ports'
import { compileCondition } from './compileCondition.js'

const compiled = (conditions: readonly Condition[]) => compileCondition({ kind: 'either', conditions })

describe('many alternatives', () => {
  it.each<[string, (i: number) => Condition]>([
    ['places', i => ({ kind: 'below', path: `/a${i}`, depth: null })],
    ['subtrees down to a depth', i => ({ kind: 'below', path: `/a${i}`, depth: i % 3 })],
    ['containers', i => ({ kind: 'below', path: `/a${i}`, depth: 'children' })],
    ['paths', i => ({ kind: 'at', paths: [`/a${i}`, `/b${i}`] })],
    ['ranges', i => ({ kind: 'range', index: 'start', min: i * 1000, max: i * 1000 + 999 })],
    ['values', i => ({ kind: 'any', index: 'Subject', values: [`a${i}`] })],
  ])('of %s compile to one condition, with the same text for any number of them', (_, condition) => {
    const [few, many] = [40, 20_000].map(length => compiled(Array.from({ length }, (_one, i) => condition(i))))
    expect(many?.text).toBe(few?.text)
    expect(many?.values).toHaveLength(few?.values.length ?? 0)
    expect(many?.values.length).toBeLessThan(10)
  })

  it('of overlapping ranges are merged', () => {
    const range = (min: number, max: number): Condition => ({ kind: 'range', index: 'start', min, max })
    const { values } = compiled([range(5, 9), range(0, 3), range(2, 4), range(9, 12), range(7, 1), range(20, 20)])
    expect(values).toContain('[[0,4],[5,12],[20,20]]')
  })

  it('nested in alternatives are flattened', () => {
    const place = (path: string): Condition => ({ kind: 'below', path, depth: null })
    const nested = compiled([{ kind: 'either', conditions: [place('/a'), place('/b')] }, place('/c')])
    expect(nested).toEqual(compiled([place('/a'), place('/b'), place('/c')]))
  })
})
