import { DomainError } from '../../foundation/domainError.js'
import { isEmail } from '../../foundation/email.js'
import { message } from '../../foundation/messages.js'
import { groupsOf } from '../../people/groups.js'
import { maxPasswordLength } from '../../people/newUser.js'
import { rolesOfUser } from '../../people/presentUser.js'
import type { User } from '../../people/userDirectory.js'
import type { Member } from '../../security/caller.js'
import type { LoginDoor } from '../../security/loginLimits.js'
import type { World } from '../run/environment.js'
import { takesEmails } from '../run/loginSettings.js'
import { usersWithEmail } from './emailLogins.js'
import { type Rehashing, withOwnHash } from './rehash.js'

const openDoor: LoginDoor = { admit: async () => {}, watch: check => check() }

type Logins = Pick<World, 'store' | 'users' | 'isRemembered' | 'verifyPassword' | 'standInHash'> & Rehashing

export interface NameAndPassword {
  readonly name: string
  readonly password: string
}

/** The user with a name and a password; null if either is wrong. */
export async function findUser(
  world: Logins,
  { name, password }: NameAndPassword,
  door: LoginDoor = openDoor,
): Promise<User | null> {
  // No user has such a password, so this error does not reveal whether the name exists.
  if (password.length > maxPasswordLength)
    throw new DomainError('unauthorized', message('user.password-long', { most: maxPasswordLength }), { context: null })
  const named = await world.users.user(name)
  if (named && world.isRemembered?.(password, named.passwordHash)) return passed(named, door)
  await door.admit()
  // Runs after admission, so that rejected clients cause no search for an address.
  const user = named ?? (await userWithEmail(world, name))
  // HMAC pads keys with NULs, so the password hash ignores trailing ones.
  const isExact = !password.endsWith('\0')
  // An unknown name costs the same work, so that timing does not reveal which names exist.
  const fits = await world.verifyPassword(password, (isExact && user?.passwordHash) || world.standInHash, door.watch)
  return fits && isExact && user ? withOwnHash(world, passed(user, door), password) : null
}

function passed(user: User, door: LoginDoor): User {
  door.succeed?.(user.id)
  return user
}

/**
 * The only user with an e-mail address, if the site accepts addresses as login names (docs/site-settings.md, Security).
 */
async function userWithEmail(world: Pick<World, 'store' | 'users'>, email: string): Promise<User | null> {
  if (!isEmail(email) || !(await takesEmails(world))) return null
  const [user, ...others] = await usersWithEmail(world, email)
  return user && others.length === 0 ? user : null
}

/** A user as a caller, with current roles, including those of groups. */
export async function memberOf({ users }: Pick<World, 'users'>, user: User): Promise<Member> {
  const groups = await groupsOf(users, user)
  return {
    kind: 'member',
    id: user.id,
    fullname: user.fullname ?? user.id,
    roles: rolesOfUser(user, groups),
    groups: [...new Set([...user.groups, ...groups.map(({ id }) => id)])],
  }
}
