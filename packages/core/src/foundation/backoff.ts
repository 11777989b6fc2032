/** The period in milliseconds after which failed deliveries are no longer retried. */
export const retryPeriod = 24 * 60 * 60 * 1000

const firstPause = 5_000
const longestPause = 2 * 60 * 60 * 1000

/**
 * Returns the pause in milliseconds before the next retry: 5 s, 20 s, 80 s and so on, up to 2 h. Jitter of up to 20%
 * prevents simultaneous retries to receivers that failed at the same time. `chance` is a random number from 0 to 1.
 */
export const pauseAfter = (failures: number, chance: number): number =>
  Math.round(Math.min(longestPause, firstPause * 4 ** (failures - 1)) * (0.8 + 0.4 * chance))
