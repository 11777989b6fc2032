import type { JsonValue } from '../../foundation/json.js'
import { readQuerystring, readQuerystringSort } from './querystring.js'
import { readRows, uidsInRows } from './querystringBody.js'
import type { IndexKind } from './searchIndexes.js'

const prefix = 'plone.app.querystring.operation.'
const now = Date.UTC(2027, 2, 10, 15, 30)
const day = 86_400_000
const today = Date.UTC(2027, 2, 10)

const indexes = new Map<string, IndexKind>([['room', 'value']])
const uid = 'f'.repeat(32)

const context = {
  now,
  userId: 'ana' as string | null,
  path: '/a/b',
  pathOfUid: (requested: string) => (requested === uid ? '/found' : undefined),
  indexes,
  primaryWorkflow: 'review' as string | undefined,
  typesWithTitle: (title: string) => (title === 'Page' ? ['Document', 'Folder'] : []),
}

type Row = readonly [i: string, o: string, v?: JsonValue]

const sent = (...rows: readonly Row[]): JsonValue[] =>
  rows.map(([i, o, v]) => ({ i, o: prefix + o, ...(v === undefined ? {} : { v }) }))

function read(rows: readonly Row[], overrides: Partial<typeof context> = {}) {
  const result = readRows(sent(...rows))
  if (!result.ok) throw new Error(result.reason.id)
  return readQuerystring(result.rows, { ...context, ...overrides })
}

function where(...rows: readonly Row[]): unknown {
  const parsed = readRows(sent(...rows))
  if (!parsed.ok) return parsed.reason.id
  const result = read(rows)
  return result.ok ? result.where : result.reason.id
}

const nothing = [{ kind: 'nothing' }]
const any = (index: string, ...values: unknown[]) => ({ kind: 'any', index, values })
const range = (index: string, min: number | null, max: number | null) => ({ kind: 'range', index, min, max })
const below = (path: string, depth: unknown = null) => ({ kind: 'below', path, depth })
const either = (...conditions: unknown[]) => ({ kind: 'either', conditions })
const not = (condition: unknown) => ({ kind: 'not', condition })

describe('an operator', () => {
  it.each<[string, JsonValue | undefined, unknown]>([
    ['string.is', 'a', [any('room', 'a')]],
    ['string.contains', 'a', [any('room', 'a')]],
    ['list.contains', ['a', 'b'], [any('room', 'a', 'b')]],
    ['reference.is', 'a', [any('room', 'a')]],
    ['selection.is', 'a', [any('room', 'a')]],
    ['selection.any', ['a', 'b'], [any('room', 'a', 'b')]],
    ['selection.all', ['a', 'b'], [any('room', 'a'), any('room', 'b')]],
    ['selection.none', ['a', 'b'], [range('room', null, null), not(any('room', 'a', 'b'))]],
    ['string.isNot', 'a', [range('room', null, null), not(any('room', 'a'))]],
    ['string.currentUser', undefined, [any('room', 'ana')]],
    ['int.is', '5', [any('room', 5, '5')]],
    ['int.is', 5, [any('room', 5, '5')]],
    ['intselection.is', ['5', 6], [any('room', 5, '5', 6, '6')]],
    ['int.lessThan', '-5', [range('room', null, -5)]],
    ['int.largerThan', 5, [range('room', 5, null)]],
    ['selection.any', [], nothing],
    ['selection.all', [], nothing],
    ['selection.none', [], nothing],
    ['selection.any', ['', ''], nothing],
    ['selection.any', '', nothing],
    ['selection.none', '', [range('room', null, null), not(any('room', ''))]],
  ])('%s of %j is applied to an index of values', (operator, value, conditions) => {
    expect(where(['room', operator, value])).toEqual(conditions)
  })

  it.each<[string, JsonValue | undefined, unknown]>([
    ['date.largerThan', '2027-03-01', range('created', Date.UTC(2027, 2, 1), null)],
    ['date.lessThan', '2027-03-01', range('created', null, Date.UTC(2027, 2, 1) + 999)],
    [
      'date.between',
      ['2027-03-02', '2027-03-01T10:00:00+01:00'],
      range('created', Date.UTC(2027, 2, 1, 9), Date.UTC(2027, 2, 2) + 999),
    ],
    ['date.today', undefined, range('created', today, today + day - 1)],
    ['date.beforeToday', undefined, range('created', null, now)],
    ['date.afterToday', undefined, range('created', now, null)],
    ['date.lessThanRelativeDate', 2, range('created', today, today + 3 * day - 1)],
    ['date.largerThanRelativeDate', '2', range('created', today - 2 * day, today + day - 1)],
    ['date.lessThanRelativeDate', -2, range('created', today - 2 * day, today + day - 1)],
    ['date.beforeRelativeDate', 2, range('created', null, now - 2 * day)],
    ['date.afterRelativeDate', 2, range('created', now + 2 * day, null)],
  ])('%s of %j is applied to an index of dates', (operator, value, condition) => {
    expect(where(['created', operator, value])).toEqual([condition])
  })

  it('matches content without a date of publication or expiry by the date in its summary', () => {
    expect(where(['effective', 'date.beforeToday'])).toEqual([not(either(range('effective', now + 1, null)))])
    expect(where(['effective', 'date.afterToday'])).toEqual([range('effective', now, null)])
    expect(where(['expires', 'date.afterToday'])).toEqual([not(either(range('expires', null, now - 1)))])
    expect(where(['expires', 'date.beforeToday'])).toEqual([range('expires', null, now)])
  })

  it('with a value matches the whole second in an index of dates', () => {
    const at = Date.UTC(2027, 2, 1, 10)
    const second = either(range('start', at, at + 999))
    expect(where(['start', 'string.is', '2027-03-01T10:00:00+00:00'])).toEqual([second])
    expect(where(['start', 'selection.none', ['20270301']])).toEqual([
      range('start', null, null),
      not(either(range('start', Date.UTC(2027, 2, 1), Date.UTC(2027, 2, 1) + 999))),
    ])
  })

  it('for true and false searches a boolean index, like their words', () => {
    expect(where(['is_folderish', 'boolean.isTrue'])).toEqual([any('is_folderish', true)])
    expect(where(['is_folderish', 'boolean.isFalse', 'whatever'])).toEqual([any('is_folderish', false)])
    expect(where(['exclude_from_nav', 'string.is', 'Yes'])).toEqual([any('exclude_from_nav', true)])
    expect(where(['exclude_from_nav', 'int.is', 0])).toEqual([any('exclude_from_nav', false)])
  })

  it('also matches the title of the type', () => {
    expect(where(['Type', 'string.is', 'Page'])).toEqual([any('portal_type', 'Document', 'Folder')])
    expect(where(['Type', 'string.isNot', 'Page'])).toEqual([not(any('portal_type', 'Document', 'Folder'))])
  })

  it('for inactive content changes nothing, and its row needs no index', () => {
    expect(where(['show_inactive', 'string.showInactive', 'True'])).toEqual([])
    expect(where(['nope', 'string.showInactive'], ['room', 'string.is', 'a'])).toEqual([any('room', 'a')])
  })

  it('for the current user finds nothing for anonymous callers', () => {
    const result = read([['Creator', 'string.currentUser']], { userId: null })
    expect(result).toMatchObject({ ok: true, where: nothing })
  })

  it('finds nothing by the position in the container', () => {
    expect(where(['getObjPositionInParent', 'int.largerThan', 0])).toEqual(nothing)
    expect(where(['getObjPositionInParent', 'int.is', 0])).toEqual(nothing)
  })
})

describe('a text condition', () => {
  const text = (place: string, query: unknown): [unknown] => [either({ kind: 'text', in: place, query })]
  const word = (letters: string) => ({ kind: 'word', word: letters })
  const wordPrefix = (letters: string) => ({ kind: 'prefix', word: letters })

  it('on the whole text accepts prefixes of words', () => {
    expect(where(['SearchableText', 'string.contains', 'alp'])).toEqual(text('everything', wordPrefix('alp')))
    expect(where(['SearchableText', 'string.contains', 'Älp-bet'])).toEqual(
      text('everything', { kind: 'and', parts: [wordPrefix('alp'), wordPrefix('bet')] }),
    )
  })

  it('with "contains" ignores operators, and retains phrases', () => {
    expect(where(['SearchableText', 'string.contains', 'rock or not "and roll"'])).toEqual(
      text('everything', {
        kind: 'and',
        parts: [wordPrefix('rock'), wordPrefix('or'), wordPrefix('not'), { kind: 'phrase', words: ['and', 'roll'] }],
      }),
    )
    expect(where(['SearchableText', 'string.contains', 'a "b'])).toEqual(
      text('everything', { kind: 'and', parts: [wordPrefix('a'), wordPrefix('b')] }),
    )
  })

  it('on a title or a description is searched unchanged', () => {
    expect(where(['Title', 'string.contains', 'alp'])).toEqual(text('title', word('alp')))
    expect(where(['Description', 'string.contains', 'alp*'])).toEqual(text('description', wordPrefix('alp')))
    expect(where(['SearchableText', 'string.is', 'a or b'])).toEqual(
      text('everything', { kind: 'or', parts: [word('a'), word('b')] }),
    )
  })

  it('may exclude words', () => {
    expect(where(['Title', 'string.isNot', 'a'])).toEqual([not(...text('title', word('a')))])
  })

  it.each(['', '(', '*', '"'])('of %j finds nothing', v => {
    const [condition] = where(['SearchableText', 'string.contains', v]) as [unknown]
    expect([...nothing, either(...nothing)]).toContainEqual(condition)
  })

  it('contains at most 200 words in all strings, and a prefix is counted as ten words', () => {
    const words = 'a '.repeat(100)
    expect(where(['Title', 'string.is', words], ['Description', 'string.is', words])).toHaveLength(2)
    expect(() => where(['Title', 'string.is', [words, words, 'a']])).toThrow('at most 200 words')
    expect(() => where(['Title', 'string.is', words], ['Description', 'string.is', `${words}a`])).toThrow('200 words')
    expect(where(['SearchableText', 'string.contains', 'a '.repeat(20)])).toHaveLength(1)
    expect(() => where(['SearchableText', 'string.contains', 'a '.repeat(21)])).toThrow('at most 200 words')
    expect(() => where(['SearchableText', 'string.contains', 'a '.repeat(100_000)])).toThrow('characters')
  })
})

describe('a path condition', () => {
  it.each<[string, JsonValue, unknown]>([
    ['absolutePath', '/x', below('/x')],
    ['path', '/x/y/', below('/x/y')],
    ['absolutePath', '/', below('/')],
    ['absolutePath', '/x::2', below('/x', 2)],
    ['absolutePath', '/x::1', below('/x', 'children')],
    ['absolutePath', '/x::0', below('/x', 0)],
    ['absolutePath', '/x::-1', below('/x')],
    ['absolutePath', uid, below('/found')],
    ['path', `${uid}::1`, below('/found', 'children')],
    ['relativePath', '.', below('/a/b')],
    ['relativePath', '..', below('/a')],
    ['relativePath', '../../../..', below('/')],
    ['relativePath', 'sub', below('/a/b/sub')],
    ['relativePath', '../s::1', below('/a/s', 'children')],
    ['relativePath', '..::0', below('/a', 0)],
  ])('is applied: %s %j', (operator, value, condition) => {
    expect(where(['path', `string.${operator}`, value])).toEqual([either(condition)])
  })

  it.each<[string, JsonValue | undefined]>([
    ['absolutePath', ''],
    ['absolutePath', ['/x']],
    ['absolutePath', 'e'.repeat(32)],
    ['absolutePath', 'x/y'],
    ['absolutePath', '/x::y'],
    ['absolutePath', '/x::-2'],
    ['absolutePath', undefined],
    ['relativePath', ''],
    ['relativePath', 5],
  ])('that leads nowhere omits its row: %s %j', (operator, value) => {
    expect(where(['path', `string.${operator}`, value], ['room', 'string.is', 'a'])).toEqual([any('room', 'a')])
  })

  it('is an alternative to other paths, and the depth of one applies to all', () => {
    expect(where(['path', 'string.path', '/x'], ['path', 'string.relativePath', '.'])).toEqual([
      either(below('/x'), below('/a/b')),
    ])
    expect(where(['path', 'string.path', '/x::1'], ['path', 'string.path', '/y'])).toEqual([
      either(below('/x', 'children'), below('/y', 'children')),
    ])
  })

  it('supports other operators', () => {
    expect(where(['path', 'string.is', '/x'])).toEqual([either(below('/x'))])
    expect(where(['path', 'selection.any', ['/x', '/y']])).toEqual([either(below('/x'), below('/y'))])
    expect(where(['path', 'selection.none', ['/x']])).toEqual([not(either(below('/x')))])
    expect(where(['path', 'string.is', 'x'], ['room', 'string.is', 'a'])).toEqual([any('room', 'a')])
  })

  it('determines the searched path, which is the whole site by default', () => {
    expect(read([['path', 'string.path', '/x']])).toMatchObject({ paths: ['/x'] })
    expect(read([['path', 'selection.none', '/x']])).toMatchObject({ paths: ['/'] })
    expect(
      read([
        ['path', 'string.path', '/x'],
        ['path', 'selection.none', '/y'],
      ]),
    ).toMatchObject({ paths: ['/'] })
    expect(read([['room', 'string.is', 'a']])).toMatchObject({ paths: ['/'] })
  })

  it('can contain UIDs, which are resolved before the search', () => {
    const result = readRows(
      sent(['path', 'string.path', `${uid}::1`], ['path', 'string.path', '/x'], ['UID', 'string.is', 'e']),
    )
    expect(result.ok && uidsInRows(result.rows)).toEqual([uid])
  })
})

describe('an omitted row', () => {
  it.each<[i: string, o: string, v?: JsonValue]>([
    ['nope', 'string.is', 'a'],
    ['isFolderish', 'boolean.isTrue'],
    ['isDefaultPage', 'boolean.isTrue'],
    ['constructor', 'string.is', 'a'],
    ['position', 'int.is', 1],
    ['created', 'date.largerThan', 'soon'],
    ['created', 'date.largerThan', 5],
    ['created', 'date.between', ['2027-03-01', '']],
    ['created', 'string.is', ''],
    ['created', 'date.beforeRelativeDate', 'two'],
    ['created', 'date.beforeRelativeDate', 1e15],
    ['room', 'int.is', 'five'],
    ['room', 'int.is', 2.5],
    ['room', 'int.lessThan', [1, 2]],
    ['room', 'string.is'],
    ['room', 'string.is', null],
    ['room', 'selection.any', [{ token: 'a' }]],
    ['room', 'string.path', '/x'],
    ['is_folderish', 'string.is', 'perhaps'],
    ['is_folderish', 'date.today'],
    ['Title', 'date.today'],
  ])('changes nothing, but finds nothing if it is the only one: %s %s %j', (...row) => {
    expect(where(row, ['portal_type', 'string.is', 'Link'])).toEqual([any('portal_type', 'Link')])
    expect(where(row)).toEqual(nothing)
  })
})

describe('two rows on one index', () => {
  it('combine two half-open ranges into one', () => {
    const [since, until]: Row[] = [
      ['created', 'date.largerThan', '2027-03-01'],
      ['created', 'date.beforeToday'],
    ]
    if (!since || !until) throw new Error('two rows')
    const between = [range('created', Date.UTC(2027, 2, 1), now)]
    expect(where(since, until)).toEqual(between)
    expect(where(until, since)).toEqual(between)
  })

  it('use the last one otherwise', () => {
    expect(where(['room', 'string.is', 'a'], ['room', 'string.is', 'b'])).toEqual([any('room', 'b')])
    expect(where(['created', 'date.afterToday'], ['created', 'date.largerThan', '2027-03-01'])).toEqual([
      range('created', Date.UTC(2027, 2, 1), null),
    ])
    expect(where(['created', 'date.today'], ['created', 'date.afterToday'])).toEqual([range('created', now, null)])
    expect(where(['id', 'string.is', 'a'], ['getId', 'string.is', 'b'])).toEqual([any('getId', 'b')])
  })

  it('use the first one if the last one is omitted', () => {
    expect(where(['created', 'date.afterToday'], ['created', 'date.lessThan', 'soon'])).toEqual([
      range('created', now, null),
    ])
  })
})

describe('states in a query', () => {
  const bare = (...values: string[]): [unknown] => [any('review_state', ...values)]
  const states = (...values: string[]): [unknown] => [any('workflow_states', ...values)]

  it('without a workflow are those of review_state', () => {
    expect(where(['review_state', 'string.is', 'private'])).toEqual(bare('private'))
    expect(where(['review_state', 'selection.any', ['private', 'pending']])).toEqual(bare('private', 'pending'))
    expect(where(['review_state', 'selection.all', ['private']])).toEqual(bare('private'))
    expect(where(['review_state', 'selection.none', ['private']])).toEqual([
      range('review_state', null, null),
      not(...bare('private')),
    ])
    expect(where(['review_state', 'selection.any', []])).toEqual(nothing)
  })

  it('with a workflow are those of all workflows', () => {
    expect(where(['review_state', 'string.is', 'review|private'])).toEqual(states('review|private'))
    expect(where(['review_state', 'selection.any', ['review|private', 'm|on']])).toEqual(
      states('review|private', 'm|on'),
    )
    expect(where(['review_state', 'selection.none', ['m|on']])).toEqual([
      range('workflow_states', null, null),
      not(...states('m|on')),
    ])
  })

  it('of both kinds search all workflows, where a bare state belongs to the first workflow of the site', () => {
    expect(where(['review_state', 'selection.any', ['private', 'm|on']])).toEqual(states('review|private', 'm|on'))
    expect(
      read([['review_state', 'selection.any', ['private', 'm|on']]], { primaryWorkflow: undefined }),
    ).toMatchObject({
      where: states('private', 'm|on'),
    })
  })

  it('preserve the other conditions of their row', () => {
    expect(where(['review_state', 'selection.all', ['private', 'm|on']])).toEqual([
      ...states('review|private'),
      ...states('m|on'),
    ])
  })

  it('do not modify the sent query', () => {
    const rows = Object.freeze(sent(['review_state', 'selection.any', Object.freeze(['private', 'm|on']) as JsonValue]))
    const result = readRows(rows)
    const copy = structuredClone(rows)
    if (!result.ok) throw new Error(result.reason.id)
    readQuerystring(result.rows, context)
    expect(rows).toEqual(copy)
  })

  it('use the later of two rows on one index, but both a bare and a qualified row', () => {
    const qualified: Row = ['review_state', 'selection.any', ['m|on']]
    expect(where(qualified, ['workflow_states', 'string.is', 'm|off'])).toEqual(states('m|off'))
    expect(where(qualified, ['review_state', 'selection.none', ['m|off']])).toEqual([
      range('workflow_states', null, null),
      not(...states('m|off')),
    ])
    expect(where(qualified, ['review_state', 'string.is', 'private'])).toEqual([...states('m|on'), ...bare('private')])
  })
})

describe('the rows of a query', () => {
  const refusal = (rows: JsonValue | undefined) => {
    const result = readRows(rows)
    return result.ok ? null : result.reason.id
  }
  const [row] = sent(['room', 'string.is', 'a'])

  it.each<[JsonValue | undefined, string]>([
    [undefined, 'querystring.missing'],
    [null, 'querystring.missing'],
    [[], 'querystring.missing'],
    ['x', 'querystring.malformed'],
    [{}, 'querystring.malformed'],
    [5, 'querystring.malformed'],
    [['x'], 'querystring.malformed'],
    [[null], 'querystring.malformed'],
    [[[]], 'querystring.malformed'],
    [[{ o: `${prefix}string.is`, v: 'a' }], 'querystring.malformed'],
    [[{ i: '', o: `${prefix}string.is`, v: 'a' }], 'querystring.malformed'],
    [[{ i: 'room', v: 'a' }], 'querystring.malformed'],
    [[{ i: 'room', o: 5, v: 'a' }], 'querystring.malformed'],
    [[{ i: 'room', o: `${prefix}string.resembles`, v: 'a' }], 'querystring.operator'],
    [[{ i: 'room', o: 'string.is', v: 'a' }], 'querystring.operator'],
    [[{ i: 'room', o: `${prefix}constructor` }], 'querystring.operator'],
    [[{ i: 'nope', o: 'nope' }], 'querystring.operator'],
  ])('are rejected as %j: %s', (rows, id) => {
    expect(refusal(rows)).toBe(id)
  })

  it('are limited to 100, with 100 values in each', () => {
    const values = (count: number) => sent(['room', 'selection.any', Array(count).fill('a')])
    expect(refusal(Array(100).fill(row))).toBeNull()
    expect(refusal(Array(101).fill(row))).toBe('querystring.too-long')
    expect(refusal(Array(100).fill(values(100)).flat())).toBeNull()
    expect(refusal(values(101))).toBe('querystring.too-long')
    expect(refusal([...sent(['room', 'string.is', 'a']), ...values(101)])).toBe('querystring.too-long')
  })

  it.each<JsonValue>(['2027-03-01', ['2027-03-01'], [], ['2027-03-01', '2027-03-02', '2027-03-03']])(
    'are rejected with "between" and %j',
    value => {
      expect(where(['created', 'date.between', value])).toBe('querystring.dates')
    },
  )
})

describe('the order of a query', () => {
  const order = (names: readonly string[], orders: readonly string[]) =>
    readQuerystringSort({ names, orders }, indexes).map(({ by, descending }) => (descending ? `-${by}` : by))

  it('uses the sortable indexes, and is descending only if this is requested exactly', () => {
    expect(order(['room'], ['descending'])).toEqual(['-room'])
    expect(order(['room'], ['reverse'])).toEqual(['room'])
    expect(order(['room'], ['Descending'])).toEqual(['room'])
    expect(order(['room', 'id'], ['descending'])).toEqual(['-room', '-getId'])
    expect(order(['room', 'id'], ['ascending', 'descending'])).toEqual(['room', '-getId'])
    expect(order(['nope', 'Title', 'Type', 'path', 'getObjPositionInParent'], [])).toEqual(['path', 'position'])
  })
})
