import { authenticatedUsers } from '../security/caller.js'
import { groupsAbove } from './groupsAbove.js'

/** A set of users and groups. Each of them lists the groups that it is in; a group has no list of members. */
export interface Group {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly email: string
  readonly roles: readonly string[]
  /** Ids of groups that it is in; left out when it is in none. */
  readonly groups?: readonly string[]
}

const stock = (id: string, ...roles: readonly string[]): Group => ({
  id,
  title: id,
  description: '',
  email: '',
  roles,
})

/** The groups of every site, in the order of listings. Every user who is logged in belongs to the last one. */
export const stockGroups: readonly Group[] = [
  stock('Administrators', 'Manager'),
  stock('Reviewers', 'Reviewer'),
  stock('Site Administrators', 'Site Administrator'),
  stock(authenticatedUsers),
]

export const isStockGroup = (id: string): boolean => stockGroups.some(group => group.id === id)

/** All groups of a site: the stock ones, as they were changed, and then the others that are stored. */
export function withStockGroups(stored: readonly Group[]): readonly Group[] {
  const changed = new Map(stored.map(group => [group.id, group]))
  return [
    ...stockGroups.map(group => changed.get(group.id) ?? group),
    ...stored.filter(group => !isStockGroup(group.id)),
  ]
}

/** Where groups are read. */
interface GroupSource {
  groups(ids?: readonly string[]): Promise<readonly Group[]>
}

export async function allGroups(source: GroupSource): Promise<readonly Group[]> {
  return withStockGroups(await source.groups())
}

/** The groups of a user, with those that these are in. Most users have none, for whom nothing is read. */
export async function groupsOf(
  source: GroupSource,
  user: { readonly groups: readonly string[] },
): Promise<readonly Group[]> {
  if (user.groups.length === 0) return []
  const own = withStockGroups(await source.groups(user.groups)).filter(({ id }) => user.groups.includes(id))
  if (own.every(({ groups = [] }) => groups.length === 0)) return own
  const all = await allGroups(source)
  const above = groupsAbove(user.groups, all)
  return all.filter(({ id }) => above.has(id))
}
