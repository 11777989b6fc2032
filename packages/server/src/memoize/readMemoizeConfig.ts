import {
  defaultMemoizeSettings,
  type MemoizeSettings,
  memoizeVariables,
  readMemoizeSettings,
  type VariableProblem,
} from '@plenum/core/memoize'
import { readRedisAddress } from '@plenum/redis-store'

type Environment = Readonly<Record<string, string | undefined>>

export interface MemoizeConfig {
  /** The defaults if there are problems. */
  readonly settings: MemoizeSettings
  /**
   * One sentence for each, beginning with the name of the variable, but never with the URL, which contains a password.
   */
  readonly problems: readonly string[]
}

/** Reads the settings of the shared cache with its URL, and reports unknown `SHARED_MEMOIZE_` variables. */
export function readMemoizeConfig(environment: Environment): MemoizeConfig {
  const reading = readMemoizeSettings(environment)
  const settingProblems = reading.ok ? [] : reading.problems
  const isAddressBad = settingProblems.some(({ variable }) => variable === address)
  const all = [...settingProblems, ...(isAddressBad ? [] : addressProblems(environment)), ...unknownNames(environment)]
  const problems = all.map(({ variable, problem }) => `${variable}: ${problem}`)
  return { settings: reading.ok ? reading.settings : defaultMemoizeSettings, problems }
}

const address = 'SHARED_MEMOIZE_URL'

function addressProblems({ [address]: text = '' }: Environment): readonly VariableProblem[] {
  if (text.trim() === '') return []
  try {
    readRedisAddress(text.trim())
    return []
  } catch (error) {
    return [{ variable: address, problem: error instanceof Error ? error.message : 'cannot be read.' }]
  }
}

function unknownNames(environment: Environment): readonly VariableProblem[] {
  return Object.keys(environment)
    .filter(name => name.startsWith('SHARED_MEMOIZE_') && !memoizeVariables.includes(name) && environment[name])
    .map(variable => ({ variable, problem: `is not a setting. The settings are ${memoizeVariables.join(', ')}.` }))
}
