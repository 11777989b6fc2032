import type { ContentType, WorkflowContribution } from '../content/model/model.js'
import type { ContentNode } from '../content/node/node.js'
import { formatQualifiedState } from '../content/node/qualifiedState.js'
import { memoizeLast } from '../foundation/memoizeByIdentity.js'
import { stateOf, type WorkflowDefinition, type WorkflowState } from './definition.js'

export interface Workflows {
  readonly definitions: ReadonlyMap<string, WorkflowDefinition>
  /** The ids of the workflows for types that do not define workflows. */
  readonly defaultChain: readonly string[]
  /**
   * The contributed workflows by behavior name. An object with such a behavior participates in workflows (see
   * `participates`), even if the behavior's list of workflows is empty.
   */
  readonly contributions: ReadonlyMap<string, readonly WorkflowContribution[]>
  /** The labels that replace the titles of workflows, by workflow id. */
  readonly labels: ReadonlyMap<string, string>
}

type BehaviorSource = Pick<ContentNode, 'behaviors'>
type WorkflowSource = Pick<ContentType, 'behaviors' | 'workflows'>
type StateSource = Pick<ContentNode, 'states'>

/**
 * Returns the names of the object's behaviors that contribute workflows: first the behaviors that were added to the
 * object, then the behaviors of its type, each in reverse order (docs/workflow-and-history.md, Chain, rule 3).
 */
function contributors(node: BehaviorSource, type: WorkflowSource, { contributions }: Workflows): readonly string[] {
  const names = [...(node.behaviors ?? []).toReversed(), ...type.behaviors.toReversed()]
  return [...new Set(names)].filter(name => contributions.has(name))
}

/** Whether a behavior of the object contributes workflows, even if its list of workflows is empty. */
export const participates = (node: BehaviorSource, type: WorkflowSource, workflows: Workflows): boolean =>
  contributors(node, type, workflows).length > 0

/**
 * Returns the distinct workflows of an object: the workflows of its type, beginning with the primary workflow, followed
 * by contributed workflows.
 *
 * @example
 * chainOf(profile, profileType, workflows).map(({ id }) => id)
 * // ['simple_publication_workflow', 'foundation_member_workflow']
 */
export const chainOf = (
  node: BehaviorSource,
  type: WorkflowSource,
  workflows: Workflows,
): readonly WorkflowDefinition[] =>
  hasOwnBehaviors(node) ? findChain(node, type, workflows) : chainOfType(type, workflows)

const hasOwnBehaviors = ({ behaviors = [] }: BehaviorSource): boolean => behaviors.length > 0

const chainOfType = memoizeLast((type: WorkflowSource, workflows: Workflows) => findChain({}, type, workflows))

function findChain(node: BehaviorSource, type: WorkflowSource, workflows: Workflows): readonly WorkflowDefinition[] {
  const contributed = contributors(node, type, workflows).flatMap(name => workflows.contributions.get(name) ?? [])
  const ids = new Set([...(type.workflows ?? workflows.defaultChain), ...contributed.flatMap(({ ids }) => ids)])
  return [...ids].flatMap(id => workflows.definitions.get(id) ?? [])
}

/** Returns the id of an object's state in a workflow. If no state is stored, the object is in the initial state. */
export const currentState = (node: StateSource, definition: WorkflowDefinition): string =>
  node.states[definition.id] ?? definition.initialState

export const currentStateOf = (node: StateSource, definition: WorkflowDefinition): WorkflowState | undefined =>
  stateOf(definition, currentState(node, definition))

/**
 * Returns the primary workflow, which is the first workflow in the chain, or undefined if that workflow does not set
 * `review_state`.
 */
export const primaryOf = ([first]: readonly WorkflowDefinition[]): WorkflowDefinition | undefined =>
  first?.stateVariable === 'review_state' ? first : undefined

export function reviewState(node: StateSource, chain: readonly WorkflowDefinition[]): string | null {
  const primary = primaryOf(chain)
  return primary ? currentState(node, primary) : null
}

/**
 * Returns the states of an object in the form `<workflow id>|<state id>`, in chain order (docs/workflow-and-history.md,
 * States).
 */
export const workflowStates = (node: StateSource, chain: readonly WorkflowDefinition[]): readonly string[] =>
  chain.map(definition => formatQualifiedState({ workflow: definition.id, state: currentState(node, definition) }))
