import type { WorkflowDefinition } from './definition.js'

/** The ids of the states of a workflow. */
export type StateId<Definition extends WorkflowDefinition> = Definition['states'][number]['id']

/** The ids of the transitions of a workflow. */
export type TransitionId<Definition extends WorkflowDefinition> = Definition['transitions'][number]['id']

/**
 * A definition whose `states` and `transitions` declare all ids. The compiler checks the other occurrences of these ids.
 */
interface Declaration<State extends string, Action extends string>
  extends Omit<WorkflowDefinition, 'initialState' | 'states' | 'transitions' | 'worklists'> {
  readonly initialState: NoInfer<State>
  readonly states: readonly WorkflowDefinition<State, NoInfer<Action>>['states'][number][]
  readonly transitions: readonly WorkflowDefinition<NoInfer<State>, Action>['transitions'][number][]
  readonly worklists?: WorkflowDefinition<NoInfer<State>>['worklists']
}

/**
 * Returns the definition unchanged. The compiler infers the ids of states and transitions as literal types, and rejects
 * ids that the definition does not declare.
 *
 * @example
 * const approval = defineWorkflow({
 *   id: 'approval',
 *   title: 'Approval',
 *   stateVariable: 'review_state',
 *   initialState: 'draft',
 *   states: [
 *     { id: 'draft', title: 'Draft', transitions: ['approve'] },
 *     { id: 'approved', title: 'Approved', transitions: [] },
 *   ],
 *   transitions: [{ id: 'approve', title: 'Approve', to: 'approved' }],
 *   historyGuard: {},
 * })
 */
export const defineWorkflow = <const State extends string, const Action extends string = never>(
  definition: Declaration<State, Action>,
): WorkflowDefinition<State, Action> => definition
