import { createHmac, randomBytes } from 'node:crypto'

export interface Remembering {
  /** Milliseconds for which a password that matched is remembered. */
  readonly lifetime: number
  readonly most: number
  now(): number
}

/** Which passwords matched which hashes a short time ago. */
export interface RememberedPasswords {
  has(password: string, hash: string): boolean
  add(password: string, hash: string): void
}

/**
 * Remembers for a short time that a password matched, because every request brings it along and verifying takes
 * about a tenth of a second. What is kept is a keyed hash of the stored hash and the password; a changed password is another entry.
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
