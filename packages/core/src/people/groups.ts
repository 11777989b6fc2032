import { authenticatedUsers } from '../security/caller.js'
import type { Group } from './group.js'
import { groupsAbove } from './groupsAbove.js'

const stock = (id: string, ...roles: readonly string[]): Group => ({
  id,
  title: id,
  description: '',
  email: '',
  roles,
})

/** The groups of every site, in the order of listings. Every logged-in user belongs to the last one. */
export const stockGroups: readonly Group[] = [
  stock('Administrators', 'Manager'),
  stock('Reviewers', 'Reviewer'),
  stock('Site Administrators', 'Site Administrator'),
  stock(authenticatedUsers),
]

export const isStockGroup = (id: string): boolean => stockGroups.some(group => group.id === id)

/** All groups of a site: the stock groups with their changes, then all other stored groups. */
export function withStockGroups(stored: readonly Group[]): readonly Group[] {
  const changed = new Map(stored.map(group => [group.id, group]))
  return [
    ...stockGroups.map(group => changed.get(group.id) ?? group),
    ...stored.filter(group => !isStockGroup(group.id)),
  ]
}

/** A source of stored groups. */
interface GroupSource {
  groups(ids?: readonly string[]): Promise<readonly Group[]>
}

export async function allGroups(source: GroupSource): Promise<readonly Group[]> {
  return withStockGroups(await source.groups())
}

/** The groups of a user, direct and indirect. Reads nothing for users without groups, who are the majority. */
export async function groupsOf(
  source: GroupSource,
  user: { readonly groups: readonly string[] },
): Promise<readonly Group[]> {
  if (user.groups.length === 0) return []
  const direct = withStockGroups(await source.groups(user.groups)).filter(({ id }) => user.groups.includes(id))
  if (direct.every(({ groups = [] }) => groups.length === 0)) return direct
  const siteGroups = await allGroups(source)
  const above = groupsAbove(user.groups, siteGroups)
  return siteGroups.filter(({ id }) => above.has(id))
}
