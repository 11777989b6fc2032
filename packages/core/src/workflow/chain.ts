import type { ContentType, WorkflowContribution } from '../content/model/model.js'
import type { ContentNode } from '../content/node/node.js'
import { formatQualifiedState } from '../content/node/qualifiedState.js'
import { stateOf, type WorkflowDefinition, type WorkflowState } from './definition.js'

/** The workflows of a site. */
export interface Workflows {
  readonly definitions: ReadonlyMap<string, WorkflowDefinition>
  /** Ids for types that name none themselves. */
  readonly defaultChain: readonly string[]
  /** What behaviors contribute, by the name of the behavior; one that is here makes its objects participate. */
  readonly contributions: ReadonlyMap<string, readonly WorkflowContribution[]>
  /** Labels that stand for the titles of workflows, by workflow id. */
  readonly labels: ReadonlyMap<string, string>
}

type Chained = Pick<ContentNode, 'behaviors'>
type ChainedType = Pick<ContentType, 'behaviors' | 'workflows'>
type Stated = Pick<ContentNode, 'states'>

/**
 * Behaviors that contribute workflows to an object: what was given last contributes first
 * (docs/workflow-and-history.md, Chain, rule 3).
 */
function contributors(node: Chained, type: ChainedType, { contributions }: Workflows): readonly string[] {
  const names = [...(node.behaviors ?? []).toReversed(), ...type.behaviors.toReversed()]
  return [...new Set(names)].filter(name => contributions.has(name))
}

/** Whether an object has a behavior that contributes workflows, be it none at all. */
export function participates(node: Chained, type: ChainedType, workflows: Workflows): boolean {
  return contributors(node, type, workflows).length > 0
}

/** The workflows of an object, the primary first; each once, where it is named first. */
export function chainOf(node: Chained, type: ChainedType, workflows: Workflows): readonly WorkflowDefinition[] {
  const contributed = contributors(node, type, workflows).flatMap(name => workflows.contributions.get(name) ?? [])
  const ids = new Set([...(type.workflows ?? workflows.defaultChain), ...contributed.flatMap(({ ids }) => ids)])
  return [...ids].flatMap(id => workflows.definitions.get(id) ?? [])
}

/** The state in one workflow; an object without a record of it is in the initial state. */
export function currentState(node: Stated, definition: WorkflowDefinition): string {
  return node.states[definition.id] ?? definition.initialState
}

export function currentStateOf(node: Stated, definition: WorkflowDefinition): WorkflowState | undefined {
  return stateOf(definition, currentState(node, definition))
}

/** The workflow that drives `review_state`: the first of the chain, unless it was contributed. */
export function primaryOf([first]: readonly WorkflowDefinition[]): WorkflowDefinition | undefined {
  return first?.stateVariable === 'review_state' ? first : undefined
}

/** The state of the workflow that drives `review_state`; null when there is none. */
export function reviewState(node: Stated, chain: readonly WorkflowDefinition[]): string | null {
  const primary = primaryOf(chain)
  return primary ? currentState(node, primary) : null
}

/** `<workflow id>|<state id>` for each workflow, in chain order (docs/workflow-and-history.md, States). */
export function workflowStates(node: Stated, chain: readonly WorkflowDefinition[]): readonly string[] {
  return chain.map(definition =>
    formatQualifiedState({ workflow: definition.id, state: currentState(node, definition) }),
  )
}
