import { knownTokens, newToken } from './tokens.js'

describe('the token of a function (memoize sheet, 4.11)', () => {
  it('is what the server keeps, as a text and as bytes', () => {
    const text = newToken()
    const token = knownTokens().read('work', Buffer.from(text))
    expect(token).toMatchObject({ text, bytes: Buffer.from(text, 'base64url') })
    expect(token?.bytes).toHaveLength(16)
  })

  it.each([null, '', 'token', '~'.repeat(22), 'a'.repeat(23), 'a'.repeat(1000)])('is not %p', kept => {
    const tokens = knownTokens()
    expect(tokens.read('work', kept === null ? null : Buffer.from(kept))).toBeNull()
    expect(tokens.isKnown('work')).toBe(false)
  })

  it('is read anew when the server keeps another', () => {
    const tokens = knownTokens()
    const [before, after] = [newToken(), newToken()]
    expect(tokens.read('work', Buffer.from(before))?.text).toBe(before)
    expect(tokens.read('other', Buffer.from(after))?.text).toBe(after)
    expect(tokens.read('work', Buffer.from(after))?.text).toBe(after)
    expect(tokens.read('other', Buffer.from(after))?.text).toBe(after)
  })

  it('is known from when it was read until it is gone', () => {
    const tokens = knownTokens()
    expect(tokens.isKnown('work')).toBe(false)
    tokens.read('work', Buffer.from(newToken()))
    expect(tokens.isKnown('work')).toBe(true)
    expect(tokens.isKnown('other')).toBe(false)
    tokens.read('work', null)
    expect(tokens.isKnown('work')).toBe(false)
  })
})
