import { createLruCache, type LruCache } from '@plenum/memoize'
import type { User } from '../../people/userDirectory.js'
import type { Member } from '../../security/caller.js'
import type { LoginLimiter } from '../../security/loginLimits.js'
import { type Environment, newSecret, type Platform, type SiteState } from '../run/environment.js'
import { findUser, memberOf, type NameAndPassword } from './authenticate.js'
import { type Login, maxTokenLength, readLogin, userOfLogin } from './readLogin.js'
import { issuesTokens, type TokenEnvironment } from './tokenKeys.js'

interface CachedLogin extends Pick<SiteState, 'people'> {
  readonly member: Member
}

/** The maximum number of cached logins of each kind per process. A login occupies a few hundred bytes. */
const maxLogins = 10_000

/** Creates a cache of logins. Each entry has the size 1, so that the size limit is a number of logins. */
const loginCache = <T extends CachedLogin>({ now }: Pick<Platform, 'now'>): LruCache<T> =>
  createLruCache<T>({ entries: maxLogins, bytes: maxLogins }, now)

interface PasswordLogins {
  find(credentials: NameAndPassword, limiter?: LoginLimiter): Promise<Member | null>
  /**
   * Returns the member whose password has recently been checked, or null if users or groups have changed since.
   * `people` is the current stamp of users and groups.
   */
  cachedMember(credentials: NameAndPassword, people: string): Member | null
  follow(credentials: NameAndPassword): FollowedLogin
}

export type FollowedLogin = () => Promise<Member | null>

interface CachedUserLogin extends CachedLogin {
  readonly passwordHash: string
}

/**
 * Creates the cache of logins with names and passwords. Such logins are cached, because every request contains the
 * password, and checking it each time would be too slow. The platform determines how passwords are cached and for how
 * long.
 */
export function passwordLogins(environment: Environment): PasswordLogins {
  const users = loginCache<CachedUserLogin>(environment)
  const cachedMember: PasswordLogins['cachedMember'] = ({ name, password }, people) => {
    const hit = users.get(name)?.value
    return hit?.people === people && environment.isRecentlyVerified?.(password, hit.passwordHash) ? hit.member : null
  }
  return {
    cachedMember,
    follow: credentials => followUser(environment, credentials),
    find: async (credentials, limiter) => {
      const { people } = await environment.state()
      const cached = cachedMember(credentials, people)
      if (cached) return cached
      const user = await findUser(environment, credentials, limiter)
      if (!user) return null
      const member = await memberOf(environment, user)
      const value = { member, people, passwordHash: user.passwordHash }
      users.set(user.id, { value, owner: user.id, bytes: 1, lifetime: Number.POSITIVE_INFINITY })
      return member
    },
  }
}

/**
 * Returns a function that checks a login again. If the user has been deleted and created again, the check fails,
 * because the password hash differs even if the password is the same.
 */
function followUser(environment: Environment, credentials: NameAndPassword): FollowedLogin {
  let provenUser: User | null = null
  let last: CachedLogin | null = null
  return async () => {
    const { people } = await environment.state()
    if (last?.people === people) return last.member
    provenUser ??= await findUser(environment, credentials)
    const user = provenUser && (await environment.users.user(provenUser.id))
    if (!user || user.passwordHash !== provenUser?.passwordHash) return null
    last = { people, member: await memberOf(environment, user) }
    return last.member
  }
}

interface TokenLogins {
  find(token: string): Promise<Member | null>
  /**
   * Returns the member whose token has already been checked, or null if users or groups have changed since. `people` is
   * the current stamp of users and groups.
   */
  cachedMember(token: string, people: string): Member | null
}

interface CachedTokenLogin extends CachedLogin {
  readonly login: Login
}

export const tokenLogins = (environment: Environment): TokenLogins =>
  issuesTokens(environment) ? cachedTokenLogins(environment) : { find: async () => null, cachedMember: () => null }

/**
 * Creates the cache of token logins. Every request contains its token, so logins are cached by a keyed digest of the
 * token. After a change of users or groups, only the user is read again (docs/content-and-access.md, Logins, rule 8).
 * The digest never leaves the process, so it need not be an HMAC, which would take four times as long.
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
