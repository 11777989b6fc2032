import { hash as digest, randomBytes } from 'node:crypto'

export interface PasswordCacheOptions {
  /** The time for which a successful check is cached, in milliseconds. */
  readonly lifetime: number
  readonly maxEntries: number
  now(): number
}

/**
 * Creates a cache of successful password checks. Each check is cached for a short time, because every request contains
 * the password and a check takes about 0.1 s. The key is a digest of a secret, the stored hash and the password, so the
 * cache contains no entry for a changed password. The digest never leaves the process, so it need not be an HMAC, which
 * takes three times as long per request.
 */
export function createPasswordCache({ lifetime, maxEntries, now }: PasswordCacheOptions) {
  const secret = randomBytes(32).toString('base64')
  const expiries = new Map<string, number>()
  const keyOf = (password: string, hash: string): string =>
    digest('sha256', `${secret}\0${hash}\0${password}`, 'base64')
  return {
    keyOf,
    has: (password: string, hash: string): boolean => (expiries.get(keyOf(password, hash)) ?? 0) > now(),
    add: (password: string, hash: string): void => {
      const key = keyOf(password, hash)
      expiries.delete(key)
      const [oldest] = expiries.keys()
      if (expiries.size >= maxEntries && oldest !== undefined) expiries.delete(oldest)
      expiries.set(key, now() + lifetime)
    },
  }
}
