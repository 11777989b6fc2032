import type { IndexKind } from './searchIndexes.js'
import { parseBoolean, readSearch, type SearchParameters } from './searchParameters.js'

const context = {
  path: '/here',
  indexes: new Map<string, IndexKind>([
    ['room', 'value'],
    ['opens', 'date'],
    ['is_big', 'boolean'],
  ]),
  typesWithTitle: (title: string) => (title === 'Page' ? ['Document', 'Folder'] : []),
}

const here = { kind: 'either', conditions: [{ kind: 'below', path: '/here', depth: null }] }

function conditionsOf(parameters: SearchParameters): unknown {
  const read = readSearch(parameters, context)
  return read.ok ? read.where.slice(1) : read.reason
}

const placeOf = (parameters: SearchParameters): unknown => {
  const read = readSearch(parameters, context)
  return read.ok ? read.where[0] : read.reason
}

const sortOf = (parameters: SearchParameters): unknown => {
  const read = readSearch(parameters, context)
  return read.ok ? read.sort.map(({ by, descending }) => (descending ? `-${by}` : by)) : read.reason
}

const day = (date: number) => Date.UTC(2027, 2, date)

describe('a search', () => {
  it('without parameters finds all objects below its context', () => {
    expect(readSearch({}, context)).toEqual({ ok: true, where: [here], sort: [], paths: ['/here'] })
  })

  it('ignores parameters that are not an index', () => {
    const parameters = { b_size: '5', fullobjects: '', nope: 'x', constructor: 'x', toString: 'x', position: '1' }
    expect(readSearch(parameters, context)).toEqual({ ok: true, where: [here], sort: [], paths: ['/here'] })
  })

  it('combines its parameters', () => {
    expect(conditionsOf({ portal_type: 'Document', room: ['a', 'b'] })).toEqual([
      { kind: 'any', index: 'portal_type', values: ['Document'] },
      { kind: 'any', index: 'room', values: ['a', 'b'] },
    ])
  })
})

describe('an index of values', () => {
  it.each([
    ...['portal_type', 'review_state', 'workflow_states', 'Creator', 'getId', 'UID', 'Subject', 'Language'],
    ...['sortable_title', 'room'],
  ])('%s accepts one value or several alternatives', index => {
    expect(conditionsOf({ [index]: 'a' })).toEqual([{ kind: 'any', index, values: ['a'] }])
    expect(conditionsOf({ [index]: ['a', 'b'] })).toEqual([{ kind: 'any', index, values: ['a', 'b'] }])
    expect(conditionsOf({ [index]: { query: ['a', 'b'], operator: 'or' } })).toEqual([
      { kind: 'any', index, values: ['a', 'b'] },
    ])
  })

  it('requires all of its values with the operator "and" in any case', () => {
    const all = [{ kind: 'all', index: 'Subject', values: ['a', 'b'] }]
    expect(conditionsOf({ Subject: { query: ['a', 'b'], operator: 'and' } })).toEqual(all)
    expect(conditionsOf({ Subject: { query: ['a', 'b'], operator: 'AND' } })).toEqual(all)
  })

  it('matches a range of strings that includes its limits', () => {
    const ranged = (range: string) => conditionsOf({ getId: { query: ['e', 'b'], range } })
    expect(ranged('min')).toEqual([{ kind: 'range', index: 'getId', min: 'b', max: null }])
    expect(ranged('max')).toEqual([{ kind: 'range', index: 'getId', min: null, max: 'e' }])
    expect(ranged('min:max')).toEqual([{ kind: 'range', index: 'getId', min: 'b', max: 'e' }])
    expect(ranged('minmax')).toEqual(ranged('min:max'))
  })

  it('excludes the values in the part `not`, with or without other values', () => {
    const others = { kind: 'not', condition: { kind: 'any', index: 'Subject', values: ['b', 'c'] } }
    expect(conditionsOf({ Subject: { not: ['b', 'c'] } })).toEqual([others])
    expect(conditionsOf({ Subject: { query: 'a', not: ['b', 'c'] } })).toEqual([
      { kind: 'any', index: 'Subject', values: ['a'] },
      others,
    ])
  })

  it('for short names is called id, and for titles of types Type', () => {
    expect(conditionsOf({ id: 'a' })).toEqual([{ kind: 'any', index: 'getId', values: ['a'] }])
    expect(conditionsOf({ Type: ['Page', 'Nope'] })).toEqual([
      { kind: 'any', index: 'portal_type', values: ['Document', 'Folder'] },
    ])
    expect(conditionsOf({ Type: 'Nope' })).toEqual([{ kind: 'any', index: 'portal_type', values: [] }])
  })
})

describe('a text index', () => {
  it.each([
    ['SearchableText', 'everything'],
    ['Title', 'title'],
    ['Description', 'description'],
  ])('%s searches in %s', (name, place) => {
    expect(conditionsOf({ [name]: 'Über' })).toEqual([
      { kind: 'text', in: place, query: { kind: 'word', word: 'uber' } },
    ])
  })

  it('reads several values as one text', () => {
    expect(conditionsOf({ SearchableText: ['a', 'b'] })).toEqual(conditionsOf({ SearchableText: 'a b' }))
    expect(conditionsOf({ SearchableText: { query: 'a' } })).toEqual(conditionsOf({ SearchableText: 'a' }))
  })

  it.each(['', '*', '()', '"', 'and'])('finds nothing without a word: %j', text => {
    expect(conditionsOf({ SearchableText: text })).toEqual([{ kind: 'nothing' }])
  })
})

describe('a boolean index', () => {
  it.each(['is_folderish', 'exclude_from_nav', 'is_big'])('%s accepts words for true and false', index => {
    expect(conditionsOf({ [index]: 'true' })).toEqual([{ kind: 'any', index, values: [true] }])
    expect(conditionsOf({ [index]: ['No', '1'] })).toEqual([{ kind: 'any', index, values: [false, true] }])
  })

  it('rejects any other word', () => {
    expect(conditionsOf({ is_folderish: 'perhaps' })).toEqual({
      id: 'query.boolean',
      values: { name: 'is_folderish', value: 'perhaps' },
    })
  })
})

describe('words for true and false', () => {
  it.each(['1', 'y', 'yes', 't', 'true', 'active', 'enabled', 'on', 'TRUE', 'On'])('include %s as true', word => {
    expect(parseBoolean(word)).toBe(true)
  })

  it.each(['0', 'n', 'no', 'f', 'false', 'inactive', 'disabled', 'off', 'False'])('include %s as false', word => {
    expect(parseBoolean(word)).toBe(false)
  })

  it.each(['', '2', 'foo', ' true', 'null'])('do not include %j', word => {
    expect(parseBoolean(word)).toBeUndefined()
  })
})

describe('an index of dates', () => {
  it.each(['created', 'modified', 'start', 'end', 'opens'])('%s accepts ranges', index => {
    const ranged = (range: string, query: string | string[]) => conditionsOf({ [index]: { query, range } })
    expect(ranged('min', '2027-03-01')).toEqual([{ kind: 'range', index, min: day(1), max: null }])
    expect(ranged('max', '2027-03-01')).toMatchObject([{ kind: 'range', index, min: null }])
    expect(ranged('min:max', ['2027-03-03', '2027-03-01'])).toMatchObject([{ kind: 'range', index, min: day(1) }])
    expect(ranged('minmax', ['2027-03-01', '2027-03-03'])).toEqual(ranged('min:max', ['2027-03-01', '2027-03-03']))
  })

  it('matches the whole second of a date without a range', () => {
    const second = (date: number) => ({ kind: 'range', index: 'created', min: day(date), max: day(date) + 999 })
    expect(conditionsOf({ created: '2027-03-01' })).toEqual([{ kind: 'either', conditions: [second(1)] }])
    expect(conditionsOf({ created: ['2027-03-01', '2027-03-02'] })).toEqual([
      { kind: 'either', conditions: [second(1), second(2)] },
    ])
  })

  it('finds nothing for an empty date', () => {
    expect(conditionsOf({ created: { query: '', range: 'min' } })).toEqual([{ kind: 'nothing' }])
  })

  it('rejects invalid dates, and quotes short ones', () => {
    expect(conditionsOf({ created: 'yesterday' })).toEqual({
      id: 'query.date',
      values: { name: 'created', value: 'yesterday' },
    })
    expect(conditionsOf({ created: { query: ['2027-03-01', 'x'.repeat(500)], range: 'min' } })).toEqual({
      id: 'query.date',
      values: { name: 'created', value: 'x'.repeat(100) },
    })
  })
})

describe('the dates of publication and expiry', () => {
  const outside = (range: object) => [{ kind: 'not', condition: { kind: 'either', conditions: [range] } }]

  it('are 1969-12-31 for content that was never published', () => {
    const published = (range: string) => conditionsOf({ effective: { query: '2027-03-01', range } })
    expect(published('min')).toEqual([{ kind: 'range', index: 'effective', min: day(1), max: null }])
    expect(published('max')).toEqual(outside({ kind: 'range', index: 'effective', min: day(1) + 1000, max: null }))
  })

  it('are 2499-12-31 for content that never expires', () => {
    const expiring = (range: string) => conditionsOf({ expires: { query: '2027-03-01', range } })
    expect(expiring('min')).toEqual(outside({ kind: 'range', index: 'expires', min: null, max: day(1) - 1 }))
    expect(expiring('max')).toEqual([{ kind: 'range', index: 'expires', min: null, max: day(1) + 999 }])
  })

  it('select the content that is active at one of several dates', () => {
    const active = (date: number) => ({ kind: 'active', at: day(date) })
    expect(conditionsOf({ effectiveRange: ['2027-03-01', '2027-03-02'] })).toEqual([
      { kind: 'either', conditions: [active(1), active(2)] },
    ])
    expect(conditionsOf({ effectiveRange: '' })).toEqual([{ kind: 'either', conditions: [] }])
    expect(conditionsOf({ effectiveRange: 'now' })).toMatchObject({ id: 'query.date' })
  })
})

describe('a parameter with named parts', () => {
  it.each(['getId', 'Subject', 'Title', 'Type', 'created', 'is_folderish', 'effectiveRange'])(
    '%s is rejected without values',
    name => {
      const missing = { id: 'query.values', values: { name } }
      expect(conditionsOf({ [name]: { range: 'min' } })).toEqual(missing)
      expect(conditionsOf({ [name]: { foo: 'a', query: { x: 'a' } } })).toEqual(missing)
    },
  )
})

describe('the path of a search', () => {
  const at = (path: string, depth: unknown = null) => ({ kind: 'below', path, depth })

  it('is that of the request, with or without a depth', () => {
    const only = (place: object) => ({ kind: 'either', conditions: [place] })
    expect(placeOf({})).toEqual(only(at('/here')))
    expect(placeOf({ path: { depth: '1' } })).toEqual(only(at('/here', 'children')))
    expect(placeOf({ path: { depth: '0' } })).toEqual(only(at('/here', 0)))
    expect(placeOf({ path: { depth: '2' } })).toEqual(only(at('/here', 2)))
    expect(placeOf({ path: { depth: '-1' } })).toEqual(only(at('/here')))
  })

  it('may have a trailing slash, and may be a list of alternatives', () => {
    expect(placeOf({ path: '/a' })).toEqual({ kind: 'either', conditions: [at('/a')] })
    expect(placeOf({ path: '/a/' })).toEqual({ kind: 'either', conditions: [at('/a')] })
    expect(placeOf({ path: '/' })).toEqual({ kind: 'either', conditions: [at('/')] })
    expect(placeOf({ path: ['/a', '/b'] })).toEqual({ kind: 'either', conditions: [at('/a'), at('/b')] })
    expect(placeOf({ path: { query: ['/a', '/b'], depth: '1' } })).toEqual({
      kind: 'either',
      conditions: [at('/a', 'children'), at('/b', 'children')],
    })
  })

  it('is the whole site if it is empty', () => {
    expect(placeOf({ path: '' })).toEqual({ kind: 'either', conditions: [at('/')] })
  })

  it.each(['a/b', 'http://site.example/a'])('matches nothing for %s', path => {
    expect(placeOf({ path })).toEqual({ kind: 'either', conditions: [] })
  })

  it.each(['x', '1.5', '-2', '99999'])('rejects the depth %s', depth => {
    expect(placeOf({ path: { query: '/a', depth } })).toEqual({ id: 'query.depth', values: { value: depth } })
  })
})

describe('the order of a search', () => {
  it('uses one index or several', () => {
    expect(sortOf({ sort_on: 'modified' })).toEqual(['modified'])
    expect(sortOf({ sort_on: ['portal_type', 'sortable_title'] })).toEqual(['portal_type', 'sortable_title'])
    expect(sortOf({ sort_on: ['path', 'getObjPositionInParent', 'id', 'room'] })).toEqual([
      'path',
      'position',
      'getId',
      'room',
    ])
  })

  it.each([
    ['descending', '-modified'],
    ['reverse', '-modified'],
    ['REVERSE', '-modified'],
    ['ascending', 'modified'],
    ['nonsense', 'modified'],
    ['', 'modified'],
  ])('is %j as %s', (order, sorted) => {
    expect(sortOf({ sort_on: 'modified', sort_order: order })).toEqual([sorted])
  })

  it('has one direction for all or one for each index', () => {
    expect(sortOf({ sort_on: ['created', 'modified'], sort_order: 'reverse' })).toEqual(['-created', '-modified'])
    expect(sortOf({ sort_on: ['created', 'modified'], sort_order: ['ascending', 'reverse'] })).toEqual([
      'created',
      '-modified',
    ])
  })

  it('ignores unsortable indexes', () => {
    expect(sortOf({ sort_on: ['nope', 'Title', 'relevance', 'constructor', 'modified'] })).toEqual(['modified'])
    expect(sortOf({ sort_on: '' })).toEqual([])
  })

  it('is by relevance for a text search without an order', () => {
    expect(sortOf({ SearchableText: 'a' })).toEqual(['relevance'])
    expect(sortOf({ SearchableText: 'a', sort_on: 'nope' })).toEqual(['relevance'])
    expect(sortOf({ SearchableText: 'a', sort_on: 'modified' })).toEqual(['modified'])
    expect(sortOf({ Title: 'a' })).toEqual([])
  })
})
