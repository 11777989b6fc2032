import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Behavior, WorkflowContribution, WorkflowDefinition } from '@plenum/core'
import { Ajv, type ErrorObject } from 'ajv'
import { workflowSchema } from './workflowSchema.js'

export interface LoadedWorkflows {
  readonly definitions: readonly WorkflowDefinition[]
  /** Those by which the files have their workflows contributed. */
  readonly behaviors: readonly Behavior[]
  /** What is wrong with the files, each fault with its file and place. */
  readonly faults: readonly string[]
}

const hasForm = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(workflowSchema)

/** The behavior that brings the workflow to objects, and what it is called there. */
interface Contributed {
  readonly behavior: string
  readonly label?: string
}

type File = { readonly contributedBy?: Contributed } & Omit<
  WorkflowDefinition,
  'managedPermissions' | 'historyGuard' | 'states'
> & {
    readonly managedPermissions?: WorkflowDefinition['managedPermissions']
    readonly historyGuard?: WorkflowDefinition['historyGuard']
    readonly states: readonly (Omit<WorkflowDefinition['states'][number], 'permissions'> &
      Partial<WorkflowDefinition['states'][number]>)[]
  }

/** Reads every `*.json` of a directory as a workflow. What workflows say of each other is judged when the site is built. */
export function loadWorkflows(directory: string): LoadedWorkflows {
  const definitions: WorkflowDefinition[] = []
  const behaviors = new Map<string, WorkflowContribution[]>()
  const faults: string[] = []
  for (const file of filesIn(directory, faults)) {
    const found = readWorkflow(path.join(directory, file))
    if ('faults' in found) {
      faults.push(...found.faults.map(fault => `${file}: ${fault}`))
      continue
    }
    const { contributedBy, definition } = found
    definitions.push(definition)
    if (!contributedBy) continue
    const { behavior, ...label } = contributedBy
    behaviors.set(behavior, [...(behaviors.get(behavior) ?? []), { ids: [definition.id], ...label }])
  }
  return { definitions, faults, behaviors: [...behaviors].map(([name, workflows]) => ({ name, workflows })) }
}

function filesIn(directory: string, faults: string[]): readonly string[] {
  try {
    return readdirSync(directory)
      .filter(name => name.endsWith('.json'))
      .sort()
  } catch (error) {
    faults.push(`${directory}: can not be read (${(error as NodeJS.ErrnoException).code ?? String(error)}).`)
    return []
  }
}

type ReadWorkflow =
  | { readonly definition: WorkflowDefinition; readonly contributedBy: Contributed | undefined }
  | { readonly faults: readonly string[] }

function readWorkflow(file: string): ReadWorkflow {
  let content: unknown
  try {
    content = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    return { faults: [error instanceof Error ? error.message : String(error)] }
  }
  if (!hasForm(content)) return { faults: (hasForm.errors ?? []).map(wordFault) }
  const { contributedBy, ...form } = content as unknown as File
  return { definition: completed(form), contributedBy }
}

function completed({
  managedPermissions = [],
  historyGuard = {},
  states,
  ...rest
}: Omit<File, 'contributedBy'>): WorkflowDefinition {
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
