import { movedUrl, redirectReply } from './redirect.js'

const base = 'http://site.example'

describe('redirects', () => {
  it.each([
    ['GET', 302],
    ['HEAD', 302],
    ['POST', 307],
    ['PATCH', 307],
    ['DELETE', 307],
    ['PUT', 307],
  ])('for %s have status %i', (method, status) => {
    expect(redirectReply(method, `${base}/c`, '')).toEqual({
      kind: 'empty',
      status,
      headers: { Location: `${base}/c` },
    })
  })

  it('leave the query unchanged', () => {
    expect(redirectReply('GET', `${base}/c`, 'a=%20&b')).toMatchObject({ headers: { Location: `${base}/c?a=%20&b` } })
  })
})

describe('the new address of relocated content', () => {
  const at = { kind: 'resource', path: '/old', view: null, rest: [], api: false } as const

  it.each([
    [at, '/new x', '/new%20x'],
    [at, '/', ''],
    [{ ...at, api: true }, '/new', '/++api++/new'],
    [{ ...at, api: true }, '/', '/++api++'],
    [{ ...at, view: '@workflow', rest: ['publish'] }, '/new', '/new/@workflow/publish'],
    [{ ...at, view: '@users', rest: ['a b', 'c?d'] }, '/new', '/new/@users/a%20b/c%3Fd'],
    [{ ...at, view: '@\u65e5?#%' }, '/new', '/new/@%E6%97%A5%3F%23%25'],
  ])('%j, now at %s, is %s', (location, path, expected) => {
    expect(movedUrl(base, path, location)).toBe(base + expected)
  })
})
