import type { User } from '../../people/userDirectory.js'
import type { Member } from '../../security/caller.js'
import type { LoginDoor } from '../../security/loginLimits.js'
import type { Environment } from '../run/environment.js'
import { findUser, memberOf, type NameAndPassword } from './authenticate.js'
import { type Recalled, recalledLogins } from './recalled.js'

/** Finds members by name and password. */
export interface PasswordLogins {
  /** See `Site.authenticate`. */
  find(credentials: NameAndPassword, door?: LoginDoor): Promise<Member | null>
  /**
   * The member whose password was recently checked, if users and groups are still in the state `people`; otherwise
   * null.
   */
  recall(credentials: NameAndPassword, people: string): Member | null
  /** See `Site.follow`. */
  follow(credentials: NameAndPassword): FollowedLogin
}

/** The current member of a login; null after it has ended, the password has changed or the user was deleted. */
export type FollowedLogin = () => Promise<Member | null>

interface RecalledUser extends Recalled {
  readonly passwordHash: string
}

/**
 * Caches logins, because each request carries the password. The platform decides how long a password is remembered, and
 * how.
 */
export function passwordLogins(environment: Environment): PasswordLogins {
  const users = recalledLogins<RecalledUser>(environment)
  const recall: PasswordLogins['recall'] = ({ name, password }, people) => {
    const known = users.get(name)?.value
    return known?.people === people && environment.isRemembered?.(password, known.passwordHash) ? known.member : null
  }
  return {
    recall,
    follow: credentials => followUser(environment, credentials),
    find: async (credentials, door) => {
      const { people } = await environment.state()
      const recalled = recall(credentials, people)
      if (recalled) return recalled
      const user = await findUser(environment, credentials, door)
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
  let proved: User | null = null
  let last: Recalled | null = null
  return async () => {
    const { people } = await environment.state()
    if (last?.people === people) return last.member
    proved ??= await findUser(environment, credentials)
    const user = proved && (await environment.users.user(proved.id))
    if (!user || user.passwordHash !== proved?.passwordHash) return null
    last = { people, member: await memberOf(environment, user) }
    return last.member
  }
}
