import type { WorkflowDefinition } from './definition.js'
import { foundationMemberWorkflow } from './membership.js'
import { pollWorkflow } from './pollWorkflow.js'
import { slotStateWorkflow } from './slotState.js'
import { stockWorkflows } from './stockWorkflows.js'
import { translationWorkflow } from './translation.js'

/** The workflows that every site has. */
export const shippedWorkflows: readonly WorkflowDefinition[] = [
  ...stockWorkflows,
  pollWorkflow,
  foundationMemberWorkflow,
  translationWorkflow,
  slotStateWorkflow,
]
