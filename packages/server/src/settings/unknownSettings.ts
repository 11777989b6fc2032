import type { Environment } from './recordReads.js'

/** The prefix of variables whose misspellings are reported by `readMemoizeConfig`. */
const reportedElsewhere = 'SHARED_MEMOIZE_'

const foreign = new Set(
  'PAGER PAGE POST RENDER HEADERS EMAIL_FROM SITE_URL HTTP_URL FTP_URL SFTP_URL AMQP_URL IMAP_URL SMTP_SSL DATABASE_SSL MAX_LOAD'.split(
    ' ',
  ),
)

const foreignWithOurPrefix = /^PLENUM_(?:TEST_|(?:PORT_\d|SERVICE_(?:HOST|PORT)|ENV_|NAME$))/

/**
 * Returns a sentence for each variable that may be a misspelled setting, because its name differs from a setting by at
 * most two letters or has the prefix `PLENUM_`. Two transposed letters are treated as one difference, and case is
 * ignored. The sentences do not contain values, because values may be secret.
 */
export const unknownSettings = (env: Environment, settings: ReadonlySet<string>): readonly string[] =>
  Object.keys(env)
    .filter(name => env[name] && !settings.has(name) && !name.startsWith(reportedElsewhere))
    .flatMap(name => problemOf(name, env[name] ?? '', settings))

const prefix = 'PLENUM_'

function problemOf(name: string, value: string, settings: ReadonlySet<string>): readonly string[] {
  const isOurs = name.startsWith(prefix)
  // Kubernetes and Docker set variables such as `PLENUM_PORT` to an address, so these variables are ignored.
  if (isOurs && (foreignWithOurPrefix.test(name) || /^[a-z]+:\/\//.test(value))) return []
  const unprefixed = isOurs ? name.slice(prefix.length) : name
  const suggestion = settings.has(unprefixed) ? unprefixed : nearest(unprefixed, settings)
  if (suggestion !== undefined)
    return [`${name}: is not a setting; did you mean ${suggestion}? Rename the variable, or unset it.`]
  return isOurs ? [`${name}: is not a setting. docs/configuration.md lists all settings.`] : []
}

function nearest(name: string, settings: ReadonlySet<string>): string | undefined {
  if (foreign.has(name)) return undefined
  const upper = name.toUpperCase()
  const near = [...settings]
    .map(setting => ({ setting, distance: editDistance(upper, setting) }))
    .filter(({ setting, distance }) => distance <= (isShort(setting) ? 1 : 2))
    .filter(({ setting }) => !isShort(setting) || setting[0] === upper[0])
  return near.sort((a, b) => a.distance - b.distance)[0]?.setting
}

/**
 * Whether a setting is so short that it is suggested only for very similar names, because many unrelated names, such as
 * `HOME` or `TEST`, differ from a short setting by at most two letters.
 */
const isShort = (setting: string): boolean => setting.length < 6

/**
 * Returns the minimum number of insertions, deletions, replacements and transpositions that convert one string into the
 * other (Damerau-Levenshtein distance).
 */
function editDistance(from: string, to: string): number {
  let beforeLast: readonly number[] = []
  let last: readonly number[] = Array.from({ length: to.length + 1 }, (_, i) => i)
  for (let i = 1; i <= from.length; i++) {
    const row = [i]
    for (let j = 1; j <= to.length; j++) {
      const replaceCost = at(last, j - 1) + (from[i - 1] === to[j - 1] ? 0 : 1)
      const isSwap = from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      const swapCost = isSwap ? at(beforeLast, j - 2) + 1 : replaceCost
      row.push(Math.min(replaceCost, swapCost, at(last, j) + 1, at(row, j - 1) + 1))
    }
    beforeLast = last
    last = row
  }
  return at(last, to.length)
}

const at = (row: readonly number[], index: number): number => row[index] ?? Number.POSITIVE_INFINITY
