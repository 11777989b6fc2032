import fc from 'fast-check'
import { type CacheEntry, createLruCache } from './lruCache.js'

const entry = <T>(value: T, more: Partial<CacheEntry<T>> = {}): CacheEntry<T> => ({
  value,
  owner: 'f',
  bytes: 1,
  lifetime: 1000,
  ...more,
})

describe('the cache in RAM', () => {
  it('returns stored values, including undefined', () => {
    const cache = createLruCache<unknown>({ entries: 2, bytes: 10 }, () => 0)
    cache.set('a', entry(undefined))
    expect(cache.get('a')).toMatchObject({ value: undefined })
    expect(cache.get('b')).toBeNull()
  })

  it('evicts the least recently used entry if it is full', () => {
    const cache = createLruCache<number>({ entries: 2, bytes: 10 }, () => 0)
    cache.set('a', entry(1))
    cache.set('b', entry(2))
    cache.get('a')
    cache.set('c', entry(3))
    expect(['a', 'b', 'c'].map(key => cache.get(key)?.value)).toEqual([1, undefined, 3])
  })

  it('evicts enough entries for a large value, and does not cache one that exceeds the total', () => {
    const cache = createLruCache<number>({ entries: 9, bytes: 10 }, () => 0)
    for (const key of 'abcd') cache.set(key, entry(1, { bytes: 3 }))
    expect([cache.size, cache.bytes]).toEqual([3, 9])
    cache.set('e', entry(5, { bytes: 8 }))
    expect([cache.size, cache.bytes, cache.get('e')?.value]).toEqual([1, 8, 5])
    cache.set('e', entry(6, { bytes: 11 }))
    expect([cache.size, cache.bytes, cache.get('e')]).toEqual([0, 0, null])
  })

  it('drops a value after its expiry', () => {
    let now = 5
    const cache = createLruCache<number>({ entries: 9, bytes: 10 }, () => now)
    cache.set('a', entry(1, { lifetime: 10 }))
    now = 14.9
    expect(cache.get('a')?.value).toBe(1)
    now = 15
    expect(cache.get('a')).toBeNull()
    expect(cache.bytes).toBe(0)
  })

  it('deletes the values of one owner, or all', () => {
    const cache = createLruCache<number>({ entries: 9, bytes: 10 }, () => 0)
    for (const owner of ['a', 'a.b', 'a']) cache.set(`${owner}${cache.size}`, entry(1, { owner }))
    expect(cache.drop('a')).toBe(2)
    expect([cache.size, cache.bytes]).toEqual([1, 1])
    expect(cache.drop(null)).toBe(1)
    expect([cache.size, cache.bytes]).toEqual([0, 0])
  })

  it('has the same entries as a list sorted by last use', () => {
    const key = fc.constantFrom('a', 'b', 'c', 'd', 'e')
    const action = fc.oneof(
      fc.record({ kind: fc.constant('get' as const), key }),
      fc.record({ kind: fc.constant('delete' as const), key }),
      fc.record({
        kind: fc.constant('set' as const),
        key,
        bytes: fc.nat(12),
        lifetime: fc.integer({ min: 1, max: 30 }),
        owner: fc.constantFrom('f', 'g'),
      }),
      fc.record({ kind: fc.constant('drop' as const), owner: fc.constantFrom('f', 'g', null) }),
    )
    const property = fc.property(fc.array(fc.tuple(action, fc.nat(5)), { maxLength: 50, size: 'max' }), actions => {
      let now = 0
      const cache = createLruCache<number>({ entries: 3, bytes: 20 }, () => now)
      const results: unknown[] = []
      const expected: unknown[] = []
      let model: { key: string; value: number; bytes: number; expires: number; owner: string }[] = []
      for (const [index, [each, pause]] of actions.entries()) {
        now += pause
        if (each.kind === 'delete') {
          cache.delete(each.key)
          model = model.filter(entry => entry.key !== each.key)
        } else if (each.kind === 'drop') {
          const dropped = model.filter(({ owner }) => each.owner === null || owner === each.owner)
          results.push(cache.drop(each.owner))
          expected.push(dropped.filter(({ expires }) => expires > now).length)
          model = model.filter(entry => !dropped.includes(entry))
        } else if (each.kind === 'get') {
          const entry = model.find(({ key, expires }) => key === each.key && expires > now)
          model = model.filter(({ key }) => key !== each.key)
          if (entry) model.push(entry)
          results.push(cache.get(each.key)?.value)
          expected.push(entry?.value)
        } else {
          const { kind, lifetime, ...set } = each
          cache.set(each.key, { ...set, lifetime, value: index })
          model = model.filter(({ key }) => key !== each.key)
          model.push({ ...set, value: index, expires: now + lifetime })
          const sum = () => model.reduce((total, { bytes }) => total + bytes, 0)
          while (model.length > 3 || sum() > 20) model.shift()
        }
        results.push(cache.size, cache.bytes)
        expected.push(
          model.length,
          model.reduce((total, { bytes }) => total + bytes, 0),
        )
      }
      expect(results).toEqual(expected)
    })
    fc.assert(property, { numRuns: 1000 })
  })
})
