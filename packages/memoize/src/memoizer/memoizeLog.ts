/**
 * Receives log messages in English when a store fails or recovers, when the values of a function must remain in RAM, or
 * when an invalidation fails. Individual calls are not logged.
 */
export type MemoizeLog = (level: 'info' | 'warn', text: string) => void

/** Wraps a log function so that its errors and rejections do not reach the callers of memoized functions. */
export function neverFailing(log: MemoizeLog): MemoizeLog {
  return (level, text) => {
    new Promise<void>(resolve => resolve(log(level, text))).catch(() => {})
  }
}

export const logTexts = {
  back: 'The shared cache is in use again.',
  givenUp: (reason: string) =>
    `The shared cache does not respond and will not be used until it replies to a PING: ${reason}.`,
  notInvalidated: (name: string | null, reason: string) =>
    `${name ?? 'All functions'} could not be invalidated in the shared cache; the invalidation will be repeated before the cached values are used again: ${reason}.`,
  storeRefused: (name: string, reason: string) =>
    `The shared cache rejected a request for values of ${name}; using local memory instead: ${reason}.`,
  refused: (name: string, reason: string) =>
    `Values of ${name} cannot be shared and stay in the memory of this process: ${reason}.`,
}
