import { checkSettings, type UncheckedSettings } from './checkSettings.js'
import { defaultMemoizeSettings, type MemoizeSettings } from './settings.js'

export type ReadMemoizeSettings =
  | { readonly ok: true; readonly settings: MemoizeSettings }
  /** The problems with all variables, in the order of the settings. */
  | { readonly ok: false; readonly problems: readonly VariableProblem[] }

export interface VariableProblem {
  readonly variable: string
  /**
   * The problem as a sentence without its subject, which is the name of the variable. The sentence never contains a
   * URL.
   */
  readonly problem: string
}

type Environment = Readonly<Record<string, string | undefined>>

const variables: Readonly<Record<keyof MemoizeSettings, string>> = {
  url: 'SHARED_MEMOIZE_URL',
  prefix: 'SHARED_MEMOIZE_PREFIX',
  ttl: 'SHARED_MEMOIZE_TTL',
  timeout: 'SHARED_MEMOIZE_TIMEOUT',
  retryAfter: 'SHARED_MEMOIZE_RETRY_AFTER',
  maxSize: 'SHARED_MEMOIZE_MAX_SIZE',
  include: 'SHARED_MEMOIZE_INCLUDE',
  exclude: 'SHARED_MEMOIZE_EXCLUDE',
}

/** The names of all variables that `readMemoizeSettings` reads. */
export const memoizeVariables: readonly string[] = /* @__PURE__ */ Object.values(variables)

/**
 * Reads the settings from `SHARED_MEMOIZE_URL` and the other variables. A setting has its default value if its variable
 * is unset or blank (docs/caching.md, Settings of the cache).
 */
export function readMemoizeSettings(environment: Environment): ReadMemoizeSettings {
  const values = valuesIn(environment)
  const problems = checkSettings(values).map(({ setting, problem }) => ({ variable: variables[setting], problem }))
  return problems.length > 0 ? { ok: false, problems } : { ok: true, settings: values as MemoizeSettings }
}

const wholeNumber = /^\d{1,15}$/
const seconds = /^(?:\d{1,15}(?:\.\d*)?|\.\d+)$/

function valuesIn(environment: Environment): UncheckedSettings {
  const textOf = (setting: keyof MemoizeSettings): string => (environment[variables[setting]] ?? '').trim()
  const valueIn = (setting: keyof MemoizeSettings, parse: (text: string) => unknown): unknown =>
    textOf(setting) === '' ? defaultMemoizeSettings[setting] : parse(textOf(setting))
  return {
    url: valueIn('url', text => text),
    prefix: valueIn('prefix', text => text),
    ttl: valueIn('ttl', numberIn(wholeNumber)),
    timeout: valueIn('timeout', numberIn(seconds)),
    retryAfter: valueIn('retryAfter', numberIn(seconds)),
    maxSize: valueIn('maxSize', numberIn(wholeNumber)),
    include: valueIn('include', patternsIn),
    exclude: valueIn('exclude', patternsIn),
  }
}

/**
 * Returns a function that parses the number in a variable. An invalid number is returned as a string, so that the error
 * message can quote it.
 */
const numberIn =
  (form: RegExp) =>
  (text: string): number | string =>
    form.test(text) ? Number(text) : text

const patternsIn = (text: string): readonly string[] => text.split(/[\s,]+/).filter(pattern => pattern !== '')
