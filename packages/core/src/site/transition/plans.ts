import type { ContentNode, Lineage, TransitionPlan } from '../../content/node/node.js'
import type { Message } from '../../foundation/messages.js'
import { transitionOf } from '../../workflow/definition.js'
import { blockerMessage } from '../../workflow/explainTransitions.js'
import { failingParts } from '../run/guard.js'
import type { RequestContext, SiteCaller } from '../run/requestContext.js'
import { chainIn } from './attemptTransitionAt.js'
import { explainAt } from './blockers.js'

/**
 * Returns the object with the given planned transitions. If no plans remain, the `plans` property is removed, so that
 * the object equals its state before the first plan.
 */
export function withPlans(node: ContentNode, plans: readonly TransitionPlan[]): ContentNode {
  const { plans: _, ...rest } = node
  return plans.length > 0 ? { ...rest, plans } : rest
}

type PlannedTransition = Pick<TransitionPlan, 'workflow' | 'transition'>

/**
 * Whether the caller may plan or cancel a transition. The caller must currently have the permissions, roles and groups
 * that the guard of the transition requires. The state is not checked, and the expression in the guard is evaluated
 * when the transition is due.
 */
export function mayPlan(context: RequestContext, { workflow, transition: id }: PlannedTransition): boolean {
  const definition = chainIn(context, context.node).find(one => one.id === workflow)
  const transition = definition && transitionOf(definition, id)
  if (!transition || transition.trigger === 'automatic') return false
  return [...failingParts(context, transition.guard ?? {}, context)].every(part => part === 'expression')
}

export function reasonsAgainst(
  actor: SiteCaller,
  lineage: Lineage,
  { workflow, transition: id }: PlannedTransition,
): readonly Message[] {
  const explained = explainAt(actor, { lineage }).find(one => one.workflow === workflow && one.transition.id === id)
  return explained ? explained.blockers.map(blocker => blockerMessage(blocker, explained.transition)) : []
}
