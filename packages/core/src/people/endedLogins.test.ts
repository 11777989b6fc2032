import { hasEnded, maxEndedLogins, noEndedLogins, withEndedLogin } from './userDirectory.js'

const end = (id: string, now: number) => ({ id, until: now + 100, now })

describe('ended logins (docs/content-and-access.md, Logins, rules 5 and 6)', () => {
  it('are those that were ended, and no others', () => {
    const ended = withEndedLogin(noEndedLogins, end('a', 10))
    expect(hasEnded(ended, { id: 'a', issued: 5 })).toBe(true)
    expect(hasEnded(ended, { id: 'b', issued: 5 })).toBe(false)
    expect(hasEnded(ended, { id: 'constructor', issued: 5 })).toBe(false)
  })

  it('are kept until no token of them is valid any more', () => {
    const ended = withEndedLogin(withEndedLogin(noEndedLogins, end('a', 10)), end('b', 109))
    expect(Object.keys(ended.until)).toEqual(['a', 'b'])
    expect(Object.keys(withEndedLogin(ended, end('c', 110)).until)).toEqual(['b', 'c'])
  })

  it('ended twice count once', () => {
    const ended = withEndedLogin(withEndedLogin(noEndedLogins, end('a', 10)), end('a', 20))
    expect(ended.until).toEqual({ a: 120 })
  })

  it('are all of a user where more than 10,000 end at the same time, but not those that begin later', () => {
    const until = Object.fromEntries(Array.from({ length: maxEndedLogins }, (_, i) => [`login-${i}`, 110]))
    let ended = { before: 0, until }
    expect(maxEndedLogins).toBe(10_000)
    expect(hasEnded(ended, { id: 'other', issued: 10 })).toBe(false)
    ended = withEndedLogin(ended, end('one-more', 11))
    expect(ended).toEqual({ before: 11, until: {} })
    for (const id of ['login-0', 'one-more', 'other']) expect(hasEnded(ended, { id, issued: 11 })).toBe(true)
    expect(hasEnded(ended, { id: 'next', issued: 12 })).toBe(false)
  })
})
