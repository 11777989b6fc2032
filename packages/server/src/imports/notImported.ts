import { DomainError } from '@plenum/core'
import { explain } from '../explain.js'
import { StartError } from '../startError.js'

export const orNotImported = <T>(source: string, task: () => Promise<T>): Promise<T> =>
  orNothingWritten(`${source} was not imported; nothing was written.`, task)

/**
 * Runs a task that writes everything or nothing. Unless the outcome is unknown, each error is converted to a StartError
 * whose message contains `outcome`.
 */
export async function orNothingWritten<T>(outcome: string, task: () => Promise<T>): Promise<T> {
  try {
    return await task()
  } catch (error) {
    if (error instanceof DomainError && error.code === 'outcome-unknown') throw error
    const reason = explain(error)
    throw new StartError(reason.includes(outcome) ? reason : `${outcome}\n${reason}`, { cause: error })
  }
}
