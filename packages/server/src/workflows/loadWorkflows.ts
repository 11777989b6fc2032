import type { Behavior, WorkflowContribution } from '@plenum/core'
import { defaultHistoryGuard, type WorkflowDefinition } from '@plenum/core/workflow'
import { Ajv } from 'ajv'
import { readJsonFiles } from '../jsonFiles.js'
import { faultText } from './faultText.js'
import { workflowSchema } from './workflowSchema.js'

export type LoadedWorkflows = ReturnType<typeof loadWorkflows>

const hasForm = new Ajv({ allErrors: true, allowUnionTypes: true, verbose: true }).compile(workflowSchema)

interface Contributed {
  readonly behavior: string
  readonly label?: string
}

type File = { readonly contributedBy?: Contributed; readonly $schema?: string } & Omit<
  WorkflowDefinition,
  'historyGuard'
> &
  Partial<Pick<WorkflowDefinition, 'historyGuard'>>

/**
 * Reads the workflows in all `*.json` files in a directory. `createSite` checks the consistency of the workflows
 * later.
 */
export function loadWorkflows(directory: string) {
  const { contents, faults } = readJsonFiles(directory)
  const definitions: WorkflowDefinition[] = []
  const behaviors = new Map<string, WorkflowContribution[]>()
  const faultsOfForm: string[] = []
  for (const [file, content] of contents) {
    if (!hasForm(content)) {
      faultsOfForm.push(...(hasForm.errors ?? []).map(fault => `${file}: ${faultText(fault)}`))
      continue
    }
    const { contributedBy, $schema: _, ...form } = content as unknown as File
    const definition = withDefaults(form)
    definitions.push(definition)
    if (!contributedBy) continue
    const { behavior, ...label } = contributedBy
    behaviors.set(behavior, [...(behaviors.get(behavior) ?? []), { ids: [definition.id], ...label }])
  }
  return {
    definitions,
    behaviors: [...behaviors].map(([name, workflows]): Behavior => ({ name, workflows })),
    faults: [...faults, ...faultsOfForm],
  }
}

function withDefaults({
  historyGuard = defaultHistoryGuard,
  ...rest
}: Omit<File, 'contributedBy' | '$schema'>): WorkflowDefinition {
  return { ...rest, historyGuard }
}
