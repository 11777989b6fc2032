import { createPlaces, type World } from '@plenum/core'
import { hashPassword, passwordCosts, standInHash, verifyPassword } from './hashes.js'
import { type Remembering, rememberPasswords } from './rememberedPasswords.js'

export interface PasswordOptions {
  /** Of new password hashes, as a power of two. */
  readonly cost?: number
  /** Passwords that are hashed or checked at the same time; 2 unless told otherwise. */
  readonly checks?: number
}

const minute = 60_000
const maxWaiting = 32
const remembering: Remembering = { lifetime: 5 * minute, most: 10_000, now: () => performance.now() }

/**
 * What a world does with passwords: what costs goes through one queue (docs/http-answers.md, Logins that fail), and
 * what is remembered passes it by.
 */
export function createPasswords({
  cost = passwordCosts.usual,
  checks = 2,
}: PasswordOptions = {}): Pick<World, 'hashPassword' | 'verifyPassword' | 'isRemembered' | 'standInHash'> {
  const remembered = rememberPasswords(remembering)
  const places = createPlaces({ count: checks, maxWaiting })
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    const leave = await places.wait().place
    return work().finally(leave)
  }
  const verify = async (password: string, hash: string): Promise<boolean> => {
    const fits = await verifyPassword(password, hash)
    if (fits) remembered.add(password, hash)
    return fits
  }
  return {
    hashPassword: password => inTurn(() => hashPassword(password, cost)),
    // Another request with the same password may have been checked while this one waited.
    verifyPassword: (password, hash, watch = check => check()) =>
      inTurn(async () => remembered.has(password, hash) || (await watch(() => verify(password, hash)))),
    isRemembered: remembered.has,
    standInHash: standInHash(cost),
  }
}
