import { rememberOf } from '../foundation/rememberOf.js'
import type { Group } from './groups.js'

/**
 * The ids of some groups, of the groups that these are in, and so on: who belongs to one of them belongs to all. Groups
 * that are in each other do no harm (docs/content-and-access.md, Groups, rule 7).
 */
export function groupsAbove(ids: readonly string[], groups: readonly Group[]): ReadonlySet<string> {
  const above = new Set(ids)
  const nested = nestedIn(groups)
  // A set that grows while it is walked gives what was added too.
  if (nested.size > 0) for (const id of above) for (const container of nested.get(id) ?? []) above.add(container)
  return above
}

/** The groups that are in others, by id: few sites have any. */
const nestedIn = rememberOf(
  (groups: readonly Group[]): ReadonlyMap<string, readonly string[]> =>
    new Map(groups.flatMap(({ id, groups: containers = [] }) => (containers.length > 0 ? [[id, containers]] : []))),
)

/** The groups that are in a group themselves. */
export const groupsDirectlyIn = (id: string, groups: readonly Group[]): readonly Group[] =>
  groups.filter(({ groups: containers = [] }) => containers.includes(id))

/** A group in other groups; one that is in none says nothing of it. */
export function withGroups({ groups: _, ...group }: Group, containers: readonly string[]): Group {
  return containers.length === 0 ? group : { ...group, groups: containers }
}
