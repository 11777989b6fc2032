import { cacheDigests } from './cacheDigests.js'

describe('remembered digests', () => {
  it('are those of their texts', () => {
    const digest = cacheDigests(text => `digest of ${text}`)
    for (let round = 0; round < 2; round++)
      for (let i = 0; i < 3000; i++) expect(digest(`text ${i}`)).toBe(`digest of text ${i}`)
  })

  it('are made once for a short text, and for a long one every time', () => {
    let made = 0
    const digest = cacheDigests(text => `${text.length} ${made++}`)
    const [short, long] = ['a'.repeat(200), 'a'.repeat(201)]
    expect([digest(short), digest(short), digest(long), digest(long)]).toEqual(['200 0', '200 0', '201 1', '201 2'])
  })
})
