import { queryString } from './queryString.js'
import { encodeSegment, urlOf } from './urls.js'

const base = 'https://www.example.org/site'

describe('the URL of a path', () => {
  it.each([
    ['/', ''],
    ['/news//first/', '/news/first'],
    ['/q?a=1&b', '/q%3Fa%3D1%26b'],
    ['/100%/a+b#c', '/100%25/a%2Bb%23c'],
    ['/über uns', '/%C3%BCber%20uns'],
    ['/news/@history/1', '/news/@history/1'],
    ['/@@images/a@b', '/@@images/a%40b'],
    ['/...', '/...'],
  ])('of %s is encoded', (path, expected) => expect(urlOf(base, path)).toBe(base + expected))

  it.each([
    [base, ''],
    [`${base}/`, ''],
    [`${base}/%C3%BCber%20uns`, '/%C3%BCber%20uns'],
  ])('is that of an @id: %s', (id, expected) => expect(urlOf(`${base}/++api++`, id)).toBe(`${base}/++api++${expected}`))

  it.each([
    'https://www.example.org/sites',
    'https://www.example.org',
    'https://www.example.org.evil.example/site',
    `${base}/../other`,
    `${base}/%2e%2e/other`,
    '/a/./b',
    '/..',
    'javascript:alert(1)',
  ])('is never outside of the site: %s', path => expect(() => urlOf(base, path)).toThrow(TypeError))

  it('has whole segments', () => expect(encodeSegment('a/b')).toBe('a%2Fb'))
})

describe('a query string', () => {
  it('repeats lists, joins the keys of objects with dots, and omits missing values', () => {
    const path = { query: '/a b', depth: 1 }
    const parameters = {
      path,
      portal_type: ['Talk', 'Keynote'],
      sort_on: null,
      sort_order: undefined,
      fullobjects: true,
    }
    expect(queryString(parameters)).toBe(
      '?path.query=%2Fa+b&path.depth=1&portal_type=Talk&portal_type=Keynote&fullobjects=true',
    )
    expect(queryString({})).toBe('')
  })
})
