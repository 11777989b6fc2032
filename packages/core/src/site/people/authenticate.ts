import { isEmail } from '../../foundation/email.js'
import { DomainError, message } from '../../foundation/messages.js'
import { groupsOf } from '../../people/groups.js'
import { rolesOfUser } from '../../people/presentUser.js'
import type { User } from '../../people/userDirectory.js'
import { maxPasswordLength } from '../../people/userInput.js'
import type { Member } from '../../security/caller.js'
import type { LoginLimiter } from '../../security/loginLimits.js'
import type { Platform } from '../run/environment.js'
import { acceptsEmailLogins, usersWithEmail } from './emailLogins.js'

const noLimiter: LoginLimiter = { admit: async () => {}, watch: check => check() }

export interface NameAndPassword {
  readonly name: string
  readonly password: string
}

export async function findUser(
  platform: Pick<Platform, 'store' | 'users' | 'isRecentlyVerified' | 'verifyPassword' | 'dummyHash'> & Rehashing,
  { name, password }: NameAndPassword,
  limiter: LoginLimiter = noLimiter,
): Promise<User | null> {
  // No password can be this long, so the error does not disclose whether the user name exists.
  if (password.length > maxPasswordLength)
    throw new DomainError('unauthorized', message('user.password-long', { most: maxPasswordLength }), { context: null })
  const userByName = await platform.users.user(name)
  if (userByName && platform.isRecentlyVerified?.(password, userByName.passwordHash))
    return recordSuccess(userByName, limiter)
  await limiter.admit()
  // The lookup follows the limiter, so that rejected clients cannot cause searches for email addresses.
  const user = userByName ?? (await userWithEmail(platform, name))
  // HMAC pads keys with NUL characters, so the password hash ignores NUL characters at the end of the password.
  const isExact = !password.endsWith('\0')
  // A password is also checked for unknown names, so that the response time does not disclose which names exist.
  const isMatch = await platform.verifyPassword(
    password,
    (isExact && user?.passwordHash) || platform.dummyHash,
    limiter.watch,
  )
  return isMatch && isExact && user ? withOwnHash(platform, recordSuccess(user, limiter), password) : null
}

function recordSuccess(user: User, limiter: LoginLimiter): User {
  limiter.succeed?.(user.id)
  return user
}

/**
 * Returns the only user with the given email address. Returns null if no user or several users have this address, or if
 * the site does not accept email addresses as login names (docs/site-settings.md, Security).
 */
export async function userWithEmail(platform: Pick<Platform, 'store' | 'users'>, email: string): Promise<User | null> {
  if (!isEmail(email) || !(await acceptsEmailLogins(platform))) return null
  const [user, ...duplicates] = await usersWithEmail(platform, email)
  return user && duplicates.length === 0 ? user : null
}

export async function memberOf({ users }: Pick<Platform, 'users'>, user: User): Promise<Member> {
  const groups = await groupsOf(users, user)
  return {
    kind: 'member',
    id: user.id,
    fullname: user.fullname ?? user.id,
    roles: rolesOfUser(user, groups),
    groups: [...new Set([...user.groups, ...groups.map(({ id }) => id)])],
  }
}

type Rehashing = Pick<Platform, 'users' | 'isOutdated' | 'hashPassword'>

/**
 * Returns the user with a current password hash. If the hash is outdated, it is replaced after a successful check.
 * Under high load, the replacement is postponed until the next login (docs/how-to/move-in.md, People, rule 2).
 */
async function withOwnHash(platform: Rehashing, user: User, password: string): Promise<User> {
  if (!platform.isOutdated?.(user.passwordHash)) return user
  try {
    const passwordHash = await platform.hashPassword(password)
    let changed = user
    await platform.users.change([user.id], ({ users }) => {
      const now = users.get(user.id)
      if (now?.passwordHash !== user.passwordHash) return {}
      changed = { ...now, passwordHash }
      return { users: [changed] }
    })
    return changed
  } catch (error) {
    if (error instanceof DomainError) return user
    throw error
  }
}
