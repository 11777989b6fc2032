import { isWriting, refuseForeignPages } from './foreignOrigin.js'

const own = {
  hosts: ['site.example', 'conf.example:8080', '[::1]:8080', 'tls.example:443'],
  origins: ['https://friend.example', 'http://localhost:3000'],
}

const isTaken = (origin?: string, fetchSite?: string): boolean => {
  try {
    refuseForeignPages({ origin, fetchSite }, own)
    return true
  } catch {
    return false
  }
}

describe('a write from a page', () => {
  it.each<[string | undefined, string | undefined, boolean]>([
    // A client that sends neither `Origin` nor `Sec-Fetch-Site` is not a browser.
    [undefined, undefined, true],
    [undefined, 'same-origin', true],
    [undefined, 'none', true],
    [undefined, 'same-site', false],
    [undefined, 'cross-site', false],
    [undefined, '', false],
    [undefined, 'Same-Origin', false],
    [undefined, 'same-origin, cross-site', false],
    ['https://evil.example', 'same-origin', true],
    ['https://site.example', 'cross-site', false],
    ['https://site.example', 'same-site', false],
    ['null', 'none', true],
    // An allowed origin takes precedence over `Sec-Fetch-Site`.
    ['https://friend.example', 'cross-site', true],
    ['https://friend.example', undefined, true],
    ['http://localhost:3000', 'cross-site', true],
    ['http://friend.example', undefined, false],
    ['https://friend.example:444', undefined, false],
    ['https://friend.example.evil.example', 'cross-site', false],
    // The host and port determine the result. The scheme is ignored.
    ['https://site.example', undefined, true],
    ['http://site.example', undefined, true],
    ['http://SITE.example', undefined, true],
    ['https://site.example:8443', undefined, false],
    ['https://sub.site.example', undefined, false],
    ['https://site.example.evil.example', undefined, false],
    ['https://evilsite.example', undefined, false],
    ['http://conf.example:8080', undefined, true],
    ['https://conf.example:8080', undefined, true],
    ['http://conf.example', undefined, false],
    ['http://[::1]:8080', undefined, true],
    ['http://[::1]', undefined, false],
    ['https://tls.example', undefined, true],
    ['http://tls.example', undefined, false],
    // None of these values can be the origin of this site.
    ['null', undefined, false],
    ['', undefined, false],
    ['nonsense', undefined, false],
    ['file://', undefined, false],
    ['https://site.example, https://evil.example', undefined, false],
  ])('with Origin %j and Sec-Fetch-Site %j is accepted: %j', (origin, fetchSite, taken) => {
    expect(isTaken(origin, fetchSite)).toBe(taken)
  })

  it.each([
    ['POST', true],
    ['PATCH', true],
    ['DELETE', true],
    ['GET', false],
    ['HEAD', false],
  ])('%s is a write: %j', (method, expected) => {
    expect(isWriting(method)).toBe(expected)
  })

  it('has a valid origin', () => {
    expect(() => refuseForeignPages({ origin: 'null', fetchSite: undefined }, own)).toThrow(/CORS_ORIGINS/)
  })
})
