import { StartError } from '../startError.js'

/** Runs `task` with a signal that is aborted when the program is interrupted; then throws a StartError. */
export async function untilInterrupted<T>(outcome: string, task: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stopping = new AbortController()
  const stop = (): void => stopping.abort()
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.on(signal, stop)
  try {
    return await task(stopping.signal)
  } catch (error) {
    throw stopping.signal.aborted ? new StartError(`Interrupted. ${outcome}`) : error
  } finally {
    for (const signal of signals) process.off(signal, stop)
  }
}
