import { hash as digest, randomBytes } from 'node:crypto'

export interface Remembering {
  /** How long a password that matched is remembered, in milliseconds. */
  readonly lifetime: number
  readonly most: number
  now(): number
}

/** Remembers which passwords matched which hashes recently. */
export interface RememberedPasswords {
  /** A digest of both, by which this process alone knows them. */
  keyOf(password: string, hash: string): string
  has(password: string, hash: string): boolean
  add(password: string, hash: string): void
}

/**
 * Remembers for a short time that a password matched, because every request carries the password and a check takes
 * about 0.1 s. It keeps only a digest of a secret, the stored hash and the password, so a changed password is not found.
 * Nobody is ever given the digest, so it need not be an HMAC, which takes three times as long with each request.
 */
export function rememberPasswords({ lifetime, most, now }: Remembering): RememberedPasswords {
  const secret = randomBytes(32).toString('base64')
  const ends = new Map<string, number>()
  const keyOf = (password: string, hash: string): string =>
    digest('sha256', `${secret}\0${hash}\0${password}`, 'base64')
  return {
    keyOf,
    has: (password, hash) => (ends.get(keyOf(password, hash)) ?? 0) > now(),
    add: (password, hash) => {
      const key = keyOf(password, hash)
      ends.delete(key)
      const [oldest] = ends.keys()
      if (ends.size >= most && oldest !== undefined) ends.delete(oldest)
      ends.set(key, now() + lifetime)
    },
  }
}
