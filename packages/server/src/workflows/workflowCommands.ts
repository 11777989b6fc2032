import { createSite, type Extensions, ModelError, memoryContentStore, memoryUserDirectory } from '@plenum/core'
import { graphvizOf, mermaidOf, shippedWorkflows, type WorkflowDefinition } from '@plenum/core/workflow'
import { createNodePlatform } from '@plenum/platform'
import { StartError } from '../startError.js'
import { type LoadedWorkflows, loadWorkflows } from './loadWorkflows.js'

interface Drawing {
  readonly format: 'mermaid' | 'dot'
  readonly workflowsDir: string | undefined
}

export function drawWorkflow(id: string, { format, workflowsDir }: Drawing): string {
  const loaded = workflowsDir === undefined ? [] : loadWorkflows(workflowsDir).definitions
  const definition = requireWorkflow(id, [...shippedWorkflows, ...loaded])
  return format === 'mermaid' ? mermaidOf(definition) : graphvizOf(definition)
}

/** A shipped workflow in the format of the files of WORKFLOWS_DIR. Throws a StartError if it is unknown. */
export function showWorkflow(id: string): string {
  const definition = requireWorkflow(id, shippedWorkflows)
  const { id: _, title, ...rest } = definition
  return JSON.stringify({ id, title, ...rest }, null, 2)
}

function requireWorkflow(id: string, workflows: readonly WorkflowDefinition[]): WorkflowDefinition {
  const definition = workflows.find(workflow => workflow.id === id)
  if (definition) return definition
  throw new StartError(
    `There is no workflow ${id}. The existing workflows are: ${workflows.map(workflow => workflow.id).join(', ')}.`,
  )
}

/** Checks the workflows of a directory, alone and together with the shipped ones, like a start of the site. */
export function checkWorkflows(directory: string) {
  const loaded = loadWorkflows(directory)
  const { definitions, behaviors, faults } = loaded
  const problems = [...faults, ...modelProblems({ workflows: definitions, behaviors })]
  if (problems.length > 0)
    return { isSound: false, lines: [`${directory} has faults:`, ...problems.map(line => `  ${line}`)] }
  return {
    isSound: true,
    lines: [
      `${definitions.length} workflows are valid: ${definitions.map(({ id }) => id).join(', ')}.`,
      ...workflowNotes(loaded).map(note => `  Note: ${note}`),
    ],
  }
}

function modelProblems(extensions: Extensions): readonly string[] {
  try {
    createSite(createNodePlatform({ content: memoryContentStore(), users: memoryUserDirectory() }), extensions)
    return []
  } catch (error) {
    if (error instanceof ModelError) return error.problems
    throw error
  }
}

/**
 * Notes about valid but surprising properties of the workflows of a directory: histories that everybody can read, and
 * names that a contributed workflow shares with workflows that may apply to the same content.
 */
function workflowNotes({ definitions, behaviors }: LoadedWorkflows): readonly string[] {
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
