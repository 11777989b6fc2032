import type { ContentNode } from '../../content/node/node.js'
import { DomainError, message } from '../../foundation/messages.js'
import type { User } from '../../people/userDirectory.js'
import { type Platform, readRoot } from '../run/environment.js'

/**
 * The maximum number of matches in a search by email address. If there are more matches, some accounts may not be
 * found, and their users cannot log in with their email addresses.
 */
const maxMatches = 100

/** The users with the given email address. The comparison is case-insensitive. */
export async function usersWithEmail({ users }: Pick<Platform, 'users'>, email: string): Promise<readonly User[]> {
  const normalized = email.toLowerCase()
  const matches = await users.users({ search: email, limit: maxMatches })
  return matches.filter(user => user.email.toLowerCase() === normalized)
}

/**
 * The users of a site. Callers that occupy a reader must pass `root`; if several callers waited for another reader
 * while occupying one, they could deadlock.
 */
export interface PeopleOfSite extends Pick<Platform, 'store' | 'users'> {
  readonly root?: ContentNode | undefined
}

/**
 * Whether email addresses are login names and another user logs in with this name. That user would be locked out if the
 * user with `id` had the same name (docs/site-settings.md, Security).
 */
export async function isLoginOfOther(platform: PeopleOfSite, name: string, id: string): Promise<boolean> {
  if (!(await acceptsEmailLogins(platform))) return false
  const matches = [await platform.users.user(name), ...(await usersWithEmail(platform, name))]
  return matches.some(user => user !== null && user.id !== id)
}

/** Throws a DomainError `invalid-user` that does not disclose the owner of the email address. */
export async function refuseTakenEmail(
  platform: PeopleOfSite,
  { id, email }: Pick<User, 'id' | 'email'>,
): Promise<void> {
  if (await isLoginOfOther(platform, email, id))
    throw new DomainError('invalid-user', message('user.email', { email: email.slice(0, 100) }))
}

/** The hidden field of the site root that stores whether email addresses are accepted as login names. */
export const emailAsLogin = 'use_email_as_login'

export const acceptsEmailLogins = async (platform: Pick<PeopleOfSite, 'store' | 'root'>): Promise<boolean> =>
  (platform.root ?? (await readRoot(platform)))?.fields[emailAsLogin] === true
