import type { Diagnostics } from 'recheck'
import { needsUnboundedLookaround } from './unboundedLookaround.js'

/**
 * The growth of the worst-case running time of an expression with the length of its input. `searched` means that a
 * search found no more than linear growth, and `unknown` means that there is no result.
 */
export type Verdict = 'linear' | 'searched' | 'polynomial' | 'exponential' | 'unknown'

/** The time limit per expression, in milliseconds. */
const timeout = 20_000

/**
 * Returns the verdict of recheck on an expression literal. Uses recheck's native binary for this machine or its
 * JavaScript version, but never Java.
 */
export async function judge(expression: string): Promise<Verdict> {
  const end = expression.lastIndexOf('/')
  const source = expression.slice(1, end)
  const verdict = verdictOf(await diagnose(source, expression.slice(end + 1)))
  // The search does not detect repetitions in lookarounds. A lookaround is evaluated at every position, but is not part
  // of the match.
  return verdict === 'searched' && needsUnboundedLookaround(source) ? 'unknown' : verdict
}

async function diagnose(source: string, flags: string): Promise<Diagnostics> {
  const { check } = await import('recheck')
  try {
    process.env.RECHECK_BACKEND = 'native'
    return await check(source, flags, { timeout })
  } catch {
    // If there is no binary for this machine, recheck uses its slower JavaScript version.
    process.env.RECHECK_BACKEND = 'pure'
    return check(source, flags, { timeout })
  }
}

function verdictOf(diagnostics: Diagnostics): Verdict {
  if (diagnostics.status === 'unknown') return 'unknown'
  if (diagnostics.status === 'vulnerable') return diagnostics.complexity.type
  return diagnostics.complexity.isFuzz ? 'searched' : 'linear'
}
