import { pendingInvalidations } from './pendingInvalidations.js'
import { functionTarget, type Target } from './target.js'

const all = functionTarget(null)
const of = functionTarget
const call = (name: string, digest: string): Target => ({ kind: 'call', name, digest, lifetime: 1000 })
const value = (name: string, digest = 'd', tags: readonly string[] = []) => ({ name, tags, digest: () => digest })

describe('pending invalidations', () => {
  it('contain functions, or everything', () => {
    const pending = pendingInvalidations()
    expect([pending.isEmpty, pending.affects(value('a'))]).toEqual([true, false])
    pending.add(of('a'))
    expect([pending.isEmpty, pending.affects(value('a')), pending.affects(value('b'))]).toEqual([false, true, false])
    expect(pending.targets()).toEqual([of('a')])
    pending.add(all)
    expect([pending.affects(value('b')), pending.targets()]).toEqual([true, [all]])
  })

  it('contain single calls and tags, which affect no other values', () => {
    const pending = pendingInvalidations()
    pending.add(call('a', 'd1'))
    pending.add({ kind: 'tag', tag: 't' })
    expect([pending.affects(value('a', 'd1')), pending.affects(value('a', 'd2'))]).toEqual([true, false])
    expect([pending.affects(value('b', 'd1')), pending.affects(value('b', 'd1', ['s', 't']))]).toEqual([false, true])
  })

  it('end if they reach the store, or if a wider invalidation does', () => {
    const pending = pendingInvalidations()
    for (const name of ['a', 'b', 'c']) pending.add(of(name))
    pending.add(call('b', 'd'))
    pending.settle(of('a'), pending.mark())
    expect(pending.targets()).toEqual([of('b'), of('c'), call('b', 'd')])
    pending.settle(of('b'), pending.mark())
    expect(pending.targets()).toEqual([of('c')])
    pending.settle(all, pending.mark())
    expect(pending.isEmpty).toBe(true)
  })

  it('of everything, and of a function, do not end with a narrower invalidation', () => {
    const pending = pendingInvalidations()
    pending.add(all)
    pending.add(of('a'))
    pending.settle(of('b'), pending.mark())
    pending.settle(call('a', 'd'), pending.mark())
    expect(pending.affects(value('a'))).toBe(true)
  })

  it('remain if they were added during a flush', () => {
    const pending = pendingInvalidations()
    pending.add(of('a'))
    const mark = pending.mark()
    pending.add(of('a'))
    pending.settle(of('a'), mark)
    pending.settle(all, mark)
    expect(pending.targets()).toEqual([of('a')])
  })

  it('are replaced with an invalidation of everything if their number is too large', () => {
    const pending = pendingInvalidations()
    for (let i = 0; i < 1000; i++) pending.add(of(`f${i}`))
    expect(pending.affects(value('g'))).toBe(false)
    pending.add(of('f999'))
    expect(pending.targets()).toHaveLength(1000)
    pending.add(of('f1000'))
    expect([pending.targets(), pending.affects(value('g'))]).toEqual([[all], true])
  })
})
