import type { Member } from '../../security/caller.js'
import type { Environment } from '../run/environment.js'
import { newSecret } from '../run/siteSecret.js'
import { memberOf } from './authenticate.js'
import { type CachedLogin, loginCache } from './loginCache.js'
import { type Login, maxTokenLength, readLogin, userOfLogin } from './readLogin.js'
import { issuesTokens, type TokenEnvironment } from './tokenKeys.js'

/** Finds members by login token. */
export interface TokenLogins {
  /** See `Site.memberWithToken`. */
  find(token: string): Promise<Member | null>
  /** The member of a token checked earlier, if users and groups are still in the state `people`; otherwise null. */
  cachedMember(token: string, people: string): Member | null
}

interface CachedTokenLogin extends CachedLogin {
  readonly login: Login
}

export const tokenLogins = (environment: Environment): TokenLogins =>
  issuesTokens(environment) ? cachedTokenLogins(environment) : { find: async () => null, cachedMember: () => null }

/**
 * Caches logins by keyed digest, because each request carries the token. Only the user is read again after a change of
 * any user or group (docs/content-and-access.md, Logins, rule 8). The digest never leaves the process, so it need not
 * be an HMAC, which takes four times as long.
 */
function cachedTokenLogins(environment: TokenEnvironment): TokenLogins {
  const { digest, now, state } = environment
  const logins = loginCache<CachedTokenLogin>(environment)
  let secret: string | undefined
  const digestOf = (token: string): string => {
    secret ??= newSecret(environment)
    return digest(`${secret}\0${token}`)
  }
  const cachedMember = (token: string, people: string): Member | null => {
    const hit = token.length > maxTokenLength ? undefined : logins.get(digestOf(token))?.value
    return hit?.people === people ? hit.member : null
  }
  const read = async (token: string, people: string): Promise<Member | null> => {
    const digest = digestOf(token)
    const login = logins.get(digest)?.value.login ?? (await readLogin(environment, token))
    const user = login && (await userOfLogin(environment, login))
    if (!user) {
      logins.delete(digest)
      return null
    }
    const member = await memberOf(environment, user)
    logins.set(digest, { value: { login, member, people }, owner: login.user, bytes: 1, lifetime: login.ends - now() })
    return member
  }
  return {
    cachedMember,
    find: async token => {
      if (token.length > maxTokenLength) return null
      const { people } = await state()
      return cachedMember(token, people) ?? read(token, people)
    },
  }
}
