import { createHmac, randomBytes } from 'node:crypto'

export interface Remembering {
  /** How long a password that matched is remembered, in milliseconds. */
  readonly lifetime: number
  readonly most: number
  now(): number
}

/** Remembers which passwords matched which hashes recently. */
export interface RememberedPasswords {
  has(password: string, hash: string): boolean
  add(password: string, hash: string): void
}

/**
 * Remembers for a short time that a password matched, because every request carries the password and a check takes
 * about 0.1 s. It keeps only an HMAC of password and stored hash, so a changed password is not found.
 */
export function rememberPasswords({ lifetime, most, now }: Remembering): RememberedPasswords {
  const secret = randomBytes(32)
  const ends = new Map<string, number>()
  const keyOf = (password: string, hash: string): string =>
    createHmac('sha256', secret).update(`${hash}\0${password}`).digest('base64')
  return {
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
