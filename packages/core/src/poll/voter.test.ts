import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { tokenInCookie, visitorToken, voteCookieName } from './voter.js'

describe('the token of a visitor', () => {
  it('has 22 characters of base64url', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), bytes => {
        expect(visitorToken(bytes)).toBe(Buffer.from(bytes).toString('base64url'))
        expect(visitorToken(bytes)).toMatch(/^[A-Za-z0-9_-]{22}$/)
      }),
    )
  })

  it('is read from its cookie, even if it is quoted', () => {
    const token = visitorToken(randomBytes(16))
    expect(tokenInCookie(token)).toBe(token)
    expect(tokenInCookie(`"${token}"`)).toBe(token)
  })

  it.each(['', '""', 'forged', 'mia', `Anonymous-${'x'.repeat(22)}`, 'x'.repeat(23), `${'x'.repeat(21)}é`])(
    'is not read from a cookie with %j',
    value => {
      expect(tokenInCookie(value)).toBeNull()
    },
  )
})

describe('the cookie of a vote', () => {
  it('contains the UID of the poll in its name', () => {
    expect(voteCookieName('0123abcd')).toBe('collective.poll.0123abcd')
  })
})
