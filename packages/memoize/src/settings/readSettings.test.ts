import { readMemoizeSettings, type VariableProblem } from './readSettings.js'
import { defaultMemoizeSettings } from './settings.js'

function problemsOf(environment: Record<string, string>): readonly VariableProblem[] {
  const read = readMemoizeSettings(environment)
  return read.ok ? [] : read.problems
}

describe('settings of the cache (docs/caching.md, Settings of the cache)', () => {
  it('have the defaults of docs/caching.md, Settings of the cache', () => {
    const expected = {
      url: null,
      prefix: 'plenum',
      ttl: 86_400,
      timeout: 0.25,
      retryAfter: 30,
      maxSize: 1_048_576,
      include: [],
      exclude: [],
    }
    expect(readMemoizeSettings({})).toEqual({ ok: true, settings: expected })
    expect(defaultMemoizeSettings).toEqual(expected)
  })

  it('ignore blank values', () => {
    const names = ['URL', 'PREFIX', 'TTL', 'TIMEOUT', 'RETRY_AFTER', 'MAX_SIZE', 'INCLUDE', 'EXCLUDE']
    const blank = Object.fromEntries(names.map(name => [`SHARED_MEMOIZE_${name}`, ' \t']))
    expect(readMemoizeSettings(blank)).toEqual({ ok: true, settings: defaultMemoizeSettings })
  })

  it('are read, with patterns in the order of the text', () => {
    const environment = {
      SHARED_MEMOIZE_URL: ' redis://:pass@cache:6379/2 ',
      SHARED_MEMOIZE_PREFIX: 'sm:*?[',
      SHARED_MEMOIZE_TTL: '60',
      SHARED_MEMOIZE_TIMEOUT: '.5',
      SHARED_MEMOIZE_RETRY_AFTER: '12.5',
      SHARED_MEMOIZE_MAX_SIZE: '1000',
      SHARED_MEMOIZE_INCLUDE: 'b.*, a.*\n  c[!x]',
      SHARED_MEMOIZE_EXCLUDE: ',b.x',
    }
    expect(readMemoizeSettings(environment)).toEqual({
      ok: true,
      settings: {
        url: 'redis://:pass@cache:6379/2',
        prefix: 'sm:*?[',
        ttl: 60,
        timeout: 0.5,
        retryAfter: 12.5,
        maxSize: 1000,
        include: ['b.*', 'a.*', 'c[!x]'],
        exclude: ['b.x'],
      },
    })
  })

  it.each([
    ['SHARED_MEMOIZE_URL', 'cache:6379'],
    ['SHARED_MEMOIZE_URL', 'redis://'],
    ['SHARED_MEMOIZE_URL', 'redis://a b'],
    ['SHARED_MEMOIZE_PREFIX', 'a b'],
    ['SHARED_MEMOIZE_PREFIX', 'a\u0000'],
    ['SHARED_MEMOIZE_TTL', '0'],
    ['SHARED_MEMOIZE_TTL', '1.5'],
    ['SHARED_MEMOIZE_TTL', '-1'],
    ['SHARED_MEMOIZE_TTL', '1e3'],
    ['SHARED_MEMOIZE_TIMEOUT', '0'],
    ['SHARED_MEMOIZE_TIMEOUT', '0.0'],
    ['SHARED_MEMOIZE_TIMEOUT', 'Infinity'],
    ['SHARED_MEMOIZE_TIMEOUT', 'NaN'],
    ['SHARED_MEMOIZE_TIMEOUT', '250ms'],
    ['SHARED_MEMOIZE_TIMEOUT', '3000000'],
    ['SHARED_MEMOIZE_RETRY_AFTER', '.'],
    ['SHARED_MEMOIZE_MAX_SIZE', '1MB'],
    ['SHARED_MEMOIZE_INCLUDE', 'a.*,b['],
    ['SHARED_MEMOIZE_EXCLUDE', '[z-a]'],
  ])('reject %s=%j by name', (name, value) => {
    expect(problemsOf({ [name]: value })).toEqual([{ variable: name, problem: expect.stringMatching(/^.+\.$/) }])
  })

  it('report all problems together, and never repeat an address', () => {
    const problems = problemsOf({
      SHARED_MEMOIZE_URL: 'hunter2@cache',
      SHARED_MEMOIZE_TTL: 'x',
      SHARED_MEMOIZE_INCLUDE: '[a [b',
    })
    expect(problems.map(({ variable }) => variable)).toEqual([
      'SHARED_MEMOIZE_URL',
      'SHARED_MEMOIZE_TTL',
      'SHARED_MEMOIZE_INCLUDE',
      'SHARED_MEMOIZE_INCLUDE',
    ])
    expect(JSON.stringify(problems)).not.toContain('hunter2')
  })
})
