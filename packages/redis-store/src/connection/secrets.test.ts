import fc from 'fast-check'
import { maskUrl, scrubberFor } from './secrets.js'

describe('an address with masked secrets (docs/caching.md, Settings of the cache)', () => {
  it.each([
    ['redis://cache:6379/2', 'redis://cache:6379/2'],
    ['redis://u:p@h', 'redis://u:***@h'],
    ['redis://:p@h:6379/0', 'redis://:***@h:6379/0'],
    ['rediss://tok@h', 'rediss://***@h'],
    ['redis://u:p@ss/w@h/1', 'redis://u:***@h/1'],
    ['redis://u:p%40ss@h', 'redis://u:***@h'],
    ['redis://u:a:b@h', 'redis://u:***@h'],
    ['REDIS://u:p@[::1]:6379', 'REDIS://u:***@[::1]:6379'],
    ['unix:///run/s.sock?password=p', 'unix:///run/s.sock?password=***'],
    ['unix:///run/s.sock?db=1&PassWord=p&x=2', 'unix:///run/s.sock?db=1&PassWord=***&x=2'],
    ['redis-socket:///s?p%61sswd=p', 'redis-socket:///s?p%61sswd=***'],
    ['redis://h?auth_token=a=b', 'redis://h?auth_token=***'],
    ['redis://h?db=1;password=p;q', 'redis://h?db=***'],
    ['redis://h?%zz=p', 'redis://h?%zz=***'],
    ['redis://:p@h1:1,h2:2', 'redis://:***@h1:1,h2:2'],
    ['redis://u:p1@h1,redis://u:p2@h2, rediss://t@h3', 'redis://u:***@h1,redis://u:***@h2,rediss://***@h3'],
  ])('%s becomes %s', (url, expected) => {
    expect(maskUrl(url)).toBe(expected)
  })

  it.each([
    'garbage',
    'u:p@h',
    'unix:/s?password=p',
    'redis://u:p',
    'redis://u:p?x@h',
    'redis://h?password=a@b',
    'redis://h:6379?db=1@2',
    '',
  ])('%j is masked entirely, because the end of its password is ambiguous', url => {
    expect(maskUrl(url)).toBe('***')
  })
})

describe('a text with masked secrets', () => {
  it('is unchanged if the URL contains no secrets', () => {
    const text = 'connect ECONNREFUSED cache:6379'
    expect(scrubberFor('redis://cache:6379')(text)).toBe(text)
    expect(scrubberFor(null)(text)).toBe(text)
  })

  it.each([
    ['redis://u:p%40ss%2Fw@h', 'WRONGPASS for p@ss/w, sent as p%40ss%2Fw', 'WRONGPASS for ***, sent as ***'],
    ['redis://u:swordfish@h', 'at redis://u:swordfish@h', 'at redis://u:***@h'],
    ['redis://u:p@ss/w@h', 'getaddrinfo ENOTFOUND ss', 'getaddrinfo ENOTFOUND ***'],
    ['rediss://tok3n@h', 'no such user tok3n', 'no such user ***'],
    ['unix:///s?password=hush&db=1', 'AUTH hush', 'AUTH ***'],
    ['redis://u:p?x@h', 'invalid redis://u:p?x@h', 'invalid ***'],
    ['redis://u:!?!@h', 'WRONGPASS !?!', 'WRONGPASS ***'],
    ['redis://u:one?a@h?password=two@x', 'one?a or one?a@h?password=two, two@x', '*** or ***, ***'],
    ['sword:fish', 'no scheme in sword:fish', 'no scheme in ***'],
    ['redis://u:one@h,redis://u:two@h', 'one, two, three', '***, ***, three'],
    ['redis://u:%zz@h', 'malformed %zz', 'malformed ***'],
    ['redis://u:a$&b@h', 'said a$&b', 'said ***'],
  ])('for the address %s: %j becomes %j', (url, text, expected) => {
    expect(scrubberFor(url)(text)).toBe(expected)
  })

  const password = fc.string({ unit: 'grapheme-ascii', minLength: 3 }).filter(text => /^[^\s*]*$/.test(text))

  it('contains no password, regardless of its characters', () => {
    fc.assert(
      fc.property(password, fc.boolean(), (secret, isEncoded) => {
        const url = `redis://0:${isEncoded ? encodeURIComponent(secret) : secret}@1:2/3`
        const shown = `${maskUrl(url)} ${scrubberFor(url)(`(${secret}) (${encodeURIComponent(secret)}) (${url})`)}`
        expect(shown).not.toContain(secret)
      }),
      { numRuns: 1000 },
    )
  })
})
