import type { ContentNode, VariableValue, VariableValues } from '../content/node/node.js'
import { stateOf, type Transition, type WorkflowDefinition, type WorkflowVariable } from './definition.js'

export type Evaluate<N = ContentNode> = (expression: string, node: N) => VariableValue

type WithVariables = Pick<ContentNode, 'variables'>

export interface Step {
  readonly definition: WorkflowDefinition
  readonly action: Transition | null
  readonly state: string
}

/**
 * Returns the values of the workflow variables after a transition. Each value comes from the first of these sources
 * that defines the variable: the new state, the transition, the previous record (with `isKept`), and the default
 * (docs/workflow-and-history.md, Records and variables). Returns undefined if the workflow has no variables.
 */
export function variablesAfter<N extends WithVariables>(
  node: N,
  step: Step,
  evaluate: Evaluate<N>,
): VariableValues | undefined {
  const { definition } = step
  if (!definition.variables?.length) return undefined
  return Object.fromEntries(
    definition.variables.map(variable => [variable.id, valueAfter(variable, { node, step, evaluate })]),
  )
}

function valueAfter<N extends WithVariables>(
  { id, isKept, default: otherwise }: WorkflowVariable,
  { node, step, evaluate }: { node: N; step: Step; evaluate: Evaluate<N> },
): VariableValue {
  const { definition, action, state } = step
  const ofState = stateOf(definition, state)?.variables?.[id]
  if (ofState !== undefined) return ofState
  const ofTransition = action?.variables?.[id]
  if (ofTransition !== undefined)
    return typeof ofTransition === 'object' && ofTransition !== null
      ? evaluate(ofTransition.expression, node)
      : ofTransition
  const before = isKept ? node.variables?.[definition.id]?.[id] : undefined
  return before === undefined ? otherwise : before
}
