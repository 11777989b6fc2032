import fc from 'fast-check'
import { belowAll, type Condition, type Indexed, matchesQuery, subtreeConditions } from './catalog.js'

const path = fc
  .array(fc.constantFrom('a', 'a-b', 'b'), { maxLength: 4 })
  .map(names => (names.length === 0 ? '/' : `/${names.join('/')}`))
const paths = fc.array(path, { maxLength: 8 })
const depth = fc.constantFrom(null, 'children' as const, 0, 1, 2)

const finds = (condition: Condition, at: string): boolean => {
  const object: Indexed = { path: at, holders: [], indexes: {}, titleWords: [], descriptionWords: [], words: [] }
  return matchesQuery({ principals: 'system', where: [condition] }, object)
}

it('reduced path conditions find the same objects as one condition for each path', () => {
  fc.assert(
    fc.property(paths, depth, path, (requested, within, at) => {
      const each = requested.map((one): Condition => ({ kind: 'below', path: one, depth: within }))
      const reduced = subtreeConditions(requested, within)
      expect(finds({ kind: 'either', conditions: reduced }, at)).toBe(finds({ kind: 'either', conditions: each }, at))
      expect(reduced.length).toBeLessThanOrEqual(new Set(requested).size)
    }),
  )
})

it('the intersection of paths finds the same objects as one condition for each path', () => {
  fc.assert(
    fc.property(paths, path, (requested, at) => {
      const isBelowEach = requested.every(one => finds({ kind: 'below', path: one, depth: null }, at))
      expect(finds(belowAll(requested), at)).toBe(isBelowEach)
    }),
  )
})

it('a condition on paths finds the object at one of them', () => {
  expect([finds({ kind: 'at', paths: ['/b', '/a'] }, '/a'), finds({ kind: 'at', paths: ['/a'] }, '/a/b')]).toEqual([
    true,
    false,
  ])
})
