import { groupPrincipal, userPrincipal } from '../security/caller.js'
import { rolesOfUser } from './presentUser.js'
import type { Group, User, UserDirectory } from './userDirectory.js'

export interface Principal {
  readonly type: 'user' | 'group'
  readonly id: string
  readonly title: string
  readonly roles: readonly string[]
}

export function userAsPrincipal(user: User, groups: readonly Group[]): Principal {
  return { type: 'user', id: user.id, title: user.fullname || user.id, roles: rolesOfUser(user, groups) }
}

export function groupAsPrincipal({ id, title, roles }: Group): Principal {
  return { type: 'group', id, title: title || id, roles }
}

/** Returns the key of a principal in `localRoles`, such as `user:alice` or `group:Reviewers`. */
export const nameOfPrincipal = ({ type, id }: Pick<Principal, 'type' | 'id'>): string =>
  type === 'group' ? groupPrincipal(id) : userPrincipal(id)

export function principalNamed(name: string): Pick<Principal, 'type' | 'id'> {
  const colon = name.indexOf(':')
  return { type: name.slice(0, colon) === 'group' ? 'group' : 'user', id: name.slice(colon + 1) }
}

/**
 * Finds a user or group by id. If `type` is null, groups take precedence, because only administrators can choose group
 * ids, whereas users can choose their own ids.
 */
export async function findPrincipal(
  { users, groups }: { readonly users: Pick<UserDirectory, 'user'>; readonly groups: readonly Group[] },
  { type, id }: { readonly type: Principal['type'] | null; readonly id: string },
): Promise<Principal | undefined> {
  const group = type === 'user' ? undefined : groups.find(candidate => candidate.id === id)
  if (group) return groupAsPrincipal(group)
  const user = type === 'group' ? null : await users.user(id)
  return user ? userAsPrincipal(user, groups) : undefined
}
