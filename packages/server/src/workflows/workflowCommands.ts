import { createSite, type Extensions, ModelError, memoryContentStore, memoryUserDirectory } from '@plenum/core'
import { graphvizOf, mermaidOf, shippedWorkflows, type WorkflowDefinition } from '@plenum/core/workflow'
import { createNodePlatform } from '@plenum/platform'
import { StartError } from '../startError.js'
import { loadWorkflows } from './loadWorkflows.js'
import { workflowNotes } from './workflowNotes.js'

export interface Drawing {
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

export interface WorkflowCheck {
  readonly isSound: boolean
  readonly lines: readonly string[]
}

/** Checks the workflows of a directory, alone and together with the shipped ones, like a start of the site. */
export function checkWorkflows(directory: string): WorkflowCheck {
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
