import { hasEnded, maxEndedLogins, noEndedLogins, withEndedLogin } from './userDirectory.js'

const end = (id: string, now: number) => ({ id, until: now + 100, now })

describe('ended logins (docs/content-and-access.md, Logins, rules 5 and 6)', () => {
  it('include exactly the logins that were ended', () => {
    const ended = withEndedLogin(noEndedLogins, end('a', 10))
    expect(hasEnded(ended, { id: 'a', issued: 5 })).toBe(true)
    expect(hasEnded(ended, { id: 'b', issued: 5 })).toBe(false)
    expect(hasEnded(ended, { id: 'constructor', issued: 5 })).toBe(false)
  })

  it('are stored until their tokens expire', () => {
    const ended = withEndedLogin(withEndedLogin(noEndedLogins, end('a', 10)), end('b', 109))
    expect(Object.keys(ended.until)).toEqual(['a', 'b'])
    expect(Object.keys(withEndedLogin(ended, end('c', 110)).until)).toEqual(['b', 'c'])
  })

  it('are counted once if they ended twice', () => {
    const ended = withEndedLogin(withEndedLogin(noEndedLogins, end('a', 10)), end('a', 20))
    expect(ended.until).toEqual({ a: 120 })
  })

  it('include all earlier logins of a user if more than 10,000 end, but no later ones', () => {
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
