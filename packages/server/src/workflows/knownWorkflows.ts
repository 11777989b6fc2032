import { shippedWorkflows, type WorkflowDefinition } from '@plenum/core/workflow'
import { StartError } from '../startError.js'
import { type LoadedWorkflows, loadWorkflows } from './loadWorkflows.js'

export interface KnownWorkflows {
  readonly behaviors: LoadedWorkflows['behaviors']
  readonly definitions: readonly WorkflowDefinition[]
}

/**
 * Returns the workflows in a directory and the shipped workflows. Throws a StartError that lists all problems in the
 * files.
 */
export function knownWorkflows(directory: string | undefined): KnownWorkflows {
  if (directory === undefined) return { behaviors: [], definitions: shippedWorkflows }
  const { definitions, behaviors, faults } = loadWorkflows(directory)
  if (faults.length > 0) throw new StartError([`WORKFLOWS_DIR: ${directory} has faults:`, ...faults].join('\n  '))
  return { behaviors, definitions: [...shippedWorkflows, ...definitions] }
}

export function requireWorkflow(id: string, { definitions }: KnownWorkflows): WorkflowDefinition {
  const definition = definitions.find(workflow => workflow.id === id)
  if (definition) return definition
  throw new StartError(
    `There is no workflow ${id}. The existing workflows are: ${definitions.map(workflow => workflow.id).join(', ')}. WORKFLOWS_DIR names the directory of your own.`,
  )
}
