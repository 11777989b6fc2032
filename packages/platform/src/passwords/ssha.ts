import { createHash, timingSafeEqual } from 'node:crypto'

const prefix = '{SSHA}'
const digestLength = 20
/** Bytes of a salt; those of Plone have 7. */
const longestSalt = 1024

/** Whether a hash is one of Plone: `{SSHA}`, and in base64 the SHA-1 of password and salt, followed by the salt. */
export const isSsha = (hash: string): boolean => hash.startsWith(prefix)

/** Whether a password matches such a hash. How long it takes does not depend on what is in the digest. */
export function verifySsha(password: string, hash: string): boolean {
  const bytes = Buffer.from(hash.slice(prefix.length), 'base64')
  const salt = bytes.subarray(digestLength)
  if (bytes.length < digestLength || salt.length > longestSalt) return false
  const digest = createHash('sha1').update(password, 'utf8').update(salt).digest()
  return timingSafeEqual(digest, bytes.subarray(0, digestLength))
}
