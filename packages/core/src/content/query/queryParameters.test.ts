import { anyText } from '@plenum/testkit'
import fc from 'fast-check'
import { nestedQuery, plainName, type QueryParameters, readQuery, writeQuery } from './queryParameters.js'

function read(rawQuery: string): QueryParameters {
  const query = readQuery(rawQuery)
  if (query === null) throw new Error(`${rawQuery} was refused`)
  return query
}

function nested(rawQuery: string): unknown {
  return JSON.parse(JSON.stringify(nestedQuery(read(rawQuery))))
}

// Generates strings of arbitrary UTF-16 code units, including lone surrogates.
const codeUnits = fc.array(fc.nat({ max: 0xffff })).map(units => String.fromCharCode(...units))
const text = anyText()

describe('parsing a query string', () => {
  it('preserves the decoded pairs in order, with their suffixes', () => {
    expect(
      read('portal_type:list=Document&b_size:int=5&&Title=%C3%BCber%20uns&portal_type%3Alist=Link').entries,
    ).toEqual([
      ['portal_type:list', 'Document'],
      ['b_size:int', '5'],
      ['Title', 'über uns'],
      ['portal_type:list', 'Link'],
    ])
  })

  it.each([
    ['SearchableText=alpha+OR+beta', 'SearchableText', 'alpha OR beta'],
    ['SearchableText=1%2B1', 'SearchableText', '1+1'],
    ['workflow_states=wf%7Clapsed', 'workflow_states', 'wf|lapsed'],
    ['path=/a=b', 'path', '/a=b'],
    ['fullobjects', 'fullobjects', ''],
    ['fullobjects=', 'fullobjects', ''],
    ['=x', '', 'x'],
    ['b_size:int=5', 'b_size', '5'],
    ['x:json=%7B%7D', 'x', '{}'],
    ['x:boolean=0', 'x', '0'],
    ['path.depth:int:record=1', 'path.depth', '1'],
    ['a:b=1', 'a:b', '1'],
    ['a:b:int=1', 'a:b', '1'],
    ['a:int:b=1', 'a:int:b', '1'],
  ])('returns a string for one value: %s', (rawQuery, name, value) => {
    expect(read(rawQuery).get(name)).toBe(value)
  })

  it.each([
    ['expand=a&expand=b', 'expand', ['a', 'b']],
    ['name:list=a', 'name', ['a']],
    ['name:tuple=a', 'name', ['a']],
    ['name:int:list=1', 'name', ['1']],
    ['name:list:int=1', 'name', ['1']],
    ['name:list=a&other=1&name:list=b', 'name', ['a', 'b']],
    ['name=a&name:list=b', 'name', ['a', 'b']],
    ['name=&name=', 'name', ['', '']],
  ])('returns a list for a repeated name or a list suffix: %s', (rawQuery, name, value) => {
    expect(read(rawQuery).get(name)).toEqual(value)
  })

  it('returns each parameter once', () => {
    expect(read('b=1&a:list=2&b:int=3').names()).toEqual(['b', 'a'])
    expect(read('').names()).toEqual([])
  })

  it('returns only sent parameters', () => {
    const query = read('__proto__=1&constructor=2')
    expect(query.names()).toEqual(['__proto__', 'constructor'])
    expect(query.get('__proto__')).toBe('1')
    expect(query.get('constructor')).toBe('2')
    expect(query.get('toString')).toBeUndefined()
    expect(query.get('b_size')).toBeUndefined()
  })

  it.each(['a=%', '%zz=1', 'a=%ff', 'a=%C3', 'a=1&b=%ED%A0%80', 'a=\u00fc', 'a=\ud800'])(
    'rejects text that is not percent-encoded UTF-8: %j',
    rawQuery => {
      expect(readQuery(rawQuery)).toBeNull()
    },
  )

  it('rejects more than 1000 parameters', () => {
    expect(read('a=1&'.repeat(1000)).get('a')).toHaveLength(1000)
    expect(readQuery('a=1&'.repeat(1001))).toBeNull()
  })

  it('never throws', () => {
    fc.assert(
      fc.property(fc.oneof(codeUnits, fc.string({ unit: fc.constantFrom(...'a%=&+.:2F') })), raw => {
        const query = readQuery(raw)
        if (query === null) return
        for (const name of query.names()) expect(query.get(name)).toBeDefined()
      }),
    )
  })
})

describe('names without a suffix', () => {
  it.each([
    ['portal_type:list', 'portal_type'],
    ['path.depth:int:record', 'path.depth'],
    [':list', ''],
    ['a:record:b', 'a:record:b'],
    ['a:', 'a:'],
    ['list', 'list'],
  ])('are those of %s: %s', (name, plain) => {
    expect(plainName(name)).toBe(plain)
  })

  it('are extracted from a long series of suffixes in linear time', () => {
    expect(plainName(`a${':list'.repeat(100_000)}`)).toBe('a')
    expect(plainName(`a${':list'.repeat(100_000)}:x`)).toHaveLength(500_003)
  })
})

describe('serializing a query string', () => {
  it('encodes like forms, and the asterisk too', () => {
    expect(
      writeQuery([
        ['portal_type:list', 'News Item'],
        ['SearchableText', 'alp*'],
        ['w', 'a|b'],
        ['p', '/ü'],
        ['e', ''],
      ]),
    ).toBe('portal_type%3Alist=News+Item&SearchableText=alp%2A&w=a%7Cb&p=%2F%C3%BC&e=')
  })

  it('encodes every character like browser forms, except the asterisk', () => {
    const ascii = String.fromCharCode(...Array(128).keys())
    fc.assert(
      fc.property(fc.oneof(text, fc.constant(ascii)), value => {
        const form = new URLSearchParams([['name', value]]).toString()
        expect(writeQuery([['name', value]])).toBe(form.replaceAll('*', '%2A'))
      }),
    )
  })

  it('is reversed by parsing', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text), { maxLength: 20 }), entries => {
        expect(read(writeQuery(entries)).entries).toEqual(entries)
      }),
    )
  })
})

describe('dotted names', () => {
  it.each<[string, unknown]>([
    ['', {}],
    ['portal_type=Document&sort_on=getId', { portal_type: 'Document', sort_on: 'getId' }],
    ['path.query=/a&path.depth=1', { path: { query: '/a', depth: '1' } }],
    ['path=/a&path.depth=1', { path: { query: '/a', depth: '1' } }],
    ['path.depth=1&path=/a', { path: { depth: '1', query: '/a' } }],
    ['path=/a&path=/b&path.depth:int=1', { path: { query: ['/a', '/b'], depth: '1' } }],
    ['path=/a&path.query=/b', { path: { query: ['/a', '/b'] } }],
    ['Subject.query=k1&Subject.query=all&Subject.operator=and', { Subject: { query: ['k1', 'all'], operator: 'and' } }],
    ['created.query:record=2020-01-01&created.range:record=min', { created: { query: '2020-01-01', range: 'min' } }],
    ['a.b=1&a.b.c=2&a.b.c.d=3', { a: { b: { query: '1', c: { query: '2', d: '3' } } } }],
    ['a.query.x=1&a=0', { a: { query: { x: '1', query: '0' } } }],
    ['a.=1&.b=2', { a: { '': '1' }, '': { b: '2' } }],
  ])('build records: %s', (rawQuery, record) => {
    expect(nested(rawQuery)).toEqual(record)
  })

  it('never change a prototype', () => {
    const record = nestedQuery(
      read('__proto__.polluted=1&constructor.prototype.polluted=1&a.__proto__.polluted=1&__proto__=2'),
    )
    expect(Object.keys(record)).toEqual(['__proto__', 'constructor', 'a'])
    expect(Object.getPrototypeOf(record)).toBeNull()
    expect(Object.getPrototypeOf(record.a)).toBeNull()
    expect(Object.keys(record.a ?? {})).toEqual(['__proto__'])
    expect('polluted' in {}).toBe(false)
    expect('polluted' in Object).toBe(false)
  })

  it('may nest deeply', () => {
    const record = nestedQuery(read(`a${'.query'.repeat(20_000)}=1&a=2`))
    expect(Object.keys(record)).toEqual(['a'])
  })

  it('retain all values for any names', () => {
    const name = fc
      .array(fc.constantFrom('a', 'query', '__proto__', ''), { minLength: 1, maxLength: 4 })
      .map(s => s.join('.'))
    fc.assert(
      fc.property(fc.array(name, { maxLength: 12 }), names => {
        const record = nestedQuery(read(writeQuery(names.map((n, index) => [n, `v${index}`]))))
        const values = JSON.stringify(record).match(/v\d+/g) ?? []
        expect(values.toSorted()).toEqual(names.map((_, index) => `v${index}`).toSorted())
      }),
    )
  })
})
