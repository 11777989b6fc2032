import { createHash, timingSafeEqual } from 'node:crypto'

const prefix = '{SSHA}'
const digestLength = 20
/** The maximum length of a salt in bytes. Plone uses salts of 7 bytes. */
const maxSaltLength = 1024

/**
 * Whether a hash has Plone's format: `{SSHA}` followed by the base64 encoding of SHA-1(password + salt) and the salt.
 */
export const isSsha = (hash: string): boolean => hash.startsWith(prefix)

/** Checks a password against a hash in Plone's format. The response time does not depend on the digest. */
export function verifySsha(password: string, hash: string): boolean {
  const bytes = Buffer.from(hash.slice(prefix.length), 'base64')
  const salt = bytes.subarray(digestLength)
  if (bytes.length < digestLength || salt.length > maxSaltLength) return false
  const digest = createHash('sha1').update(password, 'utf8').update(salt).digest()
  return timingSafeEqual(digest, bytes.subarray(0, digestLength))
}
