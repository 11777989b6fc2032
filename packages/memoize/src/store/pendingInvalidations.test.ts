import { pendingInvalidations } from './pendingInvalidations.js'

describe('pending invalidations', () => {
  it('contain names of functions, or everything', () => {
    const pending = pendingInvalidations()
    expect([pending.isEmpty, pending.affects('a')]).toEqual([true, false])
    pending.add('a')
    expect([pending.isEmpty, pending.affects('a'), pending.affects('b'), pending.names()]).toEqual([
      false,
      true,
      false,
      ['a'],
    ])
    pending.add(null)
    expect([pending.affects('b'), pending.names()]).toEqual([true, [null]])
  })

  it('end if they reach the store, or if everything is invalidated', () => {
    const pending = pendingInvalidations()
    for (const name of ['a', 'b', 'c']) pending.add(name)
    pending.settle('a', pending.mark())
    expect(pending.names()).toEqual(['b', 'c'])
    pending.settle(null, pending.mark())
    expect(pending.isEmpty).toBe(true)
  })

  it('of everything do not end with that of one function', () => {
    const pending = pendingInvalidations()
    pending.add(null)
    pending.settle('a', pending.mark())
    expect(pending.affects('a')).toBe(true)
  })

  it('remain if they were added during a flush', () => {
    const pending = pendingInvalidations()
    pending.add('a')
    const mark = pending.mark()
    pending.add('a')
    pending.settle('a', mark)
    pending.settle(null, mark)
    expect(pending.names()).toEqual(['a'])
  })

  it('are replaced by one of everything if there are very many', () => {
    const pending = pendingInvalidations()
    for (let i = 0; i < 1000; i++) pending.add(`f${i}`)
    expect(pending.affects('g')).toBe(false)
    pending.add('f999')
    expect(pending.names()).toHaveLength(1000)
    pending.add('f1000')
    expect([pending.names(), pending.affects('g')]).toEqual([[null], true])
  })
})
