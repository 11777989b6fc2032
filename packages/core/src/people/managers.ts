import { groupsAbove } from './groups.js'
import { rolesOfUser } from './presentUser.js'
import type { Group, Holders, User } from './userDirectory.js'

/** The role with all permissions. Only Managers can grant or revoke it. */
export const managerRole = 'Manager'

export const isManager = (user: User, groups: readonly Group[]): boolean =>
  rolesOfUser(user, groups).includes(managerRole)

export function makesManagers(group: Group, groups: readonly Group[]): boolean {
  const above = groupsAbove(group.groups ?? [], groups)
  return [group, ...groups.filter(({ id }) => above.has(id))].some(({ roles }) => roles.includes(managerRole))
}

/**
 * Returns a filter for all users who have the Manager role, directly or through groups. A site must always have at
 * least one such user.
 */
export const managersBy = (groups: readonly Group[]): Holders => ({
  roles: [managerRole],
  groups: groups.filter(group => makesManagers(group, groups)).map(({ id }) => id),
})
