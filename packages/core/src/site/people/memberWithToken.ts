import { createLruCache } from '../../memoize/calls/lruCache.js'
import type { Member } from '../../security/caller.js'
import type { Environment } from '../run/environment.js'
import { newSecret } from '../run/siteSecret.js'
import { memberOf } from './authenticate.js'
import { type Login, maxTokenLength, readLogin, userOfLogin } from './readLogin.js'
import { issuesTokens, type TokenEnvironment } from './tokenKeys.js'

/** Tokens of which one process remembers what they prove; each takes some hundred bytes. */
const maxRemembered = 10_000

type FindMember = (token: string) => Promise<Member | null>

/** Finds the member of a token; null for a token that is not valid, or not any more. */
export function memberFinder(environment: Environment): FindMember {
  return issuesTokens(environment) ? rememberingFinder(environment) : async () => null
}

/**
 * Each request brings a token along: what it proves is remembered by a keyed digest, and only the user is read anew
 * (docs/content-and-access.md, Logins, rule 8).
 */
function rememberingFinder(environment: TokenEnvironment): FindMember {
  const { hmac, now } = environment
  const remembered = createLruCache<Login>({ entries: maxRemembered, bytes: maxRemembered }, now)
  let secret: string | undefined
  return async token => {
    if (token.length > maxTokenLength) return null
    secret ??= newSecret(environment)
    const digest = hmac(secret, token)
    const known = remembered.get(digest)?.value
    const login = known ?? (await readLogin(environment, token))
    const user = login && (await userOfLogin(environment, login))
    if (!user) remembered.delete(digest)
    else if (!known) remembered.set(digest, { value: login, owner: login.user, bytes: 1, lifetime: login.ends - now() })
    return user && memberOf(environment, user)
  }
}
