import { DomainError } from '../../foundation/domainError.js'
import { message } from '../../foundation/messages.js'
import { groupsOf } from '../../people/groups.js'
import { maxPasswordLength } from '../../people/newUser.js'
import { rolesOfUser } from '../../people/presentUser.js'
import type { User } from '../../people/userDirectory.js'
import type { Member } from '../../security/caller.js'
import type { World } from '../run/environment.js'

/** Who counts the logins of one name from one address that fail. Asked only when a password has to be checked. */
export interface LoginDoor {
  /** Lets the login wait for its check, or throws `too-many-requests`. */
  admit(): Promise<void>
  /** Runs a check whose turn has come, and counts it when it answers false; throws as `admit`. */
  watch(check: () => Promise<boolean>): Promise<boolean>
}

const openDoor: LoginDoor = { admit: async () => {}, watch: check => check() }

type Logins = Pick<World, 'users' | 'isRemembered' | 'verifyPassword' | 'standInHash'>

interface NameAndPassword {
  readonly name: string
  readonly password: string
}

/** The member with a name and a password, with the roles that hold now; null when they do not fit together. */
export async function authenticate(
  world: Logins,
  credentials: NameAndPassword,
  door?: LoginDoor,
): Promise<Member | null> {
  const user = await findUser(world, credentials, door)
  return user && memberOf(world, user)
}

/** The user with a name and a password; null when they do not fit together. */
export async function findUser(
  world: Logins,
  { name, password }: NameAndPassword,
  door: LoginDoor = openDoor,
): Promise<User | null> {
  // Nobody has such a password; to say so tells nothing about the name.
  if (password.length > maxPasswordLength)
    throw new DomainError('unauthorized', message('user.password-long', { most: maxPasswordLength }), { context: null })
  const user = await world.users.user(name)
  if (user && world.isRemembered?.(password, user.passwordHash)) return user
  await door.admit()
  // As much work for a name that does not exist, so that the time taken does not tell which do.
  const fits = await world.verifyPassword(password, user?.passwordHash ?? world.standInHash, door.watch)
  return fits ? user : null
}

/** A user as a caller, with the roles that hold now, those of groups too. */
export async function memberOf({ users }: Pick<World, 'users'>, user: User): Promise<Member> {
  return {
    kind: 'member',
    id: user.id,
    fullname: user.fullname ?? user.id,
    roles: rolesOfUser(user, await groupsOf(users, user)),
    groups: user.groups,
  }
}
