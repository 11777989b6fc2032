import type { CatalogEntry, CatalogQuery, Condition, IndexValue, Sort, TextQuery } from '@plenum/core/ports'
import fc from 'fast-check'
import { buildCreation, type Creation } from '../builders.js'

/** The lists of paths, words and values are short, so that random queries often match random objects. */

const paths = ['/a', '/b', '/a-b', '/ab', '/a/b', '/a/c', '/a/b/c', '/b/a', '/ab/a', '/ü', '/ü/日']
const holders = ['Anonymous', 'Member', 'user:anna', 'user:bo']
const words = ['a', 'ab', 'abc', 'b', '1', '日', '日本', 'ü', 'and', '𠀀', '𠀀x', 'not']
const numbers = [0, 1, -1, 2.5, 1_700_000_000_000, 10]
const texts = ['', 'a', 'b', 'A', 'ab', 'é', '日', '%', '_', "a'b"]

const types = ['Document', 'Event', 'Ünding']
const states = ['private', 'published']

const wordList = fc.array(fc.constantFrom(...words), { maxLength: 5 })
const number = fc.constantFrom(...numbers)
const text = fc.constantFrom(...texts)
const oneOrMore = fc.oneof(number, fc.uniqueArray(number, { maxLength: 3 }))

const indexValues = {
  number,
  text,
  flag: fc.boolean(),
  numbers: fc.uniqueArray(number, { maxLength: 3 }),
  texts: fc.uniqueArray(text, { maxLength: 3 }),
  effective: oneOrMore,
  expires: oneOrMore,
  modified: number,
  created: number,
  start: oneOrMore,
  end: oneOrMore,
  sortable_title: text,
  portal_type: fc.constantFrom(...types),
  review_state: fc.oneof(fc.constantFrom(...states), fc.uniqueArray(fc.constantFrom(...states))),
}

export const arbitraryEntry: fc.Arbitrary<CatalogEntry> = fc.record({
  holders: fc.uniqueArray(fc.constantFrom(...holders)),
  indexes: fc.record(indexValues, { requiredKeys: [] }),
  titleWords: wordList,
  descriptionWords: wordList,
  words: wordList,
  columns: fc.record({ title: text }),
})

export const arbitraryPath: fc.Arbitrary<string> = fc.constantFrom('/', ...paths)

/** Generates the creations for a small site. Containers precede their items. */
export const arbitraryCreations: fc.Arbitrary<Creation[]> = fc
  .uniqueArray(fc.constantFrom(...paths))
  .chain(chosen => fc.tuple(...['/', ...withContainers(chosen)].map(creation)))

function creation(at: string): fc.Arbitrary<Creation> {
  return fc
    .record({ entry: arbitraryEntry, modified: fc.nat({ max: 3 }) })
    .map(({ entry, modified }) => buildCreation(at, { node: { modified }, entry }))
}

function withContainers(chosen: readonly string[]): string[] {
  const all = chosen.flatMap(chosenPath => {
    const names = chosenPath.slice(1).split('/')
    return names.map((_, i) => `/${names.slice(0, i + 1).join('/')}`)
  })
  return [...new Set(all)]
}

const textQuery = fc.letrec<{ query: TextQuery }>(tie => {
  const word = fc.constantFrom(...words)
  const parts = fc.array(tie('query'), { minLength: 2, maxLength: 3 })
  const query: fc.Arbitrary<TextQuery> = fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({ kind: fc.constantFrom('word', 'prefix'), word }),
    fc.record({ kind: fc.constant('phrase'), words: fc.array(word, { minLength: 2, maxLength: 3 }) }),
    fc.record({ kind: fc.constantFrom('and', 'or'), parts }),
    fc.record({ kind: fc.constant('not'), part: tie('query') }),
  )
  return { query }
}).query

const valuesByIndex: Readonly<Record<string, fc.Arbitrary<IndexValue>>> = {
  number,
  text,
  flag: fc.boolean(),
  numbers: number,
  texts: text,
  none: text,
  portal_type: fc.constantFrom(...types, 'none'),
  review_state: fc.constantFrom(...states),
}

const indexWithValues = fc
  .constantFrom(...Object.entries(valuesByIndex))
  .chain(([index, value]) => fc.record({ index: fc.constant(index), values: fc.array(value, { maxLength: 20 }) }))

/** Generates conditions that a value is in a range. The limits and the values may have different types. */
const range = fc
  .constantFrom(...Object.entries(valuesByIndex).filter(([index]) => index !== 'flag'))
  .chain(([index, value]) => {
    const end = fc.option(fc.oneof({ weight: 4, arbitrary: value }, { weight: 1, arbitrary: fc.oneof(number, text) }))
    return fc.record({ kind: fc.constant('range' as const), index: fc.constant(index), min: end, max: end })
  })

const subtree = fc.record({
  kind: fc.constant('below' as const),
  path: arbitraryPath,
  depth: fc.constantFrom(null, 'children' as const, 0, 1, 2),
})

const bound = fc.option(number)
const sameOccurrence = fc.record({
  kind: fc.constant('sameOccurrence' as const),
  startsFrom: bound,
  startsUntil: bound,
  endsFrom: bound,
  endsUntil: bound,
})

const condition = fc.letrec<{ condition: Condition }>(tie => ({
  condition: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    indexWithValues.map((indexAndValues): Condition => ({ kind: 'any', ...indexAndValues })),
    indexWithValues.map(({ index, values }): Condition => ({ kind: 'all', index, values: values.slice(0, 2) })),
    range,
    fc.record({
      kind: fc.constant('text'),
      in: fc.constantFrom('title', 'description', 'everything'),
      query: textQuery,
    }),
    subtree,
    sameOccurrence,
    fc.record({ kind: fc.constant('at'), paths: fc.array(arbitraryPath, { maxLength: 20 }) }),
    fc.record({ kind: fc.constant('either'), conditions: fc.array(tie('condition'), { maxLength: 3 }) }),
    fc.record({ kind: fc.constant('either'), conditions: fc.array(fc.oneof(range, subtree), { maxLength: 20 }) }),
    fc.record({ kind: fc.constant('not'), condition: tie('condition') }),
    fc.record({ kind: fc.constant('active'), at: number }),
    fc.record({ kind: fc.constant('nothing') }),
  ) as fc.Arbitrary<Condition>,
})).condition

const sort: fc.Arbitrary<Sort> = fc.record({
  by: fc.constantFrom('path', 'position', 'relevance', 'none', ...Object.keys(indexValues)),
  descending: fc.boolean(),
})

export const arbitraryQuery: fc.Arbitrary<CatalogQuery> = fc.record(
  {
    principals: fc.oneof(fc.constant('system' as const), fc.uniqueArray(fc.constantFrom(...holders))),
    where: fc.array(condition, { maxLength: 3 }),
    sort: fc.array(sort, { maxLength: 3 }),
    start: fc.nat({ max: 4 }),
    size: fc.nat({ max: 5 }),
  },
  { requiredKeys: ['principals', 'where'] },
)
