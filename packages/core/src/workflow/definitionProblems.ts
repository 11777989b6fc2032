import { repeatedNames } from '../foundation/repeated.js'
import type { WorkflowDefinition } from './definition.js'
import { timerProblems } from './timerProblems.js'

/** The names to which a workflow definition can refer. */
export interface KnownNames {
  readonly permissions: readonly string[]
  readonly roles: readonly string[]
  /** The names of the expressions for guards and variables. */
  readonly expressions: readonly string[]
  /** The names of the date fields of all types. If omitted, every name is accepted. */
  readonly dateFields?: readonly string[]
}

function unreachable({ initialState, states, transitions }: WorkflowDefinition): readonly string[] {
  const reached = new Set([initialState])
  for (const id of reached) {
    const exits = states.find(state => state.id === id)?.transitions ?? []
    for (const { id: exit, to } of transitions) if (exits.includes(exit)) reached.add(to)
  }
  return states.map(({ id }) => id).filter(id => !reached.has(id))
}

function nameProblems(subject: string, definition: WorkflowDefinition, allowed: KnownNames): string[] {
  const guarded = [...definition.transitions, ...(definition.worklists ?? [])]
  const guards = [...guarded.map(({ guard }) => guard ?? {}), definition.historyGuard]
  const values = definition.transitions.flatMap(({ variables = {} }) => Object.values(variables))
  const expressions = [
    ...guards.flatMap(({ expression }) => expression ?? []),
    ...values.flatMap(value => (typeof value === 'object' && value !== null ? value.expression : [])),
  ]
  const permissions = [...(definition.managedPermissions ?? []), ...guards.flatMap(guard => guard.permissions ?? [])]
  const roles = [
    ...guards.flatMap(guard => guard.roles ?? []),
    ...definition.transitions.flatMap(({ as }) => (as && 'roles' in as ? as.roles : [])),
    ...definition.states.flatMap(state => Object.values(state.permissions ?? {}).flatMap(grant => grant.roles)),
  ]
  return [
    ...[...new Set(permissions)]
      .filter(name => !allowed.permissions.includes(name))
      .map(name => `${subject}: names the permission ${name}, which does not exist.`),
    ...[...new Set(roles)]
      .filter(name => !allowed.roles.includes(name))
      .map(name => `${subject}: names the role ${name}, which does not exist.`),
    ...[...new Set(expressions)]
      .filter(name => !allowed.expressions.includes(name))
      .map(name => `${subject}: names the expression ${name}, which is not registered.`),
  ]
}

/**
 * Returns the problems in a workflow definition, one sentence per problem. The list is empty if the definition is valid
 * (docs/workflow-and-history.md, Bad configuration).
 */
export function problemsOfWorkflow(definition: WorkflowDefinition, allowed: KnownNames): readonly string[] {
  const subject = `Workflow ${definition.id}`
  const states = definition.states.map(({ id }) => id)
  const transitions = definition.transitions.map(({ id }) => id)
  return [
    ...repeatedNames(states).map(id => `${subject}: has more than one state ${id}.`),
    ...repeatedNames(transitions).map(id => `${subject}: has more than one transition ${id}.`),
    ...(states.includes(definition.initialState)
      ? unreachable(definition).map(id => `${subject}: no transition leads to the state ${id}.`)
      : [`${subject}: its initial state ${definition.initialState} does not exist.`]),
    ...definition.transitions
      .filter(({ to }) => !states.includes(to))
      .map(({ id, to }) => `${subject}: the transition ${id} leads to the state ${to}, which does not exist.`),
    ...definition.transitions
      .filter(({ trigger, requires = [] }) => trigger === 'automatic' && requires.length > 0)
      .map(({ id }) => `${subject}: the transition ${id} requires values, so its trigger must be user.`),
    ...definition.states.flatMap(state =>
      state.transitions
        .filter(id => !transitions.includes(id))
        .map(id => `${subject}: the state ${state.id} is left by the transition ${id}, which does not exist.`),
    ),
    ...definition.states.flatMap(state =>
      Object.keys(state.permissions ?? {})
        .filter(name => !definition.managedPermissions?.includes(name))
        .map(
          name => `${subject}: the state ${state.id} sets the permission ${name}, which the workflow does not manage.`,
        ),
    ),
    ...variableProblems(subject, definition),
    ...worklistProblems(subject, definition),
    ...timerProblems(subject, definition, allowed),
    ...nameProblems(subject, definition, allowed),
  ]
}

/** The keys of record payloads, which cannot be used as ids of variables. */
const reserved = [
  '@id',
  'action',
  'actor',
  'comments',
  'may_revert',
  'planned_by',
  'state_title',
  'time',
  'title',
  'transition_title',
  'type',
  'version',
  'workflow_id',
]

function variableProblems(subject: string, definition: WorkflowDefinition): readonly string[] {
  const ids = (definition.variables ?? []).map(({ id }) => id)
  const setters = [
    ...definition.states.map(state => ({ setter: `the state ${state.id}`, variables: state.variables })),
    ...definition.transitions.map(({ id, variables }) => ({ setter: `the transition ${id}`, variables })),
  ]
  return [
    ...repeatedNames(ids).map(id => `${subject}: has more than one variable ${id}.`),
    ...ids
      .filter(id => id === definition.stateVariable || reserved.includes(id))
      .map(id => `${subject}: the variable ${id} has a name that records use already.`),
    ...setters.flatMap(({ setter, variables = {} }) =>
      Object.keys(variables)
        .filter(id => !ids.includes(id))
        .map(id => `${subject}: ${setter} sets the variable ${id}, which the workflow does not have.`),
    ),
  ]
}

function worklistProblems(subject: string, { states, worklists = [] }: WorkflowDefinition): readonly string[] {
  const ids = worklists.map(({ id }) => id)
  const stateIds = states.map(({ id }) => id)
  return [
    ...repeatedNames(ids).map(id => `${subject}: has more than one worklist ${id}.`),
    ...worklists.flatMap(({ id, states: listed }) =>
      listed
        .filter(state => !stateIds.includes(state))
        .map(state => `${subject}: the worklist ${id} lists the state ${state}, which does not exist.`),
    ),
  ]
}
