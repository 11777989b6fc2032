import type { ContentNode } from '@plenum/core/ports'
import type { ExportedRoles } from '../form/exportForm.js'

/** Users and groups are told apart by nothing but their ids. */
const idOf = (principal: string): string => principal.slice(principal.indexOf(':') + 1)

export const ownersOf = ({ localRoles }: ContentNode): readonly string[] =>
  Object.entries(localRoles).flatMap(([principal, roles]) => (roles.includes('Owner') ? [idOf(principal)] : []))

/** Its local roles. Where nobody owns it, Plone is told that the creator does. */
export function exportedRoles(node: ContentNode): ExportedRoles {
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
