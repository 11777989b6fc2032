import { checkSettings } from './checkSettings.js'
import { defaultMemoizeSettings } from './settings.js'

const problemsOf = (settings: object) => checkSettings({ ...defaultMemoizeSettings, ...settings })

describe('the check of cache settings (docs/caching.md, Settings of the cache)', () => {
  it('accepts values within their bounds', () => {
    const settings = {
      url: 'rediss://u:p@cache:6379/2',
      prefix: 'a'.repeat(100),
      ttl: 1_000_000_000,
      timeout: 0.001,
      retryAfter: 2_000_000,
      maxSize: 1,
      include: ['a.*'],
      exclude: ['[!b]'],
    }
    expect([checkSettings(settings), checkSettings(defaultMemoizeSettings)]).toEqual([[], []])
  })

  it.each([
    [
      'ttl',
      [Number.NaN, 0, -1, 1.5, '60', 1_000_000_001, null, undefined],
      'a whole number above 0, at most 1000000000',
    ],
    ['maxSize', [0, 0.5, Number.POSITIVE_INFINITY, '1'], 'a whole number above 0, at most 1000000000'],
    ['timeout', [0, -0.1, '1', Number.POSITIVE_INFINITY, 2_000_001], 'a number of seconds above 0, at most 2000000'],
    ['retryAfter', ['30', 0, Number.NaN, [30]], 'a number of seconds above 0, at most 2000000'],
    ['prefix', ['', 'a b', 'a\n', 'a'.repeat(101), null, 5], 'have 1 to 100 characters, none of them a space'],
    ['url', ['', 'cache:6379', 'redis://a b', undefined, 5], 'an address such as redis://localhost:6379'],
    ['include', ['a.*', null, {}], 'a list of patterns, not'],
    ['exclude', [[5]], 'contain patterns that are strings, not 5'],
  ])('names the invalid %s and its rule', (setting, values, expected) => {
    for (const value of values) {
      const problem = expect.stringContaining(expected)
      expect(problemsOf({ [setting]: value })).toEqual([{ setting, problem }])
    }
  })

  it('reports every problem, and never repeats an address', () => {
    const problems = problemsOf({ url: 'hunter2@cache', ttl: 0, timeout: '1s', include: ['a[', 'b', '[z-a]'] })
    expect(problems.map(({ setting, problem }) => `${setting} ${problem}`)).toEqual([
      'url must be an address such as redis://localhost:6379, without spaces.',
      'ttl must be a whole number above 0, at most 1000000000, not 0.',
      'timeout must be a number of seconds above 0, at most 2000000, not "1s".',
      'include the pattern a[ has a [ without a matching ].',
      'include the pattern [z-a] has a reversed range.',
    ])
  })
})
