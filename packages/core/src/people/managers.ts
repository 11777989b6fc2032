import type { Group } from './groups.js'
import { groupsAbove } from './groupsAbove.js'
import { rolesOfUser } from './presentUser.js'
import type { Holders, User } from './userDirectory.js'

/** The role that may do everything: only who has it gives it, or changes who has it. */
export const managerRole = 'Manager'

export const isManager = (user: User, groups: readonly Group[]): boolean =>
  rolesOfUser(user, groups).includes(managerRole)

/** Whether who belongs to a group is a Manager by that, by the groups that it is in too. */
export function makesManagers(group: Group, groups: readonly Group[]): boolean {
  const above = groupsAbove(group.groups ?? [], groups)
  return [group, ...groups.filter(({ id }) => above.has(id))].some(({ roles }) => roles.includes(managerRole))
}

/** Whoever is a Manager, by the own roles or by a group: one of them has to be left. */
export const managersBy = (groups: readonly Group[]): Holders => ({
  roles: [managerRole],
  groups: groups.filter(group => makesManagers(group, groups)).map(({ id }) => id),
})
