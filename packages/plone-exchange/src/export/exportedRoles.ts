import type { JsonObject } from '@plenum/core'
import type { ContentNode } from '@plenum/core/ports'

/** Returns the id of a principal without its kind, because Plone identifies users and groups only by their ids. */
const idOf = (principal: string): string => principal.slice(principal.indexOf(':') + 1)

export const ownersOf = ({ localRoles }: ContentNode): readonly string[] =>
  Object.entries(localRoles).flatMap(([principal, roles]) => (roles.includes('Owner') ? [idOf(principal)] : []))

/**
 * Returns the local roles by user or group id. `block` is 1 if the object does not inherit local roles from its
 * containers. If the object has no owner, its creator becomes the owner.
 */
export function exportedRoles(node: ContentNode): JsonObject {
  const { localRoles, blockLocalRoles, creator } = node
  const isOwned = creator === '' || ownersOf(node).length > 0
  const roles: Record<string, readonly string[]> = isOwned ? {} : { [creator]: ['Owner'] }
  for (const [principal, own] of Object.entries(localRoles)) {
    const id = idOf(principal)
    roles[id] = [...new Set([...(roles[id] ?? []), ...own])]
  }
  return {
    ...(Object.keys(roles).length > 0 ? { local_roles: roles } : {}),
    ...(blockLocalRoles ? { block: 1 as const } : {}),
  }
}
