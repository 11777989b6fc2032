import { createResponseCache } from './responseCache.js'

const copy = (length: number) => ({ etag: 'x', text: 'x'.repeat(length) })

describe('the cache of responses', () => {
  it('drops the least recently used copies above its size', () => {
    const cache = createResponseCache(100)
    for (const key of ['a', 'b', 'c', 'd']) cache.set(key, copy(25))
    cache.get('a')
    cache.set('e', copy(20))
    expect(['a', 'b', 'c', 'd', 'e'].filter(key => cache.get(key))).toEqual(['a', 'c', 'd', 'e'])
  })

  it('counts a replaced response only once, and stores no large response', () => {
    const cache = createResponseCache(100)
    for (let i = 0; i < 10; i++) cache.set('a', copy(25))
    cache.set('b', copy(25))
    cache.set('a', copy(26))
    expect([cache.get('a'), cache.get('b')]).toEqual([undefined, copy(25)])
  })
})
