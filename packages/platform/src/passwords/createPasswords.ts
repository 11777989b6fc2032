import { createSemaphore, type Platform, type SemaphoreCounts } from '@plenum/core'
import { hashPassword, passwordCosts, standInHash, verifyPassword } from './hashes.js'
import { type Remembering, rememberPasswords } from './rememberedPasswords.js'
import { isSsha } from './ssha.js'

export interface PasswordOptions {
  /** The cost of new password hashes, as an exponent of two; 15 by default. */
  readonly cost?: number
  /** How many passwords are hashed or checked concurrently; 2 by default. */
  readonly checks?: number
}

export interface PasswordWork {
  /** Counts of running and waiting password hashes and checks. */
  passwordWork(): SemaphoreCounts
}

const minute = 60_000
const maxWaiting = 32
const remembering: Remembering = { lifetime: 5 * minute, most: 10_000, now: () => performance.now() }

/**
 * The password functions of a platform. Hashing and checks share one queue (docs/http-answers.md, Logins that fail);
 * passwords that matched recently need no check.
 */
export function createPasswords({
  cost = passwordCosts.usual,
  checks = 2,
}: PasswordOptions = {}): Pick<
  Platform,
  'hashPassword' | 'verifyPassword' | 'isRecentlyVerified' | 'isOutdated' | 'dummyHash'
> &
  PasswordWork {
  const remembered = rememberPasswords(remembering)
  const places = createSemaphore({ count: checks, maxWaiting })
  const inTurn = async <T>(task: () => Promise<T>): Promise<T> => {
    const leave = await places.wait().permit
    return task().finally(leave)
  }
  const verify = async (password: string, hash: string): Promise<boolean> => {
    const fits = await verifyPassword(password, hash, cost)
    if (fits) remembered.add(password, hash)
    return fits
  }
  const checking = new Map<string, Promise<void>>()
  const endOf = (check: Promise<unknown>): Promise<void> =>
    check.then(
      () => {},
      () => {},
    )
  return {
    hashPassword: password => inTurn(() => hashPassword(password, cost)),
    verifyPassword: async (password, hash, watch = check => check()) => {
      const key = remembered.keyOf(password, hash)
      const running = checking.get(key)
      // Parallel connections of one client share a permit as long as their password matches.
      if (running) await running
      if (remembered.has(password, hash)) return true
      // Another request may have verified the same password while this one waited.
      const check = inTurn(async () => remembered.has(password, hash) || (await watch(() => verify(password, hash))))
      if (!checking.has(key))
        checking.set(
          key,
          endOf(check).finally(() => checking.delete(key)),
        )
      return check
    },
    isRecentlyVerified: remembered.has,
    isOutdated: isSsha,
    passwordWork: places.counts,
    dummyHash: standInHash(cost),
  }
}
