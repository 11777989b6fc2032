import {
  type Guard,
  type Transition,
  triggerTime,
  type WorkflowDefinition,
  type WorkflowState,
} from '@plenum/core/workflow'
import { textTable } from '../terminal/textTable.js'
import { type KnownWorkflows, requireWorkflow } from './knownWorkflows.js'
import { contributorsOf, workflowNotes } from './workflowNotes.js'

/**
 * Returns a workflow in the format of the files in `WORKFLOWS_DIR`. Throws a StartError if the workflow is unknown.
 */
export function workflowFile(id: string, known: KnownWorkflows): string {
  const { id: _, title, ...rest } = requireWorkflow(id, known)
  const [contributedBy] = known.behaviors.flatMap(({ name, workflows = [] }) =>
    workflows.flatMap(({ ids, label }) => (ids.includes(id) ? [{ behavior: name, ...(label ? { label } : {}) }] : [])),
  )
  return JSON.stringify({ id, title, ...rest, ...(contributedBy ? { contributedBy } : {}) }, null, 2)
}

/** Returns lines of plain text that describe a workflow. Throws a StartError if the workflow is unknown. */
export function showWorkflow(id: string, known: KnownWorkflows): readonly string[] {
  const definition = requireWorkflow(id, known)
  return [
    `${definition.title} (${id})`,
    ...generalFacts(definition, contributorsOf(id, known.behaviors)),
    '',
    'States',
    ...definition.states.flatMap(state => stateLines(state, definition)),
    '',
    'Transitions',
    ...transitionLines(definition),
    ...workflowNotes(definition, known).map(note => `Note: ${note}`),
  ]
}

function generalFacts(definition: WorkflowDefinition, behaviors: readonly string[]): readonly string[] {
  const { stateVariable, recordsHistory, historyGuard, worklists = [] } = definition
  const isPrimary = stateVariable === 'review_state'
  const readers = recordsHistory === false ? 'it has none' : `readable with ${guardText(historyGuard)}`
  return [
    `  ${isPrimary ? 'Primary workflow' : 'Additional workflow'}, with its state in ${stateVariable}`,
    ...behaviors.map(behavior => `  Contributed by the behavior ${behavior}`),
    `  Records: ${readers}`,
    ...worklists.map(
      ({ id, title, states, guard }) =>
        `  Worklist ${id}: ${title} (${states.join(', ')}), for callers with ${guardText(guard)}`,
    ),
  ]
}

function stateLines(
  state: WorkflowState,
  { initialState, managedPermissions = [] }: WorkflowDefinition,
): readonly string[] {
  const { id, title, transitions, permissions = {} } = state
  const initial = id === initialState ? ', initial' : ''
  const grants = managedPermissions.map(permission => {
    const grant = permissions[permission]
    if (!grant) return [permission, 'as in the container']
    const roles = grant.roles.join(', ') || 'nobody'
    return [permission, grant.acquired ? `${roles}, and as in the container` : roles]
  })
  return [
    `  ${title || id} (${id}${initial}): ${transitions.join(', ') || 'no transition leaves it'}`,
    ...textTable(grants).map(line => `  ${line}`),
  ]
}

function transitionLines({ states, transitions }: WorkflowDefinition): readonly string[] {
  const rows = transitions.map(transition => {
    const { id, title, to, trigger, guard } = transition
    const from = states.filter(state => state.transitions.includes(id)).map(state => state.id)
    const automatic = ['automatic', ...triggerTime(transition), ...identityText(transition)].join(' ')
    const condition = trigger === 'automatic' ? [automatic, ...guardParts(guard)].join('; ') : guardText(guard)
    return [id, title, `${from.join(', ')} → ${to}`, condition]
  })
  return textTable([['ID', 'TITLE', 'STATES', 'NEEDS'], ...rows])
}

/**
 * Returns a list with a description of the caller of a timed transition, for example `as the user ana` or `as a caller
 * with the role Reviewer`. Returns an empty list if no caller is specified.
 */
function identityText({ as }: Transition): readonly string[] {
  if (!as) return []
  if ('user' in as) return [`as the user ${as.user}`]
  return [`as a caller with the role${as.roles.length === 1 ? '' : 's'} ${as.roles.join(', ')}`]
}

/** Returns a guard as one line, for example `permission Review portal content; group lawyers or board`. */
export const guardText = (guard?: Guard): string => guardParts(guard).join('; ') || 'nothing but View'

function guardParts({ permissions, roles, groups, expression }: Guard = {}): readonly string[] {
  const parts = Object.entries({ permission: permissions, role: roles, group: groups }).flatMap(([part, names]) =>
    names ? [`${part} ${names.join(' or ') || '(none)'}`] : [],
  )
  return [...parts, ...(expression === undefined ? [] : [`condition ${expression}`])]
}
