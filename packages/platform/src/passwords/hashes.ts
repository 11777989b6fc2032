import { randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { openThreads } from '../threads/openThreads.js'
import { isSsha, verifySsha } from './ssha.js'

/**
 * The costs of hashes, as exponents of two. A hash with the usual cost (N = 2^15, r = 8) takes about 0.1 s and 32 MiB.
 */
export const passwordCosts = { min: 4, usual: 15, max: 20 } as const
const keyLength = 32
const saltLength = 16

type Cost = Pick<KeyParameters, 'N' | 'r' | 'p'>

const costOf = (cost: number): Cost => ({ N: 2 ** cost, r: 8, p: 1 })

const derive = (password: string, salt: Buffer, cost: Cost): Promise<Uint8Array> =>
  deriveKey({ password: password.normalize('NFKC'), salt, length: keyLength, ...cost })

const formatHash = ({ N, r, p }: Cost, salt: Buffer, key: Uint8Array): string =>
  ['scrypt', N, r, p, salt.toString('base64url'), Buffer.from(key).toString('base64url')].join('$')

/**
 * Returns a hash in the format `scrypt$N$r$p$salt$key`. The hash contains its cost, so existing hashes remain valid
 * when the configured cost changes.
 */
export async function hashPassword(password: string, cost: number = passwordCosts.usual): Promise<string> {
  const salt = randomBytes(saltLength)
  return formatHash(costOf(cost), salt, await derive(password, salt, costOf(cost)))
}

export const dummyHash = (cost: number = passwordCosts.usual): string =>
  formatHash(costOf(cost), randomBytes(saltLength), randomBytes(keyLength))

/**
 * Checks a password against a hash that `hashPassword` or Plone has created. Returns false for other hashes. For a
 * Plone hash, the check takes as long as for a hash with `cost`, so that the response time does not disclose which
 * users were imported.
 */
export async function verifyPassword(
  password: string,
  hash: string,
  cost: number = passwordCosts.usual,
): Promise<boolean> {
  if (isSsha(hash)) {
    await derive(password, randomBytes(saltLength), costOf(cost))
    return verifySsha(password, hash)
  }
  const [scheme, N, r, p, salt = '', key = ''] = hash.split('$')
  if (scheme !== 'scrypt') return false
  const stored = Buffer.from(key, 'base64url')
  const derived = await derive(password, Buffer.from(salt, 'base64url'), { N: Number(N), r: Number(r), p: Number(p) })
  return stored.length === derived.length && timingSafeEqual(stored, derived)
}

export interface KeyParameters {
  readonly password: string
  readonly salt: Uint8Array
  readonly length: number
  readonly N: number
  readonly r: number
  readonly p: number
}

/**
 * All sites in the process share the threads that derive keys. The number of threads is limited, because more threads
 * than cores would only use more memory.
 */
const program = new URL('../../dist/passwords/keyWorker.js', import.meta.url)
const threads = openThreads<KeyParameters, Uint8Array>(program, availableParallelism())

/**
 * Derives a key with scrypt in a low-priority thread. In Node's thread pool, scrypt would delay requests. With two
 * concurrent checks on two cores, for example, a short request waited up to 270 ms.
 */
const deriveKey = (parameters: KeyParameters): Promise<Uint8Array> => threads.run(parameters)
