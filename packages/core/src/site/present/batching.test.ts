import { anyText } from '@plenum/testkit'
import fc from 'fast-check'
import { type QueryParameters, readQuery, writeQuery } from '../../content/query/queryParameters.js'
import { DomainError } from '../../foundation/messages.js'
import type { Batch } from '../run/operation.js'
import { batchLinks, presentListing, presentPage, readBatch, urlWithoutBatching } from './batching.js'

const url = 'https://example.org/t/s/@search'

function read(rawQuery: string): QueryParameters {
  const query = readQuery(rawQuery)
  if (query === null) throw new Error(`${rawQuery} was refused`)
  return query
}

function links(rawQuery: string, total: number) {
  return batchLinks(url, rawQuery, readBatch(read(rawQuery)), total)
}

function refusalOf(rawQuery: string) {
  try {
    readBatch(read(rawQuery))
    return null
  } catch (error) {
    if (error instanceof DomainError && error.reason.id === 'query.number') return error.reason.values
    throw error
  }
}

function startOf(link: string | undefined): number | null {
  return link === undefined ? null : Number(read(link.slice(link.indexOf('?') + 1)).get('b_start'))
}

const text = anyText()

describe('the parameters of a batch', () => {
  it.each<[string, Batch]>([
    ['', { start: 0, size: 25 }],
    ['b_size=2&b_start=2', { start: 2, size: 2 }],
    ['b_size:int=2&b_start:int=4', { start: 4, size: 2 }],
    ['b_size=0', { start: 0, size: 0 }],
    ['b_size=100000000', { start: 0, size: 100_000_000 }],
    ['b_start=007', { start: 7, size: 25 }],
    ['b_start=9007199254740991', { start: Number.MAX_SAFE_INTEGER, size: 25 }],
  ])('are read from %j', (rawQuery, batch) => {
    expect(readBatch(read(rawQuery))).toEqual(batch)
  })

  const bad = [
    '',
    '=',
    '=x',
    '=-1',
    '=1.5',
    '=1e3',
    '=0x10',
    '=%2B1',
    '=+1',
    '=1%0A',
    '=9007199254740992',
    '=%D9%A3',
    ':list=1',
  ]

  it.each(['b_start', 'b_size'])('reject a %s that is not a whole number', name => {
    for (const value of bad) expect([value, refusalOf(name + value)]).toEqual([value, { name }])
  })

  it.each(['b_start', 'b_size'])('reject a repeated %s', name => {
    expect(refusalOf(`${name}=1&${name}=1`)).toEqual({ name })
  })
})

describe('a listing', () => {
  const page = { items: [{ id: 'a' }], total: 3, batch: { start: 0, size: 1 } }
  const at = { url, rawQuery: 'b_size=1&x=y' }

  it('has its address without the batch, its total, and links under the key that front ends read', () => {
    const links = batchLinks(url, at.rawQuery, page.batch, 3)
    const counted = { '@id': `${url}?x=y`, items: page.items, items_total: 3 }
    expect(presentListing(page, at)).toEqual({ ...counted, batching: links })
    expect(presentListing(page, at, 'links')).toEqual({ ...counted, links })
  })

  it('has no links if one page contains all items, and no total if all were requested', () => {
    expect(presentPage({ ...page, total: 1 }, at)).toEqual({ items: page.items, items_total: 1 })
    expect(presentPage({ ...page, batch: null }, at)).toEqual({ items: page.items })
  })
})

describe('links of a batch', () => {
  it('have b_start first and the other parameters in order', () => {
    expect(links('b_size=2&b_start=2', 5)).toEqual({
      '@id': `${url}?b_size=2&b_start=2`,
      first: `${url}?b_start=0&b_size=2`,
      last: `${url}?b_start=4&b_size=2`,
      next: `${url}?b_start=4&b_size=2`,
      prev: `${url}?b_start=0&b_size=2`,
    })
    expect(links('sort_on=getId&b_size=3&b_start=3', 11)).toEqual({
      '@id': `${url}?sort_on=getId&b_size=3&b_start=3`,
      first: `${url}?b_start=0&sort_on=getId&b_size=3`,
      last: `${url}?b_start=9&sort_on=getId&b_size=3`,
      next: `${url}?b_start=6&sort_on=getId&b_size=3`,
      prev: `${url}?b_start=0&sort_on=getId&b_size=3`,
    })
  })

  it('have no prev on the first page', () => {
    expect(links('sort_on=getId&sort_order=descending&b_size=3', 11)).toEqual({
      '@id': `${url}?sort_on=getId&sort_order=descending&b_size=3`,
      first: `${url}?b_start=0&sort_on=getId&sort_order=descending&b_size=3`,
      last: `${url}?b_start=9&sort_on=getId&sort_order=descending&b_size=3`,
      next: `${url}?b_start=3&sort_on=getId&sort_order=descending&b_size=3`,
    })
  })

  it('need no query', () => {
    expect(links('', 26)).toEqual({
      '@id': url,
      first: `${url}?b_start=0`,
      last: `${url}?b_start=25`,
      next: `${url}?b_start=25`,
    })
  })

  it('encode the parameters again, retain empty ones, and replace b_start with any suffix', () => {
    const rawQuery = 'fullobjects&b_start:int=1&SearchableText=al%20p*&w=a|b&portal_type:list=Link&b_size=1'
    const others = 'fullobjects=&SearchableText=al+p%2A&w=a%7Cb&portal_type%3Alist=Link&b_size=1'
    expect(links(rawQuery, 3)).toEqual({
      '@id': `${url}?${rawQuery}`,
      first: `${url}?b_start=0&${others}`,
      last: `${url}?b_start=2&${others}`,
      next: `${url}?b_start=2&${others}`,
      prev: `${url}?b_start=0&${others}`,
    })
  })

  it.each<[string, number, (number | null)[]]>([
    ['b_size=5&b_start=5', 10, [0, 5, null, 0]],
    ['b_size=5&b_start=2', 10, [0, 5, 7, 0]],
    ['b_size=5&b_start=8', 10, [0, 5, null, 3]],
    ['b_size=5&b_start=10', 12, [0, 10, null, 5]],
    ['b_size=5&b_start=100', 12, [0, 10, null, 7]],
    ['b_size=5&b_start=12', 12, [0, 10, null, 7]],
    ['b_size=1&b_start=9007199254740991', 2, [0, 1, null, 1]],
  ])('start for first, last, next and prev of %s among %i at %j', (rawQuery, total, starts) => {
    const all = links(rawQuery, total)
    expect([all?.first, all?.last, all?.next, all?.prev].map(startOf)).toEqual(starts)
  })

  it.each<[string, number]>([
    ['', 25],
    ['b_size=5', 5],
    ['b_size=5&b_start=7', 3],
    ['b_size=0', 11],
    ['b_size=0', 0],
    ['', 0],
  ])('are absent if one page is enough or pages are empty: %j among %i', (rawQuery, total) => {
    expect(links(rawQuery, total)).toBeNull()
  })

  it('stay within the listing and lead through all of it', () => {
    const number = fc.nat({ max: 60 })
    fc.assert(
      fc.property(number, fc.integer({ min: 1, max: 20 }), number, (start, size, total) => {
        const all = batchLinks(url, `b_start=${start}&b_size=${size}`, { start, size }, total)
        expect(all === null).toBe(total <= size)
        if (all === null) return
        const [first, last, next, prev] = [all.first, all.last, all.next, all.prev].map(startOf)
        expect(first).toBe(0)
        expect(last).toBeLessThan(total)
        expect((last ?? 0) + size).toBeGreaterThanOrEqual(total)
        expect(next).toBe(start + size < total ? start + size : null)
        expect(prev).toBe(start === 0 ? null : Math.max(0, start < total ? start - size : total - size))
      }),
      { numRuns: 1000 },
    )
  })
})

describe('the @id of a search', () => {
  it.each([
    ['', ''],
    ['sort_on=getId', ''],
    ['sort_on=getId&sort_order=descending&b_size=3', ''],
    ['sort_on=getId&b_size=3&b_start=3', ''],
    ['sort_on=getId&sort_limit=2', ''],
    ['path.depth=1&sort_on=getId', '?path.depth=1'],
    ['portal_type=Document&portal_type=Link&sort_on=getId', '?portal_type=Document&portal_type=Link'],
    [
      'portal_type:list=Document&portal_type:list=Link&sort_on=getId',
      '?portal_type%3Alist=Document&portal_type%3Alist=Link',
    ],
    ['SearchableText=alp*&sort_on=getId', '?SearchableText=alp%2A'],
    ['SearchableText=alpha+OR+beta&sort_on=getId', '?SearchableText=alpha+OR+beta'],
    ['SearchableText=even%20words', '?SearchableText=even+words'],
    ['workflow_states=wf|state', '?workflow_states=wf%7Cstate'],
    [
      'Subject.query=k1&Subject.query=all&Subject.operator=and&sort_on=getId',
      '?Subject.query=k1&Subject.query=all&Subject.operator=and',
    ],
    ['SearchableText=&fullobjects&getId=alpha', '?getId=alpha'],
    ['b_size:int=5&sort_on:list=a&sort_on:list=b&sort_limit:int=1&Title=x', '?Title=x'],
    ['b_sized=1&sort_on.x=2', '?b_sized=1&sort_on.x=2'],
  ])('for %j ends in %j', (rawQuery, expected) => {
    expect(urlWithoutBatching(url, rawQuery)).toBe(url + expected)
  })

  it('retains every other parameter with a value, and is its own @id', () => {
    const name = fc.oneof(text, fc.constantFrom('b_start', 'b_size:int', 'sort_on:list', 'sort_order', 'path:list'))
    fc.assert(
      fc.property(fc.array(fc.tuple(name, text)), entries => {
        const id = urlWithoutBatching(url, writeQuery(entries))
        const expectedEntries = entries.filter(([n, value]) => value !== '' && !/^(?:b_start|b_size|sort_)/.test(n))
        expect(read(id.slice(url.length + 1)).entries).toEqual(expectedEntries)
        expect(urlWithoutBatching(url, id.slice(url.length + 1))).toBe(id)
      }),
    )
  })
})
