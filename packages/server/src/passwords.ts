import { createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

/** Costs of a hash as powers of two; the usual 2^15 blocks of 8 take about a tenth of a second and 32 MiB. */
export const passwordCosts = { least: 4, usual: 15, most: 20 } as const
const keyLength = 32

interface Cost {
  readonly N: number
  readonly r: number
  readonly p: number
}

function derive(password: string, salt: Buffer, { N, r, p }: Cost): Promise<Buffer> {
  return new Promise((resolve, reject) =>
    scrypt(password.normalize('NFKC'), salt, keyLength, { N, r, p, maxmem: 256 * N * r }, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  )
}

/** `scrypt$N$r$p$salt$key`: verifying costs what hashing did, whatever is spent on new hashes by then. */
export async function hashPassword(password: string, cost: number = passwordCosts.usual): Promise<string> {
  const salt = randomBytes(16)
  const [N, r, p] = [2 ** cost, 8, 1]
  const key = await derive(password, salt, { N, r, p })
  return ['scrypt', N, r, p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const [scheme, N, r, p, salt = '', key = ''] = hash.split('$')
  if (scheme !== 'scrypt') return false
  const stored = Buffer.from(key, 'base64url')
  const derived = await derive(password, Buffer.from(salt, 'base64url'), { N: Number(N), r: Number(r), p: Number(p) })
  return stored.length === derived.length && timingSafeEqual(stored, derived)
}

type Verify = typeof verifyPassword

export interface Remembering {
  /** Milliseconds for which a password that matched is remembered. */
  readonly lifetime: number
  readonly most: number
  now(): number
}

/**
 * Remembers for a short time that a password matched, because every request brings it along and verifying takes
 * about a tenth of a second. What is kept is a keyed hash of the stored hash and the password; a changed password is another entry.
 */
export function rememberVerified(verify: Verify, { lifetime, most, now }: Remembering): Verify {
  const secret = randomBytes(32)
  const verified = new Map<string, number>()
  return async (password, hash) => {
    const key = createHmac('sha256', secret).update(`${hash}\0${password}`).digest('base64')
    if ((verified.get(key) ?? 0) > now()) return true
    verified.delete(key)
    if (!(await verify(password, hash))) return false
    const [oldest] = verified.keys()
    if (verified.size >= most && oldest !== undefined) verified.delete(oldest)
    verified.set(key, now() + lifetime)
    return true
  }
}
