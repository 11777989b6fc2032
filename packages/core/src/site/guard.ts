import type { ContentNode } from '../content/node.js'
import { rolesOf } from '../security/permissions.js'
import type { Guard } from '../workflow/definition.js'
import { may, type Visit } from './visit.js'

/** Whether the caller passes a guard on the object, or on the last of another lineage (workflow sheet, 2.3). */
export function passesGuard(visit: Visit, guard: Guard, lineage: readonly ContentNode[] = visit.lineage): boolean {
  const { permissions, roles, groups } = guard
  const { caller } = visit
  if (permissions && !permissions.some(name => may(visit, name, lineage))) return false
  if (roles && !roles.some(role => rolesOf(caller, lineage).has(role))) return false
  return !groups || (caller.kind === 'member' && groups.some(group => caller.groups.includes(group)))
}
