import {
  defaultMemoizeSettings,
  type MemoizeSettings,
  memoizeVariables,
  readMemoizeSettings,
  type VariableProblem,
} from '@plenum/core/memoize'
import { readRedisAddress } from '@plenum/redis-store'
import type { Environment } from '../settings/recordReads.js'
import type { Report } from '../settings/settingValues.js'

/**
 * Reads the settings of the shared cache with its URL; the defaults if there are problems. Reports unknown
 * `SHARED_MEMOIZE_` variables too, but never the URL, which contains a password.
 */
export function readMemoizeConfig(environment: Environment, report: Report): MemoizeSettings {
  const reading = readMemoizeSettings(environment)
  const settingProblems = reading.ok ? [] : reading.problems
  const isAddressBad = settingProblems.some(({ variable }) => variable === address)
  const all = [...settingProblems, ...(isAddressBad ? [] : addressProblems(environment)), ...unknownNames(environment)]
  for (const { variable, problem } of all) report(`${variable}: ${problem}`)
  return reading.ok ? reading.settings : defaultMemoizeSettings
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
