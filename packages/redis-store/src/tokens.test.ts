import { createTokenCache, isToken, newToken } from './tokens.js'

const tokenBytes = (): Buffer => Buffer.from(newToken())

describe('a token on the server (docs/caching.md, Invalidation tokens)', () => {
  it('is valid if Plenum generated it', () => expect(isToken(tokenBytes())).toBe(true))

  it.each([null, '', 'token', '~'.repeat(22), 'a'.repeat(23), 'a'.repeat(1000)])('is invalid if it is %p', stored => {
    const bytes = stored === null ? null : Buffer.from(stored)
    const tokens = createTokenCache()
    expect(isToken(bytes)).toBe(false)
    expect(tokens.tokenOf('work', bytes, tokenBytes())).toBeNull()
    expect(tokens.tokenOf('work', tokenBytes(), bytes)).toBeNull()
    expect(tokens.isKnown('work')).toBe(false)
  })
})

describe('the token of a function', () => {
  it('is equal in every process as long as the server stores the same', () => {
    const stored = { all: tokenBytes(), own: tokenBytes() }
    const token = createTokenCache().tokenOf('work', stored.all, stored.own)
    expect(token?.bytes).toHaveLength(16)
    expect(token?.text).toBe(token?.bytes.toString('base64url'))
    const tokens = createTokenCache()
    expect(tokens.tokenOf('work', stored.all, stored.own)?.text).toBe(token?.text)
    expect(tokens.tokenOf('work', Buffer.from(stored.all), Buffer.from(stored.own))?.text).toBe(token?.text)
  })

  it('changes with the token of all functions, its own token, or the function', () => {
    const tokens = createTokenCache()
    const [all, own] = [tokenBytes(), tokenBytes()]
    const texts = [
      { all, own },
      { all, own: tokenBytes() },
      { all: tokenBytes(), own },
      { all, own },
    ].map(stored => tokens.tokenOf('work', stored.all, stored.own)?.text)
    expect(new Set(texts).size).toBe(3)
    expect(texts[3]).toBe(texts[0])
    expect(tokens.tokenOf('other', all, tokenBytes())?.text).not.toBe(texts[0])
  })

  it('is known from the first read until it is missing', () => {
    const tokens = createTokenCache()
    expect(tokens.isKnown('work')).toBe(false)
    tokens.tokenOf('work', tokenBytes(), tokenBytes())
    expect(tokens.isKnown('work')).toBe(true)
    expect(tokens.isKnown('other')).toBe(false)
    tokens.tokenOf('work', null, tokenBytes())
    expect(tokens.isKnown('work')).toBe(false)
  })
})
