import { safeSource } from './links.js'
import { withOwnSources } from './ownSources.js'

const base = 'https://site.example/below'

describe('the address of an image', () => {
  it.each([
    '/a/@@images/image',
    'a.png',
    '@@images/image/large',
    '?x',
    'https://site.example/a',
    'https://site.example:443/a',
    'HTTPS://SITE.example/a',
  ])('on this site is loaded: %s', address => {
    expect(safeSource(address, base)).toBe(address)
  })

  it.each([
    ...[
      '',
      '//evil.example/x',
      '\\\\evil.example',
      '/\\evil.example',
      ' //evil.example',
      '/\t/evil.example',
      '\u0001//evil.example',
    ],
    ...[
      'https://evil.example/a',
      'http://site.example/a',
      'https://site.example.evil.example/',
      'https://site.example:8443/',
    ],
    ...[
      'https:evil.example/x',
      'http:evil.example/x',
      'https:/evil.example',
      'https:\\\\evil.example',
      'https://site.example@evil.example/',
    ],
    ...['javascript:x', 'data:image/png;base64,AA', 'ftp://site.example/a', 'blob:https://site.example/x'],
  ])('on another host is not loaded: %j', address => {
    expect(safeSource(address, base)).toBeUndefined()
  })

  it('has no host if the host of the page is unknown', () => {
    expect([safeSource('https://site.example/a', ''), safeSource('/a', '')]).toEqual([undefined, '/a'])
  })
})

describe('sanitized HTML', () => {
  it.each([
    ['<p>a</p><img src="/a" alt="A" />', '<p>a</p><img src="/a" alt="A" />'],
    ['<img alt="A" src="https://evil.example/x?a=1&amp;b=2" width="1" />', '<img alt="A" width="1" />'],
    ['<img src="//evil.example/x" srcset="/a 1x, /b 2x" />', '<img srcset="/a 1x, /b 2x" />'],
    ['<source srcset="/a 1x, https://evil.example/b 2x" />', '<source />'],
    ['<source srcset="/a 1x,//evil.example/b 2x" />', '<source />'],
    ['<IMG SRC="https://evil.example/">', '<IMG>'],
    ['<img src=//evil.example/>', ''],
    ["<img src='//evil.example/'>", ''],
    [
      '<img alt="no src=&quot;//x&quot;" src="https://site.example/a" />',
      '<img alt="no src=&quot;//x&quot;" src="https://site.example/a" />',
    ],
    ['<a href="https://evil.example/">away</a>', '<a href="https://evil.example/">away</a>'],
  ])('%s is shown as %s', (html, shown) => {
    expect(withOwnSources(html, base)).toBe(shown)
  })
})
