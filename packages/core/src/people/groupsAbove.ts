import { memoizeByIdentity } from '../foundation/memoizeByIdentity.js'
import type { Group } from './group.js'

/**
 * The transitive closure of group membership: the given ids and those of all containing groups. Cycles are allowed
 * (docs/content-and-access.md, Groups, rule 7).
 */
export function groupsAbove(ids: readonly string[], groups: readonly Group[]): ReadonlySet<string> {
  const above = new Set(ids)
  const nested = nestedIn(groups)
  // Iterating over a set also visits elements that are added during the iteration.
  if (nested.size > 0) for (const id of above) for (const container of nested.get(id) ?? []) above.add(container)
  return above
}

/** The containers of nested groups, by group id: few sites have any. */
const nestedIn = memoizeByIdentity(
  (groups: readonly Group[]): ReadonlyMap<string, readonly string[]> =>
    new Map(groups.flatMap(({ id, groups: containers = [] }) => (containers.length > 0 ? [[id, containers]] : []))),
)

/** The direct member groups of a group. */
export const groupsDirectlyIn = (id: string, groups: readonly Group[]): readonly Group[] =>
  groups.filter(({ groups: containers = [] }) => containers.includes(id))

/** Sets the containers of a group; omits the property if there are none. */
export function withGroups({ groups: _, ...group }: Group, containers: readonly string[]): Group {
  return containers.length === 0 ? group : { ...group, groups: containers }
}
