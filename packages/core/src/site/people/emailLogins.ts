import { DomainError } from '../../foundation/domainError.js'
import { message } from '../../foundation/messages.js'
import type { User } from '../../people/userDirectory.js'
import type { World } from '../run/environment.js'
import { takesEmails } from '../run/loginSettings.js'

/**
 * Maximum number of matches of an address search; with more matches, an account may be missed and cannot log in by
 * address.
 */
const maxAlike = 100

/** The users with an e-mail address, ignoring case. */
export async function usersWithEmail({ users }: Pick<World, 'users'>, email: string): Promise<readonly User[]> {
  const wanted = email.toLowerCase()
  const alike = await users.users({ search: email, limit: maxAlike })
  return alike.filter(found => found.email.toLowerCase() === wanted)
}

/**
 * Whether e-mail addresses are login names and another user logs in with this name. That user would be locked out if
 * the user with `id` had it too (docs/site-settings.md, Security).
 */
export async function isLoginOfOther(
  world: Pick<World, 'store' | 'users'>,
  name: string,
  id: string,
): Promise<boolean> {
  if (!(await takesEmails(world))) return false
  const found = [await world.users.user(name), ...(await usersWithEmail(world, name))]
  return found.some(user => user !== null && user.id !== id)
}

/** Throws a DomainError `invalid-user` that does not reveal the owner of the address. */
export async function refuseTakenEmail(
  world: Pick<World, 'store' | 'users'>,
  { id, email }: Pick<User, 'id' | 'email'>,
): Promise<void> {
  if (await isLoginOfOther(world, email, id))
    throw new DomainError('invalid-user', message('user.email', { email: email.slice(0, 100) }))
}
