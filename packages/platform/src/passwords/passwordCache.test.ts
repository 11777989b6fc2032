import { createPasswordCache } from './passwordCache.js'

describe('the cache of verified passwords', () => {
  function remembering(most = 2) {
    let now = 0
    const remembered = createPasswordCache({ lifetime: 100, maxEntries: most, now: () => now })
    return { ...remembered, pass: (time: number) => (now += time) }
  }

  it('contains only the password that matched, and only for the same hash', () => {
    const { has, add } = remembering()
    expect(has('right', 'hash-1')).toBe(false)
    add('right', 'hash-1')
    expect([has('right', 'hash-1'), has('wrong', 'hash-1'), has('right', 'hash-2')]).toEqual([true, false, false])
  })

  it('drops an entry after its lifetime', () => {
    const { has, add, pass } = remembering()
    add('right', 'hash-1')
    pass(99)
    expect(has('right', 'hash-1')).toBe(true)
    pass(1)
    expect(has('right', 'hash-1')).toBe(false)
  })

  it('is bounded and drops the oldest entry', () => {
    const { has, add } = remembering()
    for (const password of ['a', 'b', 'b', 'c']) add(password, 'hash')
    expect(['a', 'b', 'c'].map(password => has(password, 'hash'))).toEqual([false, true, true])
  })
})
