import { routerFor } from './routing.js'

const router = routerFor({ include: ['a.*'], exclude: ['a.b*', 'z'] })

describe('the route of a function (docs/caching.md, Routes)', () => {
  it('is shared if the function is included and not excluded', () => {
    expect(router('a.c')).toEqual({ route: 'shared', reason: null })
  })

  it('is RAM if the function is excluded, even if it is included, and names the pattern as the reason', () => {
    expect(router('a.bx')).toEqual({ route: 'ram-excluded', reason: 'excluded by the pattern a.b*' })
  })

  it('is RAM if only other functions are included', () => {
    expect(router('y')).toEqual({ route: 'ram-excluded', reason: 'not included by any pattern' })
    expect(router('xa.c').route).toBe('ram-excluded')
  })

  it('is shared for all functions without an include', () => {
    expect(routerFor({ include: [], exclude: ['a'] })('b')).toEqual({ route: 'shared', reason: null })
    expect(routerFor({ include: [], exclude: [] })('constructor').route).toBe('shared')
  })

  it('cannot be determined with an invalid pattern', () => {
    expect(() => routerFor({ include: ['a['], exclude: [] })).toThrow('The pattern a[ has a [ without a matching ].')
  })
})
