import { siteSecret } from '../run/environment.js'
import type { RequestContext } from '../run/requestContext.js'

type Signing = Pick<RequestContext, 'environment' | 'lineage'>

const separator = '.'

/**
 * Returns the token with which a presenter can opt out of emails. It remains valid until the site gets a new secret.
 */
export const unsubscribeToken = (context: Signing, presenter: string): string =>
  `${presenter}${separator}${signatureOf(context, presenter)}`

/** Returns the UID of the presenter in a token, or null if this site has not signed the token. */
export function presenterOfToken(context: Signing, token: string): string | null {
  const end = token.lastIndexOf(separator)
  const presenter = token.slice(0, Math.max(end, 0))
  return token === unsubscribeToken(context, presenter) ? presenter : null
}

const signatureOf = ({ environment, lineage }: Signing, presenter: string): string =>
  environment.hmac(siteSecret(lineage[0]), JSON.stringify(['unsubscribe', presenter]))
