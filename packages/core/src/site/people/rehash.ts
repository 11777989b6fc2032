import { DomainError } from '../../foundation/domainError.js'
import type { User } from '../../people/userDirectory.js'
import type { Platform } from '../run/environment.js'

export type Rehashing = Pick<Platform, 'users' | 'isOutdated' | 'hashPassword'>

/**
 * Replaces an outdated hash of a password that has just been checked, and returns the user with the new one. Under
 * load, the replacement is left to the next login (docs/move-in.md, People, rule 2).
 */
export async function withOwnHash(platform: Rehashing, user: User, password: string): Promise<User> {
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
