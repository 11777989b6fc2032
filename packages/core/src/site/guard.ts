import type { ContentNode } from '../content/node.js'
import { rolesOf } from '../security/permissions.js'
import type { Guard } from '../workflow/definition.js'
import { may, objectOf, type Visit } from './visit.js'

/** Whether the caller passes a guard on the object, or on the last of another lineage (workflow sheet, 2.3). */
export function passesGuard(visit: Visit, guard: Guard, lineage: readonly ContentNode[] = visit.lineage): boolean {
  const { permissions, roles, groups, expression } = guard
  const { caller } = visit
  if (permissions && !permissions.some(name => may(visit, name, lineage))) return false
  if (roles && !roles.some(role => rolesOf(caller, lineage).has(role))) return false
  if (groups && !(caller.kind === 'member' && groups.some(group => caller.groups.includes(group)))) return false
  return expression === undefined || expressionHolds(visit, expression, lineage)
}

function expressionHolds({ environment, caller }: Visit, name: string, lineage: readonly ContentNode[]): boolean {
  const object = objectOf(lineage)
  const expression = environment.expressions.get(name)
  return expression?.({ object, container: lineage.at(-2) ?? null, caller, states: object.states }) === true
}
