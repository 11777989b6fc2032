import { createTokenCache, isToken, newToken } from './tokens.js'

const made = (): Buffer => Buffer.from(newToken())

describe('a token on the server (docs/caching.md, Invalidation tokens)', () => {
  it('is valid if Plenum generated it', () => expect(isToken(made())).toBe(true))

  it.each([null, '', 'token', '~'.repeat(22), 'a'.repeat(23), 'a'.repeat(1000)])('is invalid if it is %p', kept => {
    const bytes = kept === null ? null : Buffer.from(kept)
    const tokens = createTokenCache()
    expect(isToken(bytes)).toBe(false)
    expect(tokens.tokenOf('work', bytes, made())).toBeNull()
    expect(tokens.tokenOf('work', made(), bytes)).toBeNull()
    expect(tokens.isKnown('work')).toBe(false)
  })
})

describe('the token of a function', () => {
  it('is equal in every process as long as the server stores the same', () => {
    const kept = { all: made(), own: made() }
    const token = createTokenCache().tokenOf('work', kept.all, kept.own)
    expect(token?.bytes).toHaveLength(16)
    expect(token?.text).toBe(token?.bytes.toString('base64url'))
    const tokens = createTokenCache()
    expect(tokens.tokenOf('work', kept.all, kept.own)?.text).toBe(token?.text)
    expect(tokens.tokenOf('work', Buffer.from(kept.all), Buffer.from(kept.own))?.text).toBe(token?.text)
  })

  it('changes with the token of all functions, its own token, or the function', () => {
    const tokens = createTokenCache()
    const [all, own] = [made(), made()]
    const texts = [
      { all, own },
      { all, own: made() },
      { all: made(), own },
      { all, own },
    ].map(kept => tokens.tokenOf('work', kept.all, kept.own)?.text)
    expect(new Set(texts).size).toBe(3)
    expect(texts[3]).toBe(texts[0])
    expect(tokens.tokenOf('other', all, made())?.text).not.toBe(texts[0])
  })

  it('is known from the first read until it is missing', () => {
    const tokens = createTokenCache()
    expect(tokens.isKnown('work')).toBe(false)
    tokens.tokenOf('work', made(), made())
    expect(tokens.isKnown('work')).toBe(true)
    expect(tokens.isKnown('other')).toBe(false)
    tokens.tokenOf('work', null, made())
    expect(tokens.isKnown('work')).toBe(false)
  })
})
