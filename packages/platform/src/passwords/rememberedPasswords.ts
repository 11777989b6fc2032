import { hash as digest, randomBytes } from 'node:crypto'

export interface Remembering {
  /** How long a successful check is cached, in milliseconds. */
  readonly lifetime: number
  readonly most: number
  now(): number
}

/** Recent successful checks. */
export interface RememberedPasswords {
  /** The cache key: a digest with a secret of this process. */
  keyOf(password: string, hash: string): string
  has(password: string, hash: string): boolean
  add(password: string, hash: string): void
}

/**
 * Caches successful checks briefly, because every request carries the password and a check takes about 0.1 s. The key
 * is a digest of a secret, the stored hash and the password, so a changed password misses. The digest never leaves the
 * process, so it need not be an HMAC, which takes three times as long per request.
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
