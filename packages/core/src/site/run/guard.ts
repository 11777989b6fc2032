import { type Lineage, objectOf } from '../../content/node/node.js'
import { holdsPermission, rolesOf } from '../../security/permissions.js'
import type { Expression, Guard } from '../../workflow/definition.js'
import type { GuardPart } from '../../workflow/explainTransitions.js'
import type { SiteCaller } from './requestContext.js'

/**
 * The data for checking a guard on the last object of `lineage`. `comments` is the caller's comment on a transition.
 */
interface GuardInput {
  readonly lineage: Lineage
  readonly comments?: string
}

/** Whether the caller passes a guard (docs/workflow-and-history.md, Guards). */
export const passesGuard = (siteCaller: SiteCaller, guard: Guard, input: GuardInput): boolean =>
  failingParts(siteCaller, guard, input).next().done === true

/** Yields the parts of the guard that refuse the caller. */
export function* failingParts(siteCaller: SiteCaller, guard: Guard, input: GuardInput): Generator<GuardPart> {
  const { permissions, roles, groups, expression } = guard
  const { caller, environment } = siteCaller
  const { lineage } = input
  const access = { caller, lineage, site: environment.registry.permissions }
  if (permissions && !permissions.some(name => holdsPermission(name, access))) yield 'permissions'
  if (roles && !roles.some(role => rolesOf(caller, lineage).has(role))) yield 'roles'
  if (groups && !(caller.kind === 'member' && groups.some(group => caller.groups.includes(group)))) yield 'groups'
  if (expression !== undefined && evaluateExpression(siteCaller, expression, input) !== true) yield 'expression'
}

export function evaluateExpression(
  { environment, caller, slotVerdicts }: SiteCaller,
  name: string,
  { lineage, comments = '' }: GuardInput,
): ReturnType<Expression> {
  const object = objectOf(lineage)
  const { states, variables = {} } = object
  const container = lineage.at(-2) ?? null
  const hasConflicts = slotVerdicts?.hasConflicts.get(object.uid)
  const context = { object, container, caller, states, variables, comments, hasConflicts }
  return environment.expressions.get(name)?.(context) ?? null
}
