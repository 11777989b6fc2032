import type { Behavior, WorkflowContribution } from '@plenum/core'
import type { WorkflowDefinition } from '@plenum/core/workflow'
import { Ajv, type ErrorObject } from 'ajv'
import { readJsonFiles } from '../jsonFiles.js'
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
  const { contents, faults } = readJsonFiles(directory)
  const definitions: WorkflowDefinition[] = []
  const behaviors = new Map<string, WorkflowContribution[]>()
  const faultsOfForm: string[] = []
  for (const [file, content] of contents) {
    if (!hasForm(content)) {
      faultsOfForm.push(...(hasForm.errors ?? []).map(fault => `${file}: ${wordFault(fault)}`))
      continue
    }
    const { contributedBy, ...form } = content as unknown as File
    const definition = withDefaults(form)
    definitions.push(definition)
    if (!contributedBy) continue
    const { behavior, ...label } = contributedBy
    behaviors.set(behavior, [...(behaviors.get(behavior) ?? []), { ids: [definition.id], ...label }])
  }
  return {
    definitions,
    behaviors: [...behaviors].map(([name, workflows]) => ({ name, workflows })),
    faults: [...faults, ...faultsOfForm],
  }
}

function withDefaults({
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
