/** Signals that request an orderly stop. */
export const stopSignals: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGINT', 'SIGHUP']

/**
 * Resolves with the first signal. A second one of the same kind ends the process immediately, because the handler runs
 * only once.
 */
export function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise(resolve => {
    for (const signal of stopSignals) process.once(signal, resolve)
  })
}
