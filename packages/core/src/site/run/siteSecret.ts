import type { ContentNode } from '../../content/node/node.js'

/** The hidden field of the site root with the secret for HMACs, the same in all processes. */
export const secretField = 'site_secret'

export function siteSecret(root: ContentNode | undefined): string {
  const secret = root?.fields[secretField]
  if (typeof secret === 'string') return secret
  throw new Error('The site has no secret yet: call `initialize` before anything else.')
}
