import type { TransitionId } from './defineWorkflow.js'
import type { WorkflowDefinition } from './definition.js'
import { foundationMemberWorkflow } from './membership.js'
import { pollWorkflow } from './pollWorkflow.js'
import { slotStateWorkflow } from './slotState.js'
import { stockWorkflows } from './stockWorkflows.js'
import { translationWorkflow } from './translation.js'

const shipped = [
  ...stockWorkflows,
  pollWorkflow,
  foundationMemberWorkflow,
  translationWorkflow,
  slotStateWorkflow,
] as const

/**
 * The ids of the transitions in a site. If the definitions of the application have literal ids (see `defineWorkflow`),
 * the ids are literal types. Otherwise, all strings are ids.
 */
export type SiteTransition<Workflow extends WorkflowDefinition> =
  string extends TransitionId<Workflow> ? string : TransitionId<Workflow> | TransitionId<(typeof shipped)[number]>

/** The workflows that every site has. */
export const shippedWorkflows: readonly WorkflowDefinition[] = shipped
