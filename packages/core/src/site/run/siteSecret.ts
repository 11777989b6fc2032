import type { ContentNode } from '../../content/node/node.js'
import { hexOf } from '../../foundation/hex.js'
import type { Platform } from './environment.js'

/** The hidden field of the site root with the HMAC secret, the same in all processes. */
export const secretField = 'site_secret'

export function siteSecret(root: ContentNode | undefined): string {
  const secret = root?.fields[secretField]
  if (typeof secret === 'string') return secret
  throw new Error('The site has no secret yet: call `initialize` before anything else.')
}

/** 64 random hexadecimal digits from a cryptographic generator. */
export function newSecret({ randomBytes }: Pick<Platform, 'randomBytes'>): string {
  return hexOf(randomBytes(32))
}
