import { once } from 'node:events'
import { StartError } from './startError.js'
export const stopSignals: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGINT', 'SIGHUP']

/**
 * Resolves to the first signal that stops the program. Because the handler runs only once for each signal, a second
 * signal of the same kind ends the process immediately.
 */
export const stopSignal = (): Promise<NodeJS.Signals> =>
  new Promise(resolve => {
    for (const signal of stopSignals) process.once(signal, resolve)
  })

/**
 * Runs `task` with an AbortSignal that is aborted when the program is interrupted. If `task` then fails, throws a
 * StartError whose message contains `outcome`.
 */
export async function untilInterrupted<T>(outcome: string, task: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stopping = new AbortController()
  const stop = (): void => stopping.abort()
  for (const signal of stopSignals) process.on(signal, stop)
  try {
    return await task(stopping.signal)
  } catch (error) {
    throw stopping.signal.aborted ? new StartError(`Interrupted. ${outcome}`) : error
  } finally {
    for (const signal of stopSignals) process.off(signal, stop)
  }
}

export async function whenAborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort')
}
