import type { ContentType, WorkflowContribution } from '../content/model/model.js'
import type { ContentNode } from '../content/node/node.js'
import { formatQualifiedState } from '../content/node/qualifiedState.js'
import { memoizeLast } from '../foundation/memoizeByIdentity.js'
import { stateOf, type WorkflowDefinition, type WorkflowState } from './definition.js'

/** The workflows of a site. */
export interface Workflows {
  readonly definitions: ReadonlyMap<string, WorkflowDefinition>
  /** The workflow ids for types that do not define their own. */
  readonly defaultChain: readonly string[]
  /**
   * The contributed workflows by behavior name; a list may be empty. Objects with one of these behaviors participate.
   */
  readonly contributions: ReadonlyMap<string, readonly WorkflowContribution[]>
  /** The labels that replace the titles of workflows, by workflow id. */
  readonly labels: ReadonlyMap<string, string>
}

type BehaviorSource = Pick<ContentNode, 'behaviors'>
type WorkflowSource = Pick<ContentType, 'behaviors' | 'workflows'>
type StateSource = Pick<ContentNode, 'states'>

/**
 * The names of the behaviors that contribute workflows to an object. The behavior that was added last comes first
 * (docs/workflow-and-history.md, Chain, rule 3).
 */
function contributors(node: BehaviorSource, type: WorkflowSource, { contributions }: Workflows): readonly string[] {
  const names = [...(node.behaviors ?? []).toReversed(), ...type.behaviors.toReversed()]
  return [...new Set(names)].filter(name => contributions.has(name))
}

/** Whether an object has a behavior that contributes workflows, even if the list of workflows is empty. */
export const participates = (node: BehaviorSource, type: WorkflowSource, workflows: Workflows): boolean =>
  contributors(node, type, workflows).length > 0

/**
 * The workflows of an object without duplicates: first the workflows of its type, beginning with the primary workflow,
 * then the contributed workflows.
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

/** The id of an object's state in a workflow. An object without a stored state is in the initial state. */
export const currentState = (node: StateSource, definition: WorkflowDefinition): string =>
  node.states[definition.id] ?? definition.initialState

export const currentStateOf = (node: StateSource, definition: WorkflowDefinition): WorkflowState | undefined =>
  stateOf(definition, currentState(node, definition))

/**
 * The workflow that sets `review_state`: the first workflow in the chain. Undefined if the first workflow does not set
 * it.
 */
export const primaryOf = ([first]: readonly WorkflowDefinition[]): WorkflowDefinition | undefined =>
  first?.stateVariable === 'review_state' ? first : undefined

/** The state of the primary workflow; null for a chain without a primary workflow. */
export function reviewState(node: StateSource, chain: readonly WorkflowDefinition[]): string | null {
  const primary = primaryOf(chain)
  return primary ? currentState(node, primary) : null
}

/** The states of an object as `<workflow id>|<state id>`, in chain order (docs/workflow-and-history.md, States). */
export const workflowStates = (node: StateSource, chain: readonly WorkflowDefinition[]): readonly string[] =>
  chain.map(definition => formatQualifiedState({ workflow: definition.id, state: currentState(node, definition) }))
