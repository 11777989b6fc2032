import type { Group } from './groups.js'
import { rolesOfUser } from './presentUser.js'
import type { Holders, User } from './userDirectory.js'

/** The role that may do everything: only who has it gives it, or changes who has it. */
export const managerRole = 'Manager'

export const isManager = (user: User, groups: readonly Group[]): boolean =>
  rolesOfUser(user, groups).includes(managerRole)

export const makesManagers = ({ roles }: Pick<Group, 'roles'>): boolean => roles.includes(managerRole)

/** Whoever is a Manager, by the own roles or by a group: one of them has to be left. */
export const managersBy = (groups: readonly Group[]): Holders => ({
  roles: [managerRole],
  groups: groups.filter(makesManagers).map(({ id }) => id),
})
