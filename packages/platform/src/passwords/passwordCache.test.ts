import { createPasswordCache } from './passwordCache.js'

describe('a password that matched is remembered for a short time', () => {
  function remembering(most = 2) {
    let now = 0
    const remembered = createPasswordCache({ lifetime: 100, maxEntries: most, now: () => now })
    return { ...remembered, pass: (time: number) => (now += time) }
  }

  it('and no other is, nor the same one of a hash that has changed', () => {
    const { has, add } = remembering()
    expect(has('right', 'hash-1')).toBe(false)
    add('right', 'hash-1')
    expect([has('right', 'hash-1'), has('wrong', 'hash-1'), has('right', 'hash-2')]).toEqual([true, false, false])
  })

  it('but not for longer', () => {
    const { has, add, pass } = remembering()
    add('right', 'hash-1')
    pass(99)
    expect(has('right', 'hash-1')).toBe(true)
    pass(1)
    expect(has('right', 'hash-1')).toBe(false)
  })

  it('and what is remembered is bounded: the oldest is forgotten', () => {
    const { has, add } = remembering()
    for (const password of ['a', 'b', 'b', 'c']) add(password, 'hash')
    expect(['a', 'b', 'c'].map(password => has(password, 'hash'))).toEqual([false, true, true])
  })
})
