import type { User } from '../../people/userDirectory.js'
import type { Member } from '../../security/caller.js'
import type { LoginLimiter } from '../../security/loginLimits.js'
import type { Environment } from '../run/environment.js'
import { findUser, memberOf, type NameAndPassword } from './authenticate.js'
import { type CachedLogin, loginCache } from './loginCache.js'

/** Finds members by name and password. */
export interface PasswordLogins {
  /** See `Site.authenticate`. */
  find(credentials: NameAndPassword, limiter?: LoginLimiter): Promise<Member | null>
  /**
   * The member whose password was recently checked, if users and groups are still in the state `people`; otherwise
   * null.
   */
  cachedMember(credentials: NameAndPassword, people: string): Member | null
  /** See `Site.follow`. */
  follow(credentials: NameAndPassword): FollowedLogin
}

/** The current member of a login; null after it has ended, the password has changed or the user was deleted. */
export type FollowedLogin = () => Promise<Member | null>

interface CachedUserLogin extends CachedLogin {
  readonly passwordHash: string
}

/**
 * Caches logins, because each request carries the password. The platform decides how long a password is remembered, and
 * how.
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

/** A user who is deleted and recreated has another hash, even with the same password. */
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
