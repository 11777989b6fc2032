import { permission, rolesAllowed, shippedPermissions, shippedRoles, translateEnglish } from '@plenum/core'
import {
  blockerMessage,
  type ExplainedTransition,
  explainTransitions,
  type Guard,
  type GuardPart,
  stateOf,
  type TransitionBlocker,
  type WorkflowDefinition,
  type WorkflowState,
} from '@plenum/core/workflow'
import { StartError } from '../startError.js'
import { textTable } from '../terminal/textTable.js'

export interface SimulatedCaller {
  readonly roles: readonly string[]
  readonly groups: readonly string[]
  readonly permissions: readonly string[]
}

interface Simulation {
  readonly definition: WorkflowDefinition
  readonly caller: SimulatedCaller
}

/**
 * Returns lines that list the transitions that a caller can run in one or all states, and that explain why the caller
 * cannot run other transitions. Permissions are granted to the roles that the state defines or, by default, to the
 * shipped roles. Expressions are not evaluated, but are listed as conditions. Throws a StartError for an unknown role,
 * permission or state.
 */
export function simulateWorkflow(simulation: Simulation, state: string | undefined): readonly string[] {
  refuseUnknown(simulation, state)
  const { definition, caller } = simulation
  const states = definition.states.filter(({ id }) => state === undefined || id === state)
  return [
    `${definition.title} (${definition.id}) for a caller with ${describe(caller)}`,
    ...states.flatMap(one => ['', ...stateLines(simulation, one, state !== undefined)]),
  ]
}

function refuseUnknown({ definition, caller }: Simulation, state: string | undefined): void {
  const check = (kind: string, name: string, known: readonly string[]): void => {
    if (!known.includes(name)) throw new StartError(`There is no ${kind} ${name}. Known are: ${known.join(', ')}.`)
  }
  for (const role of caller.roles) check('role', role, shippedRoles)
  for (const name of caller.permissions) check('permission', name, Object.keys(shippedPermissions).sort())
  const states = definition.states.map(({ id }) => id)
  if (state !== undefined) check(`state of ${definition.id} with the id`, state, states)
}

function describe({ roles, groups, permissions }: SimulatedCaller): string {
  const parts = Object.entries({ role: roles, group: groups, permission: permissions }).flatMap(([part, names]) =>
    names.length > 0 ? [`the ${part}${names.length > 1 ? 's' : ''} ${names.join(', ')}`] : [],
  )
  return parts.join(' and ') || 'the role Anonymous'
}

function stateLines({ definition, caller }: Simulation, state: WorkflowState, showsAll: boolean): readonly string[] {
  const has = (name: string): boolean => holds(name, caller, state)
  const explained = explainTransitions({ states: { [definition.id]: state.id } }, [definition], guard =>
    failingParts(guard, caller, has),
  ).filter(({ transition }) => showsAll || state.transitions.includes(transition.id))
  const managed = (definition.managedPermissions ?? []).filter(has)
  return [
    `${state.title || state.id} (${state.id})`,
    ...(managed.length > 0 ? [`  Permissions: ${managed.join(', ')}`] : []),
    ...(explained.length === 0 ? ['  No transition leaves this state.'] : []),
    ...textTable(explained.map(one => transitionRow(definition, one, has(permission.view)))),
  ]
}

function transitionRow(
  definition: WorkflowDefinition,
  { transition, blockers }: ExplainedTransition,
  canView: boolean,
): readonly string[] {
  const { id, title, guard } = transition
  const hidden: TransitionBlocker = { code: 'permission', permissions: [permission.view] }
  const titleOf = (state: string): string => stateOf(definition, state)?.title || state
  const reasons = [...(canView ? [] : [hidden]), ...blockers].map(blocker =>
    translateEnglish(blockerMessage(blocker, transition, titleOf)),
  )
  const condition = guard?.expression === undefined ? '' : `If the condition ${guard.expression} is met.`
  const isPossible = reasons.length === 0
  return [isPossible ? 'yes' : 'no', id, title, isPossible ? condition : reasons.join(' ')]
}

/**
 * Returns all roles of a caller, including the implicit roles of all users and of members. A caller with a group or
 * with a role other than Anonymous is a member.
 */
function allRoles({ roles, groups }: SimulatedCaller): readonly string[] {
  const isMember = groups.length > 0 || roles.some(role => role !== 'Anonymous')
  return isMember ? [...roles, 'Authenticated', 'Anonymous'] : ['Anonymous']
}

function holds(name: string, caller: SimulatedCaller, { permissions = {} }: WorkflowState): boolean {
  if (caller.permissions.includes(name)) return true
  const allowed = rolesAllowed(name, [{ permissions, localRoles: {}, blockLocalRoles: false }], shippedPermissions)
  return allRoles(caller).some(role => allowed.has(role))
}

function failingParts(
  { permissions, roles, groups }: Guard,
  caller: SimulatedCaller,
  has: (permission: string) => boolean,
): readonly GuardPart[] {
  const fails = (names: readonly string[] | undefined, matches: (name: string) => boolean): boolean =>
    names !== undefined && !names.some(matches)
  const own = allRoles(caller)
  return [
    ...(fails(permissions, has) ? (['permissions'] as const) : []),
    ...(fails(roles, role => own.includes(role)) ? (['roles'] as const) : []),
    ...(fails(groups, group => caller.groups.includes(group)) ? (['groups'] as const) : []),
  ]
}
