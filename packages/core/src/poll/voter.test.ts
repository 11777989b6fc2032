import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { tokenInCookie, visitorToken, voteCookieName } from './voter.js'

describe('the token of a visitor', () => {
  it('is 22 characters that are safe in URLs, those of base64url', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), bytes => {
        expect(visitorToken(bytes)).toBe(Buffer.from(bytes).toString('base64url'))
        expect(visitorToken(bytes)).toMatch(/^[A-Za-z0-9_-]{22}$/)
      }),
    )
  })

  it('is found again in its cookie, also a quoted one', () => {
    const token = visitorToken(randomBytes(16))
    expect(tokenInCookie(token)).toBe(token)
    expect(tokenInCookie(`"${token}"`)).toBe(token)
  })

  it.each(['', '""', 'forged', 'mia', `Anonymous-${'x'.repeat(22)}`, 'x'.repeat(23), `${'x'.repeat(21)}é`])(
    'is not in a cookie with %j',
    value => {
      expect(tokenInCookie(value)).toBeNull()
    },
  )
})

describe('the cookie of a vote', () => {
  it('is called by the UID of the poll', () => {
    expect(voteCookieName('0123abcd')).toBe('collective.poll.0123abcd')
  })
})
