import { shippedWorkflows, type WorkflowDefinition } from '@plenum/core/workflow'
import type { LoadedWorkflows } from './loadWorkflows.js'

/**
 * Notes about valid but surprising properties of the workflows of a directory: histories that everybody can read, and
 * names that a contributed workflow shares with workflows that may apply to the same content.
 */
export function workflowNotes({ definitions, behaviors }: LoadedWorkflows): readonly string[] {
  const contributed = new Set(behaviors.flatMap(({ workflows = [] }) => workflows).flatMap(({ ids }) => ids))
  const all = [...shippedWorkflows, ...definitions]
  return definitions.flatMap(definition => [
    ...openHistory(definition),
    ...(contributed.has(definition.id) ? sharedNames(definition, all) : []),
  ])
}

function openHistory({ id, historyGuard }: WorkflowDefinition): readonly string[] {
  if (Object.keys(historyGuard).length > 0) return []
  return [
    `${id}: its history, including names and comments, is readable by everybody who may view the content. Without "historyGuard": {}, only people who request or do reviews can read it.`,
  ]
}

function sharedNames(definition: WorkflowDefinition, all: readonly WorkflowDefinition[]): readonly string[] {
  const { id, transitions, managedPermissions } = definition
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
    others: sharing(other => other.managedPermissions.includes(permission)),
    note: `"${permission}" among its permissions; if content has both, the most recent transition wins.`,
  }))
  return [...transitionNotes, ...permissionNotes]
    .filter(({ others }) => others !== '')
    .map(({ others, note }) => `${id}: shares with ${others} ${note}`)
}
