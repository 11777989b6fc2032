/** Each of them asks the service to stop in an orderly way. */
export const stopSignals: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGINT', 'SIGHUP']

/** Resolves with the first of them. The second of the same kind ends the process at once, as without this. */
export function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise(resolve => {
    for (const signal of stopSignals) process.once(signal, resolve)
  })
}
