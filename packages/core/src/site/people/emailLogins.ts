import type { ContentNode } from '../../content/node/node.js'
import { DomainError, message } from '../../foundation/messages.js'
import type { User } from '../../people/userDirectory.js'
import { type Platform, readRoot } from '../run/environment.js'

/** The number of users that a search returns in one batch. */
const batchSize = 100

/**
 * Returns the users with the given email address, which is compared case-insensitively. All batches are read, because
 * stores may ignore accents and therefore also return other users.
 */
export async function usersWithEmail({ users }: Pick<Platform, 'users'>, email: string): Promise<readonly User[]> {
  const normalized = email.toLowerCase()
  const matches: User[] = []
  let last: User | undefined
  do {
    const batch = await users.users({ email, limit: batchSize, ...(last && { after: last.id }) })
    matches.push(...batch.filter(user => user.email.toLowerCase() === normalized))
    last = batch[batchSize - 1]
  } while (last)
  return matches
}

/**
 * The stores that the functions in this file need. Callers that already occupy a reader must pass `root`, because
 * waiting for a second reader could cause a deadlock.
 */
export interface PeopleOfSite extends Pick<Platform, 'store' | 'users'> {
  readonly root?: ContentNode | undefined
}

/**
 * Whether `name` is the email address with which another user can log in. The user with `id` must not get this name,
 * because the other user would be locked out (docs/site-settings.md, Security).
 */
export async function isLoginOfOther(platform: PeopleOfSite, name: string, id: string): Promise<boolean> {
  if (!(await acceptsEmailLogins(platform))) return false
  const matches = [await platform.users.user(name), ...(await usersWithEmail(platform, name))]
  return matches.some(user => user !== null && user.id !== id)
}

/** Throws a DomainError `invalid-user` if another user has the email address. The error does not disclose this user. */
export async function refuseTakenEmail(
  platform: PeopleOfSite,
  { id, email }: Pick<User, 'id' | 'email'>,
): Promise<void> {
  if (await isLoginOfOther(platform, email, id))
    throw new DomainError('invalid-user', message('user.email', { email: email.slice(0, 100) }))
}

export const emailAsLogin = 'use_email_as_login'

export const acceptsEmailLogins = async (platform: Pick<PeopleOfSite, 'store' | 'root'>): Promise<boolean> =>
  (platform.root ?? (await readRoot(platform)))?.fields[emailAsLogin] === true
