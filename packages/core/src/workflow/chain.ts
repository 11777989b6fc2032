import type { ContentType } from '../content/model.js'
import type { ContentNode } from '../content/node.js'
import { stateOf, type WorkflowDefinition, type WorkflowState } from './definition.js'

/** The workflows of a site. */
export interface Workflows {
  readonly definitions: ReadonlyMap<string, WorkflowDefinition>
  /** Ids for types that name none themselves. */
  readonly defaultChain: readonly string[]
}

/** The workflows of an object of a type, the primary first. */
export function chainOf(type: ContentType, workflows: Workflows): readonly WorkflowDefinition[] {
  return (type.workflows ?? workflows.defaultChain).flatMap(id => workflows.definitions.get(id) ?? [])
}

/** The state in one workflow; an object without a record of it is in the initial state. */
export function currentState(node: ContentNode, definition: WorkflowDefinition): string {
  return node.states[definition.id] ?? definition.initialState
}

export function currentStateOf(node: ContentNode, definition: WorkflowDefinition): WorkflowState | undefined {
  return stateOf(definition, currentState(node, definition))
}

/** The state of the workflow that drives `review_state`; null when there is none. */
export function reviewState(node: ContentNode, chain: readonly WorkflowDefinition[]): string | null {
  const [primary] = chain
  return primary?.stateVariable === 'review_state' ? currentState(node, primary) : null
}

/** `<workflow id>|<state id>` for each workflow, in chain order (specification 2.3). */
export function workflowStates(node: ContentNode, chain: readonly WorkflowDefinition[]): readonly string[] {
  return chain.map(definition => `${definition.id}|${currentState(node, definition)}`)
}
