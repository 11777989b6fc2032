import fc from 'fast-check'
import { type CatalogQuery, type Condition, type Indexed, matchesQuery, type Principals, valuesOf } from './catalog.js'

const object: Indexed = {
  path: '/a/b/c',
  holders: ['Reader', 'user:ada'],
  indexes: { portal_type: 'Document', Subject: ['red', 'green'], is_folderish: true, created: 1000 },
  titleWords: ['alpha'],
  descriptionWords: ['beta'],
  words: ['alpha', 'beta', 'gamma'],
}

const indexed = (indexes: Indexed['indexes']): Indexed => ({ ...object, indexes })

const matches = (
  where: Condition | readonly Condition[],
  candidate: Indexed = object,
  principals: Principals = 'system',
): boolean => matchesQuery({ principals, where: [where].flat() } as CatalogQuery, candidate)

const word = (text: string) => ({ kind: 'word', word: text }) as const

describe('the principals of a query', () => {
  it.each<[Principals, boolean]>([
    [['Anonymous'], false],
    [['Anonymous', 'Reader'], true],
    [['user:ada'], true],
    [['user:bob', 'group:people'], false],
    [[], false],
    ['system', true],
  ])('%j find the object: %j', (principals, isMatch) => {
    expect(matches([], object, principals)).toBe(isMatch)
  })
})

describe('a condition on values', () => {
  it('is true if one of the values belongs to the object', () => {
    expect(matches({ kind: 'any', index: 'portal_type', values: ['Link', 'Document'] })).toBe(true)
    expect(matches({ kind: 'any', index: 'Subject', values: ['blue', 'green'] })).toBe(true)
    expect(matches({ kind: 'any', index: 'portal_type', values: ['document'] })).toBe(false)
    expect(matches({ kind: 'any', index: 'portal_type', values: [] })).toBe(false)
    expect(matches({ kind: 'any', index: 'is_folderish', values: [true] })).toBe(true)
  })

  it('is true for all of them with the operator "and"', () => {
    expect(matches({ kind: 'all', index: 'Subject', values: ['red', 'green'] })).toBe(true)
    expect(matches({ kind: 'all', index: 'Subject', values: ['red', 'blue'] })).toBe(false)
  })

  it('is false for an index without the object, even with the name of an inherited property', () => {
    expect(matches({ kind: 'any', index: 'review_state', values: ['private'] })).toBe(false)
    expect(matches({ kind: 'range', index: 'expires', min: null, max: null })).toBe(false)
    expect(valuesOf(object.indexes, 'constructor')).toEqual([])
  })
})

describe('a range', () => {
  it.each<[number | null, number | null, boolean]>([
    [1000, 1000, true],
    [null, 1000, true],
    [1000, null, true],
    [null, null, true],
    [1001, null, false],
    [null, 999, false],
  ])('from %j to %j includes its ends: %j', (min, max, isMatch) => {
    expect(matches({ kind: 'range', index: 'created', min, max })).toBe(isMatch)
  })

  it('of numbers contains no text, and a range of texts no number', () => {
    const between = (min: string | number | null, max: string | number | null) =>
      [1, '5'].map(n => matches({ kind: 'range', index: 'n', min, max }, indexed({ n })))
    expect(between(0, 9)).toEqual([true, false])
    expect(between('0', null)).toEqual([false, true])
    expect(between(0, '9')).toEqual([false, false])
    expect(between(null, null)).toEqual([true, true])
  })

  it('is true if it contains one of several values', () => {
    expect(matches({ kind: 'range', index: 'n', min: 4, max: 6 }, indexed({ n: [1, 5] }))).toBe(true)
    expect(matches({ kind: 'range', index: 'n', min: 2, max: 4 }, indexed({ n: [1, 5] }))).toBe(false)
  })
})

describe('a negated condition', () => {
  it('is true if the condition is false, even for an object without a value', () => {
    const not = (condition: Condition): Condition => ({ kind: 'not', condition })
    expect(matches(not({ kind: 'any', index: 'Subject', values: ['red'] }))).toBe(false)
    expect(matches(not({ kind: 'any', index: 'Subject', values: ['blue'] }))).toBe(true)
    expect(matches(not({ kind: 'any', index: 'review_state', values: ['private'] }))).toBe(true)
    expect(matches(not(not({ kind: 'nothing' })))).toBe(false)
  })
})

describe('a text condition', () => {
  it.each<['title' | 'description' | 'everything', string, boolean]>([
    ['title', 'alpha', true],
    ['title', 'beta', false],
    ['description', 'beta', true],
    ['description', 'gamma', false],
    ['everything', 'gamma', true],
    ['everything', 'delta', false],
  ])('searches in %s only: %s', (place, text, isMatch) => {
    expect(matches({ kind: 'text', in: place, query: word(text) })).toBe(isMatch)
  })
})

describe('a path condition', () => {
  it.each<[string, number | null | 'children', boolean]>([
    ['/', null, true],
    ['/a', null, true],
    ['/a/b/c', null, true],
    ['/a/b/c/d', null, false],
    ['/a/bb', null, false],
    ['/a/b/c', 0, true],
    ['/a/b', 0, false],
    ['/a/b', 'children', true],
    ['/a/b/c', 'children', false],
    ['/a', 'children', false],
    ['/a', 2, true],
    ['/', 2, false],
    ['/', 3, true],
  ])('on %s with the depth %j finds the object: %j', (path, depth, isMatch) => {
    expect(matches({ kind: 'below', path, depth })).toBe(isMatch)
  })

  it('does not match a path that only has the same prefix', () => {
    expect(matches({ kind: 'below', path: '/a/b', depth: null }, { ...object, path: '/a/bc' })).toBe(false)
  })
})

describe('start and end of one occurrence', () => {
  const bound = fc.option(fc.integer({ min: 0, max: 30 }))
  const occurrences = fc.tuple(fc.uniqueArray(fc.integer({ min: 0, max: 30 }), { minLength: 1 }), fc.nat({ max: 5 }))

  it('are those of a pair, in the order of both', () => {
    fc.assert(
      fc.property(occurrences, bound, bound, bound, bound, ([starts, duration], ...bounds) => {
        const [startsFrom, startsUntil, endsFrom, endsUntil] = bounds
        const where: Condition[] = [
          { kind: 'range', index: 'start', min: startsFrom, max: startsUntil },
          { kind: 'range', index: 'end', min: endsFrom, max: endsUntil },
          { kind: 'sameOccurrence', startsFrom, startsUntil, endsFrom, endsUntil },
        ]
        const isIn = (value: number, min: number | null, max: number | null) =>
          (min === null || value >= min) && (max === null || value <= max)
        const expected = starts.some(
          start => isIn(start, startsFrom, startsUntil) && isIn(start + duration, endsFrom, endsUntil),
        )
        const ends = starts.map(start => start + duration)
        expect(matches(where, indexed({ start: starts, end: ends }))).toBe(expected)
      }),
    )
  })
})

describe('published and unexpired content', () => {
  const activeAt = (at: number, indexes: Indexed['indexes']) => matches({ kind: 'active', at }, indexed(indexes))

  it('begins at its publication date and ends before its expiration date', () => {
    expect(activeAt(99, { effective: 100, expires: 200 })).toBe(false)
    expect(activeAt(100, { effective: 100, expires: 200 })).toBe(true)
    expect(activeAt(199, { effective: 100, expires: 200 })).toBe(true)
    expect(activeAt(200, { effective: 100, expires: 200 })).toBe(false)
  })

  it('includes content without dates', () => {
    expect(activeAt(0, {})).toBe(true)
  })
})

describe('several conditions', () => {
  const yes: Condition = { kind: 'below', path: '/', depth: null }
  const no: Condition = { kind: 'nothing' }

  it('must all be true', () => {
    expect(matches([yes, yes])).toBe(true)
    expect(matches([yes, no])).toBe(false)
  })

  it('may be alternatives, and one of them must match', () => {
    expect(matches({ kind: 'either', conditions: [no, yes] })).toBe(true)
    expect(matches({ kind: 'either', conditions: [no, no] })).toBe(false)
    expect(matches({ kind: 'either', conditions: [] })).toBe(false)
  })

  it('match nothing if no value is requested', () => {
    expect(matches(no)).toBe(false)
  })
})
