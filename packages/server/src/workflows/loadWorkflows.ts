import type { Behavior, WorkflowContribution } from '@plenum/core'
import { defaultHistoryGuard, type WorkflowDefinition } from '@plenum/core/workflow'
import { Ajv, type ErrorObject } from 'ajv'
import { readJsonFiles } from '../jsonFiles.js'
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

/**
 * Returns a sentence that states the location of a schema error, for example `states[0].title` for `/states/0/title`,
 * and a remedy.
 */
function faultText({ instancePath, keyword, message = 'is wrong', params, parentSchema }: ErrorObject): string {
  const path = instancePath
    .slice(1)
    .replace(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.')
  const place = path === '' ? 'the workflow' : path
  const keys = Object.keys(parentSchema?.properties ?? {}).join(', ')
  if (keyword === 'additionalProperties')
    return `${place} has the unknown key ${params.additionalProperty}; the possible keys are ${keys}`
  if (keyword === 'enum') return `${place} must be one of ${JSON.stringify(params.allowedValues)}`
  if (keyword === 'required') return `${place} ${message}`
  const sentence = message
    .replace(/^must be (?=string)/, 'must be a ')
    .replace('be object', 'be an object')
    .replace('be array', 'be a list')
  return `${place} ${sentence}${keys === '' ? exampleText(parentSchema?.examples) : ` with the keys ${keys}`}`
}

function exampleText(examples: unknown): string {
  const text = Array.isArray(examples) ? JSON.stringify(examples[0]) : ''
  return text === '' ? '' : `, such as ${text}`
}
