import { parseGlob } from '../foundation/glob.js'
import { defaultMemoizeSettings, type MemoizeSettings } from './settings.js'

export type ReadMemoizeSettings =
  | { readonly ok: true; readonly settings: MemoizeSettings }
  /** A sentence for each, which begins with the name of the variable and never repeats an address. */
  | { readonly ok: false; readonly problems: readonly string[] }

type Environment = Readonly<Record<string, string | undefined>>
type Report = (problem: string) => void

/** Reads the settings from `SHARED_MEMOIZE_URL` and its companions; what is unset or blank has its default (decisions, section 5). */
export function readMemoizeSettings(environment: Environment): ReadMemoizeSettings {
  const problems: string[] = []
  const report: Report = problem => problems.push(problem)
  const text = (name: string): string => (environment[name] ?? '').trim()
  const otherwise = defaultMemoizeSettings
  const settings: MemoizeSettings = {
    url: readUrl(text('SHARED_MEMOIZE_URL'), report),
    prefix: readPrefix(text('SHARED_MEMOIZE_PREFIX'), report),
    ttl: readNumber(text, { name: 'SHARED_MEMOIZE_TTL', otherwise: otherwise.ttl, ...whole }, report),
    timeout: readNumber(text, { name: 'SHARED_MEMOIZE_TIMEOUT', otherwise: otherwise.timeout, ...seconds }, report),
    retryAfter: readNumber(
      text,
      { name: 'SHARED_MEMOIZE_RETRY_AFTER', otherwise: otherwise.retryAfter, ...seconds },
      report,
    ),
    maxSize: readNumber(text, { name: 'SHARED_MEMOIZE_MAX_SIZE', otherwise: otherwise.maxSize, ...whole }, report),
    include: readPatterns(text, 'SHARED_MEMOIZE_INCLUDE', report),
    exclude: readPatterns(text, 'SHARED_MEMOIZE_EXCLUDE', report),
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, settings }
}

interface NumberSetting {
  readonly name: string
  readonly otherwise: number
  readonly form: RegExp
  readonly kind: string
  readonly most: number
}

const whole = { form: /^\d{1,15}$/, kind: 'a whole number', most: 1_000_000_000 }
// Timers of the platform count milliseconds in 31 bits.
const seconds = { form: /^(?:\d{1,15}(?:\.\d*)?|\.\d+)$/, kind: 'a number of seconds', most: 2_000_000 }

function readNumber(text: (name: string) => string, setting: NumberSetting, report: Report): number {
  const { name, otherwise, form, kind, most } = setting
  const written = text(name)
  if (written === '') return otherwise
  const number = form.test(written) ? Number(written) : Number.NaN
  if (!(number > 0 && number <= most)) report(`${name}: must be ${kind} above 0, at most ${most}, not "${written}".`)
  return number
}

function readUrl(written: string, report: Report): string | null {
  if (written === '') return null
  if (!/^[a-z][a-z\d+.-]*:\/\/\S+$/i.test(written))
    report('SHARED_MEMOIZE_URL: must be an address such as redis://localhost:6379, without blanks.')
  return written
}

function readPrefix(written: string, report: Report): string {
  if (!/^[^\s\p{Cc}]{0,100}$/u.test(written))
    report('SHARED_MEMOIZE_PREFIX: must have at most 100 characters, none of them blank.')
  return written || defaultMemoizeSettings.prefix
}

const faults = { 'unclosed set': 'has a [ without its ]', 'backward range': 'has a range that runs backwards' }

function readPatterns(text: (name: string) => string, name: string, report: Report): readonly string[] {
  const patterns = text(name)
    .split(/[\s,]+/)
    .filter(pattern => pattern !== '')
  for (const pattern of patterns) {
    const parsed = parseGlob(pattern)
    if (!parsed.ok) report(`${name}: the pattern ${pattern} ${faults[parsed.because]}.`)
  }
  return patterns
}
