import type { WorkflowDefinition } from '@plenum/core'
import { Ajv, type ErrorObject } from 'ajv'
import { readJsonFiles } from '../jsonFiles.js'
import { workflowSchema } from './workflowSchema.js'

export interface LoadedWorkflows {
  readonly definitions: readonly WorkflowDefinition[]
  /** What is wrong with the files, each fault with its file and place. */
  readonly faults: readonly string[]
}

const hasForm = new Ajv({ allErrors: true }).compile(workflowSchema)

type File = Omit<WorkflowDefinition, 'managedPermissions' | 'historyGuard' | 'states'> & {
  readonly managedPermissions?: WorkflowDefinition['managedPermissions']
  readonly historyGuard?: WorkflowDefinition['historyGuard']
  readonly states: readonly (Omit<WorkflowDefinition['states'][number], 'permissions'> &
    Partial<WorkflowDefinition['states'][number]>)[]
}

/** Reads every `*.json` of a directory as a workflow. What workflows say of each other is judged when the site is built. */
export function loadWorkflows(directory: string): LoadedWorkflows {
  const { contents, faults } = readJsonFiles(directory)
  const definitions: WorkflowDefinition[] = []
  const faultsOfForm: string[] = []
  for (const [file, content] of contents) {
    if (hasForm(content)) definitions.push(completed(content as unknown as File))
    else faultsOfForm.push(...(hasForm.errors ?? []).map(fault => `${file}: ${wordFault(fault)}`))
  }
  return { definitions, faults: [...faults, ...faultsOfForm] }
}

function completed({ managedPermissions = [], historyGuard = {}, states, ...rest }: File): WorkflowDefinition {
  return { ...rest, managedPermissions, historyGuard, states: states.map(state => ({ permissions: {}, ...state })) }
}

/** `states[0].title must be string` for what the schema calls `/states/0/title`. */
function wordFault({ instancePath, message = 'is wrong', params }: ErrorObject): string {
  const place = instancePath
    .slice(1)
    .replace(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.')
  const unknown = 'additionalProperty' in params ? ` (${String(params.additionalProperty)})` : ''
  return `${place === '' ? 'the workflow' : place} ${message}${unknown}`
}
