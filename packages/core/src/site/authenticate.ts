import { stockGroups } from '../people/groups.js'
import { rolesOfUser } from '../people/presentUser.js'
import type { Member } from '../security/caller.js'
import type { World } from './environment.js'

/** The member with a name and a password, with the roles that hold now; null when they do not fit together. */
export async function authenticate(
  { users, verifyPassword, hashPassword }: World,
  name: string,
  password: string,
): Promise<Member | null> {
  const user = await users.user(name)
  if (!user) {
    // As much work as for a name that exists, so that the time taken does not tell which do.
    await hashPassword(password)
    return null
  }
  if (!(await verifyPassword(password, user.passwordHash))) return null
  return {
    kind: 'member',
    id: user.id,
    fullname: user.fullname ?? user.id,
    roles: rolesOfUser(user, stockGroups),
    groups: user.groups,
  }
}
