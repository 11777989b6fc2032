import type { WorkflowDefinition } from '@plenum/core/workflow'
import type { KnownWorkflows } from './knownWorkflows.js'

/**
 * Returns notes about properties that are valid but may be surprising: a history that all users can read and, if a
 * behavior contributes the workflow, names that another workflow of the same content also defines.
 */
export const workflowNotes = (
  definition: WorkflowDefinition,
  { behaviors, definitions }: KnownWorkflows,
): readonly string[] => [
  ...openHistory(definition),
  ...(contributorsOf(definition.id, behaviors).length > 0 ? sharedNames(definition, definitions) : []),
]

export const contributorsOf = (id: string, behaviors: KnownWorkflows['behaviors']): readonly string[] =>
  behaviors.filter(({ workflows = [] }) => workflows.some(({ ids }) => ids.includes(id))).map(({ name }) => name)

function openHistory({ id, historyGuard }: WorkflowDefinition): readonly string[] {
  if (Object.keys(historyGuard).length > 0) return []
  return [
    `${id}: its history, including names and comments, is readable by everybody who may view the content. Without "historyGuard": {}, only people who request or do reviews can read it.`,
  ]
}

function sharedNames(definition: WorkflowDefinition, all: readonly WorkflowDefinition[]): readonly string[] {
  const { id, transitions, managedPermissions = [] } = definition
  const sharing = (has: (other: WorkflowDefinition) => boolean): string =>
    all
      .filter(other => other.id !== id && has(other))
      .map(other => other.id)
      .join(', ')
  const transitionNotes = transitions.map(({ id: transition }) => ({
    others: sharing(other => other.transitions.some(one => one.id === transition)),
    note: `the transition ${transition}; if content has both, a request runs the first one that can. An id with a prefix, such as ${id}_${transition}, is safe.`,
  }))
  const permissionNotes = managedPermissions.map(permission => ({
    others: sharing(other => other.managedPermissions?.includes(permission) ?? false),
    note: `"${permission}" among its permissions; if content has both, the most recent transition wins.`,
  }))
  return [...transitionNotes, ...permissionNotes]
    .filter(({ others }) => others !== '')
    .map(({ others, note }) => `${id}: shares with ${others} ${note}`)
}
