import type { ContentNode, VariableValue, VariableValues } from '../content/node/node.js'
import { stateOf, type Transition, type WorkflowDefinition, type WorkflowVariable } from './definition.js'

/** What a named expression answers of an object. */
export type Evaluate = (expression: string, node: ContentNode) => VariableValue

/** One step of an object within a workflow. */
export interface Step {
  readonly definition: WorkflowDefinition
  /** Null for the step that creation takes. */
  readonly action: Transition | null
  readonly state: string
}

/**
 * Values of the workflow's variables after a step: the one of the state that was entered, else the transition's, else
 * the one before where it is kept, else the default (docs/workflow-and-history.md, Records and variables). Undefined
 * where there are no variables.
 */
export function variablesAfter(node: ContentNode, step: Step, evaluate: Evaluate): VariableValues | undefined {
  const { definition } = step
  if (!definition.variables?.length) return undefined
  return Object.fromEntries(
    definition.variables.map(variable => [variable.id, valueAfter(variable, { node, step, evaluate })]),
  )
}

function valueAfter(
  { id, isKept, default: otherwise }: WorkflowVariable,
  { node, step, evaluate }: { node: ContentNode; step: Step; evaluate: Evaluate },
): VariableValue {
  const { definition, action, state } = step
  const entered = stateOf(definition, state)?.variables?.[id]
  if (entered !== undefined) return entered
  const given = action?.variables?.[id]
  if (given !== undefined) return typeof given === 'object' && given !== null ? evaluate(given.expression, node) : given
  const before = isKept ? node.variables?.[definition.id]?.[id] : undefined
  return before === undefined ? otherwise : before
}
