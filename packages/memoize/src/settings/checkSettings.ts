import { formatValue, mustBe } from '../values/shownValue.js'
import { parseGlob } from './glob.js'
import type { MemoizeSettings } from './settings.js'

export type UncheckedSettings = Readonly<Partial<Record<keyof MemoizeSettings, unknown>>>

export interface SettingProblem {
  readonly setting: keyof MemoizeSettings
  /**
   * The problem as a sentence without its subject, which is the name of the setting. The sentence never contains a URL.
   */
  readonly problem: string
}

/**
 * Returns the problems with settings from any source (docs/caching.md, Settings of the cache). If the list is empty,
 * the values have the type `MemoizeSettings`.
 */
export const checkSettings = (unchecked: UncheckedSettings): readonly SettingProblem[] =>
  settingNames.flatMap(setting => problemsOf[setting](unchecked[setting]).map(problem => ({ setting, problem })))

type ProblemsOf = (value: unknown) => readonly string[]

const wholeNumber = numberOf({ kind: 'a whole number', isKind: Number.isInteger, max: 1_000_000_000 })
// The maximum is below the limit of JavaScript timers, which is a 31-bit number of milliseconds.
const seconds = numberOf({ kind: 'a number of seconds', isKind: Number.isFinite, max: 2_000_000 })

const problemsOf: Readonly<Record<keyof MemoizeSettings, ProblemsOf>> = {
  url: urlProblems,
  prefix: prefixProblems,
  ttl: wholeNumber,
  timeout: seconds,
  retryAfter: seconds,
  maxSize: wholeNumber,
  include: patternsProblems,
  exclude: patternsProblems,
}

const settingNames = Object.keys(problemsOf) as readonly (keyof MemoizeSettings)[]

interface NumberRule {
  readonly kind: string
  readonly isKind: (value: unknown) => boolean
  readonly max: number
}

function numberOf({ kind, isKind, max }: NumberRule): ProblemsOf {
  return value => {
    const isWithin = typeof value === 'number' && isKind(value) && value > 0 && value <= max
    return isWithin ? [] : [mustBe(`${kind} above 0, at most ${max}`, value)]
  }
}

function urlProblems(value: unknown): readonly string[] {
  const isAddress = typeof value === 'string' && /^[a-z][a-z\d+.-]*:\/\/\S+$/i.test(value)
  return value === null || isAddress ? [] : ['must be an address such as redis://localhost:6379, without spaces.']
}

function prefixProblems(value: unknown): readonly string[] {
  const isPrefix = typeof value === 'string' && /^[^\s\p{Cc}]{1,100}$/u.test(value)
  return isPrefix ? [] : ['must have 1 to 100 characters, none of them a space.']
}

function patternsProblems(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return [mustBe('a list of patterns', value)]
  return value.flatMap((pattern: unknown) => {
    if (typeof pattern !== 'string') return [`must contain patterns that are strings, not ${formatValue(pattern)}.`]
    const glob = parseGlob(pattern)
    return typeof glob === 'string' ? [`the pattern ${pattern} ${glob}.`] : []
  })
}
