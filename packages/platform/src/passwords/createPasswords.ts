import { createSemaphore, type Platform, type SemaphoreCounts } from '@plenum/core'
import { dummyHash, hashPassword, passwordCosts, verifyPassword } from './hashes.js'
import { createPasswordCache } from './passwordCache.js'
import { isSsha } from './ssha.js'

export interface PasswordOptions {
  readonly cost?: number | undefined
  /** The maximum number of passwords that are hashed or checked concurrently. Defaults to 2. */
  readonly checks?: number | undefined
}

export interface PasswordMonitor {
  /** Returns the numbers of running and queued password operations. */
  passwordCounts(): SemaphoreCounts
}

const minute = 60_000
const maxWaiting = 32

/**
 * Creates the functions that hash and check passwords, which share one queue (docs/http-answers.md, Failed logins).
 * Passwords that matched recently are not checked again.
 */
export function createPasswords({
  cost = passwordCosts.usual,
  checks = 2,
}: PasswordOptions = {}): Pick<
  Platform,
  'hashPassword' | 'verifyPassword' | 'isRecentlyVerified' | 'isOutdated' | 'dummyHash'
> &
  PasswordMonitor {
  const cache = createPasswordCache({ lifetime: 5 * minute, maxEntries: 10_000, now: () => performance.now() })
  const semaphore = createSemaphore({ count: checks, maxWaiting })
  const withPermit = async <T>(task: () => Promise<T>): Promise<T> => {
    const release = await semaphore.wait().permit
    return task().finally(release)
  }
  const verify = async (password: string, hash: string): Promise<boolean> => {
    const fits = await verifyPassword(password, hash, cost)
    if (fits) cache.add(password, hash)
    return fits
  }
  const checking = new Map<string, Promise<unknown>>()
  return {
    hashPassword: password => withPermit(() => hashPassword(password, cost)),
    verifyPassword: async (password, hash, watch = check => check()) => {
      const key = cache.keyOf(password, hash)
      const running = checking.get(key)
      // If the same password is already being checked for the same hash, this request waits for the result instead of
      // taking a permit.
      if (running) await running
      if (cache.has(password, hash)) return true
      // The cache is checked again, because another request may have verified the same password while this request was
      // waiting.
      const check = withPermit(async () => cache.has(password, hash) || (await watch(() => verify(password, hash))))
      if (!checking.has(key))
        checking.set(
          key,
          Promise.allSettled([check]).finally(() => checking.delete(key)),
        )
      return check
    },
    isRecentlyVerified: cache.has,
    isOutdated: isSsha,
    passwordCounts: semaphore.counts,
    dummyHash: dummyHash(cost),
  }
}
