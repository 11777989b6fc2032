/** `@plenum/core/workflow`: the rules of workflows for plain data, without a site. */

export {
  attemptTransition,
  type Stated,
  startWorkflows,
  type TransitionContext,
  type TransitionDecision,
  type TransitionOutcome,
  type TransitionRequest,
} from './workflow/attemptTransition.js'
export { availableTransitions, transitionsByOwner } from './workflow/available.js'
export { chainOf, currentState, primaryOf, type Workflows } from './workflow/chain.js'
export { claimantsOf, conflictingPermissions, sharedTransitions } from './workflow/conflicts.js'
export { createWorkflows, problemsOfChains, type WorkflowModel } from './workflow/createWorkflows.js'
export { defineWorkflow, type StateId, type TransitionId } from './workflow/defineWorkflow.js'
export type {
  Expression,
  ExpressionContext,
  Guard,
  Transition,
  WorkflowDefinition,
  WorkflowState,
  WorkflowVariable,
  Worklist,
} from './workflow/definition.js'
export { stateOf } from './workflow/definition.js'
export { type KnownNames, problemsOfWorkflow } from './workflow/definitionProblems.js'
export {
  blockerMessage,
  type ExplainedTransition,
  explainTransitions,
  type GuardPart,
  isBlocked,
  type TransitionBlocker,
} from './workflow/explainTransitions.js'
export { graphvizOf, mermaidOf } from './workflow/graph.js'
export { defaultHistoryGuard } from './workflow/historyGuard.js'
export { shippedExpressions } from './workflow/shippedExpressions.js'
export { type SiteTransition, shippedWorkflows } from './workflow/shippedWorkflows.js'
export { shortestPath } from './workflow/shortestPath.js'
export type { FollowUpTransition, TransitionEvent, TransitionSubscriber } from './workflow/subscriber.js'
export { hasTimers, isTimed, type Scheduled, scheduledTransitions, triggerTime } from './workflow/timers.js'
