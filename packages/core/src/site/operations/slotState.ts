import type { ContentNode } from '../../content/node/node.js'
import type { SlotState } from '../../event/publishedContent.js'
import { currentState } from '../../workflow/chain.js'
import { slotStateWorkflow } from '../../workflow/slotState.js'
import type { RequestContext } from '../run/requestContext.js'
import { chainIn } from '../transition/attemptTransitionAt.js'

/** Returns the state of a slot, or null if slots of this type have no state (docs/schedule.md, State of a slot). */
export function slotStateIn(context: Pick<RequestContext, 'environment'>, node: ContentNode): SlotState | null {
  const hasState = chainIn(context, node).some(({ id }) => id === slotStateWorkflow.id)
  return hasState ? (currentState(node, slotStateWorkflow) as SlotState) : null
}
