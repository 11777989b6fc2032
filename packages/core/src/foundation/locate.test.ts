import { anyText } from '@plenum/testkit'
import fc from 'fast-check'
import { type Location, locate } from './locate.js'

const nowhere: Location = { kind: 'nowhere' }
const malformed: Location = { kind: 'malformed' }

function at(path: string, more: { view?: string; rest?: string[]; api?: boolean } = {}): Location {
  return { kind: 'resource', path, view: more.view ?? null, rest: more.rest ?? [], api: more.api ?? false }
}

// Generates strings of arbitrary UTF-16 code units, including lone surrogates.
const codeUnits = fc.array(fc.nat({ max: 0xffff })).map(units => String.fromCharCode(...units))
const segment = fc.oneof(
  fc.constantFrom(
    '',
    '.',
    '..',
    '%2e%2E',
    '++api++',
    '%2B%2Bapi++',
    '@search',
    '@@download',
    '%40x',
    'a',
    '%2F',
    '%zz',
  ),
  anyText().map(encodeURIComponent),
)
const requestPath = fc.array(segment, { maxLength: 8 }).map(segments => `/${segments.join('/')}`)

describe('content paths', () => {
  it.each([
    ['', '/'],
    ['/', '/'],
    ['//', '/'],
    ['/c/my-document', '/c/my-document'],
    ['/c/my-document/', '/c/my-document'],
    ['c', '/c'],
    ['/c//./my-document/.', '/c/my-document'],
    ['/With%20Space', '/With Space'],
    ['/%C3%BCber', '/über'],
    ['/a+b', '/a+b'],
    ['/constructor/toString/__proto__', '/constructor/toString/__proto__'],
    ['/Front-Page', '/Front-Page'],
    ['/100%25', '/100%'],
  ])('from %s are %s', (raw, path) => {
    expect(locate(raw)).toEqual(at(path))
  })

  it.each([
    ['/c/x/..', '/c'],
    ['/c/../d', '/d'],
    ['/../../etc', '/etc'],
    ['/c/%2e%2e/d', '/d'],
    ['/c/.%2E/d', '/d'],
    ['/c/%2e/d', '/c/d'],
    ['/c/@search/..', '/c'],
    ['/c/.../d', '/c/.../d'],
  ])('resolve dots, never above the root: %s is %s', (raw, path) => {
    expect(locate(raw)).toEqual(at(path))
  })
})

describe('services', () => {
  it.each<[string, Location]>([
    ['/@search', at('/', { view: '@search' })],
    ['/t/s/@search/', at('/t/s', { view: '@search' })],
    ['/t/%40search', at('/t', { view: '@search' })],
    ['/t/@Search', at('/t', { view: '@Search' })],
    ['/t/file/@@download/file', at('/t/file', { view: '@@download', rest: ['file'] })],
    ['/@users/mia', at('/', { view: '@users', rest: ['mia'] })],
    ['/@users/a%20b', at('/', { view: '@users', rest: ['a b'] })],
    ['/@users/@x', at('/', { view: '@users', rest: ['@x'] })],
    ['/c/@workflow//publish', at('/c', { view: '@workflow', rest: ['publish'] })],
    ['/@controlpanels/tech-event-settings', at('/', { view: '@controlpanels', rest: ['tech-event-settings'] })],
    ['/@querystring-search/a/b', at('/', { view: '@querystring-search', rest: ['a', 'b'] })],
  ])('are named by the first segment with an @: %s', (raw, location) => {
    expect(locate(raw)).toEqual(location)
  })
})

describe('++api++', () => {
  it.each<[string, Location]>([
    ['/++api++', at('/', { api: true })],
    ['/++api++/', at('/', { api: true })],
    ['/++api++/c/my-document', at('/c/my-document', { api: true })],
    ['//++api++//x', at('/x', { api: true })],
    ['/%2B%2Bapi%2b%2b/x', at('/x', { api: true })],
    ['/++api++//front-page/@history', at('/front-page', { view: '@history', api: true })],
    ['/c/++api++/@search', at('/c', { view: '@search', api: true })],
    ['/c/++api++', at('/c', { api: true })],
    ['/++api++/../c', at('/c')],
    ['/++API++/c', at('/++API++/c')],
  ])('is accepted once, preferably after the root: %s', (raw, location) => {
    expect(locate(raw)).toEqual(location)
  })

  it.each([
    ['/++api++/++api++', '/++api++'],
    ['/++api++/++api++/', '/++api++'],
    ['/++api++//++api++/With%20Space/@users/a%7Cb', '/++api++/With%20Space/@users/a%7Cb'],
    ['/++api++/++api++/++api++/c', '/++api++/c'],
    ['/c/++api++/++api++/d', '/c/++api++/d'],
    ['//++api++/++api++//example.org', '/++api++/example.org'],
  ])('redirects to the single form if it is repeated: %s to %s', (raw, to) => {
    expect(locate(raw)).toEqual({ kind: 'redirect', to })
  })

  it.each(['/++api++/c/++api++', '/++api++/++api++/c/++api++', '/++api++/@users/++api++', '/@search/++api++'])(
    'is not found a second time at a deeper level or below a service: %s',
    raw => {
      expect(locate(raw)).toEqual(nowhere)
    },
  )
})

describe('malformed paths', () => {
  it.each([
    '/%',
    '/c/%2',
    '/%zz',
    '/%ff',
    '/%C3',
    '/%C0%AF',
    '/%ED%A0%80',
    '/@users/%',
    '/\u00fc',
    '/\ud800',
    '/%2F/%',
  ])('include text that is not percent-encoded UTF-8: %j', raw => {
    expect(locate(raw)).toEqual(malformed)
  })

  it.each([
    '/a%2Fb',
    '/a%2fb',
    '/%2F',
    '/a%5Cb',
    '/a\\b',
    '/a%00',
    '/%0A',
    '/%7F',
    '/%C2%85',
    '/@users/x%2Fy',
    '/a%2F/..',
  ])('with a slash, backslash or control character inside a segment are not found: %s', raw => {
    expect(locate(raw)).toEqual(nowhere)
  })
})

describe('any path', () => {
  it('is located without an exception', () => {
    fc.assert(
      fc.property(fc.oneof(codeUnits, requestPath), raw => {
        expect(['resource', 'redirect', 'malformed', 'nowhere']).toContain(locate(raw).kind)
      }),
    )
  })

  it('has content paths without empty, dotted, reserved or control segments', () => {
    fc.assert(
      fc.property(requestPath, raw => {
        const location = locate(raw)
        if (location.kind !== 'resource') return
        expect(location.path).toMatch(/^\/(?:[^/\p{Cc}]+(?:\/[^/\p{Cc}]+)*)?$/u)
        for (const id of location.path.split('/')) expect(id).not.toMatch(/^(?:\.\.?|\+\+api\+\+|@.*)$/)
      }),
      { numRuns: 1000 },
    )
  })

  it('contains the ids, the service and its segments of its URL', () => {
    const id = anyText({ minLength: 1 }).filter(text => !/^[@.+]|[/\\]|\p{Cc}/u.test(text))
    fc.assert(
      fc.property(fc.array(id), fc.array(id), (ids, rest) => {
        const raw = ['', ...ids, '@users', ...rest].map(encodeURIComponent).join('/')
        expect(locate(raw)).toEqual(at(`/${ids.join('/')}`, { view: '@users', rest }))
      }),
    )
  })

  it('redirects within the service, at most once', () => {
    const doubling = fc.array(fc.constantFrom('', '..', 'a', '++api++', '++api++', '@x'), { maxLength: 6 })
    fc.assert(
      fc.property(doubling, segments => {
        const location = locate(`/${segments.join('/')}`)
        if (location.kind !== 'redirect') return
        expect(location.to).toMatch(/^\/[^/]/)
        expect(locate(location.to)).toMatchObject({ kind: 'resource', api: true })
      }),
      { numRuns: 2000 },
    )
  })
})
