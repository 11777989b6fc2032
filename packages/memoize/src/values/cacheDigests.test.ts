import { cacheDigests } from './cacheDigests.js'

describe('cached digests', () => {
  it('equal the digests of their texts', () => {
    const digest = cacheDigests(text => `digest of ${text}`)
    for (let round = 0; round < 2; round++)
      for (let i = 0; i < 3000; i++) expect(digest(`text ${i}`)).toBe(`digest of text ${i}`)
  })

  it('are computed once for a short text, and every time for a long one', () => {
    let count = 0
    const digest = cacheDigests(text => `${text.length} ${count++}`)
    const [short, long] = ['a'.repeat(200), 'a'.repeat(201)]
    expect([digest(short), digest(short), digest(long), digest(long)]).toEqual(['200 0', '200 0', '201 1', '201 2'])
  })
})
