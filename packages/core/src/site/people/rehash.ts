import { DomainError } from '../../foundation/domainError.js'
import type { User } from '../../people/userDirectory.js'
import type { World } from '../run/environment.js'

export type Rehashing = Pick<World, 'users' | 'isOutdated' | 'hashPassword'>

/**
 * The user whose password has just been checked, with a hash of today where theirs is of an older kind. Where too much is
 * to do for that, the next login does it (docs/move-in.md, What becomes of people, rule 2).
 */
export async function withOwnHash(world: Rehashing, user: User, password: string): Promise<User> {
  if (!world.isOutdated?.(user.passwordHash)) return user
  try {
    const passwordHash = await world.hashPassword(password)
    let changed = user
    await world.users.change([user.id], ({ users }) => {
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
