import { memoizeByIdentity } from '../foundation/memoizeByIdentity.js'
import { authenticatedUsers } from '../security/caller.js'
import type { Group } from './userDirectory.js'

const stock = (id: string, roles: readonly string[], title = id): Group => ({
  id,
  title,
  description: '',
  email: '',
  roles,
})

/** The groups that exist on every site, in display order. All logged-in users belong to the last group. */
export const stockGroups: readonly Group[] = [
  stock('Administrators', ['Manager']),
  stock('Reviewers', ['Reviewer']),
  stock('Site Administrators', ['Site Administrator']),
  stock(authenticatedUsers, [], 'Authenticated Users (Virtual Group)'),
]

export const isStockGroup = (id: string): boolean => stockGroups.some(group => group.id === id)

export function withStockGroups(stored: readonly Group[]): readonly Group[] {
  const changed = new Map(stored.map(group => [group.id, group]))
  return [
    ...stockGroups.map(group => changed.get(group.id) ?? group),
    ...stored.filter(group => !isStockGroup(group.id)),
  ]
}

interface GroupSource {
  groups(ids?: readonly string[]): Promise<readonly Group[]>
}

export const allGroups = async (source: GroupSource): Promise<readonly Group[]> =>
  withStockGroups(await source.groups())

/**
 * Returns the direct and indirect groups of a user. For a user without groups, which is the most common case, no data
 * is read.
 */
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

/**
 * Returns the given ids and the ids of all groups that directly or indirectly contain them. Cycles are allowed
 * (docs/content-and-access.md, Groups, rule 7).
 */
export function groupsAbove(ids: readonly string[], groups: readonly Group[]): ReadonlySet<string> {
  const above = new Set(ids)
  const nested = nestedIn(groups)
  // Iterating over a Set also visits elements that are added during the iteration.
  if (nested.size > 0) for (const id of above) for (const container of nested.get(id) ?? []) above.add(container)
  return above
}

const nestedIn = memoizeByIdentity(
  (groups: readonly Group[]): ReadonlyMap<string, readonly string[]> =>
    new Map(groups.flatMap(({ id, groups: containers = [] }) => (containers.length > 0 ? [[id, containers]] : []))),
)

export const groupsDirectlyIn = (id: string, groups: readonly Group[]): readonly Group[] =>
  groups.filter(({ groups: containers = [] }) => containers.includes(id))

/**
 * Returns a group whose property `groups` contains the ids of the groups that contain it. The property is absent if no
 * group contains it.
 */
export const withGroups = ({ groups: _, ...group }: Group, containers: readonly string[]): Group =>
  containers.length === 0 ? group : { ...group, groups: containers }
