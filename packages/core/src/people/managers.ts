import { groupsAbove } from './groups.js'
import { rolesOfUser } from './presentUser.js'
import type { Group, Holders, User } from './userDirectory.js'

/** The role that has all permissions. Only Managers may grant or revoke this role. */
export const managerRole = 'Manager'

export const isManager = (user: User, groups: readonly Group[]): boolean =>
  rolesOfUser(user, groups).includes(managerRole)

/** Whether members of a group are Managers, through the group itself or through containing groups. */
export function makesManagers(group: Group, groups: readonly Group[]): boolean {
  const above = groupsAbove(group.groups ?? [], groups)
  return [group, ...groups.filter(({ id }) => above.has(id))].some(({ roles }) => roles.includes(managerRole))
}

/** All Managers, through their own roles or through groups. At least one must remain. */
export const managersBy = (groups: readonly Group[]): Holders => ({
  roles: [managerRole],
  groups: groups.filter(group => makesManagers(group, groups)).map(({ id }) => id),
})
