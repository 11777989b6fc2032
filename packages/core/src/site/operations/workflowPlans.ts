import type { ListedPlan, WorkflowPlansPayload } from '../../answers/workflow.js'
import { type TransitionPlan, withObject } from '../../content/node/node.js'
import { formatInstant } from '../../foundation/instants.js'
import type { JsonObject } from '../../foundation/json.js'
import { badRequest, DomainError, message } from '../../foundation/messages.js'
import { userIdOf } from '../../security/caller.js'
import { permission } from '../../security/permissions.js'
import { transitionOf } from '../../workflow/definition.js'
import { scheduledTransitions } from '../../workflow/timers.js'
import type { Operation } from '../run/operation.js'
import {
  administration,
  hasPermission,
  type RequestContext,
  unauthorized,
  urlOfContext,
} from '../run/requestContext.js'
import { chainIn } from '../transition/attemptTransitionAt.js'
import { seesBlockers } from '../transition/blockers.js'
import { isPaused, pausedRoot, resumedRoot } from '../transition/pauses.js'
import { mayPlan, withPlans } from '../transition/plans.js'
import { updateEvent } from '../write/changeEvents.js'
import { updateOf } from '../write/changes.js'

/** `GET {path}/@workflow-plans` returns the planned, timed and refused transitions of an object, earliest first. */
export const getWorkflowPlans: Operation<undefined, WorkflowPlansPayload> = {
  permission: seesBlockers,
  dependsOn: async () => ({ parts: [] }),
  async run(context) {
    const { node, lineage } = context
    const refused = (node.plans ?? []).filter(plan => plan.refused)
    const plans = [...scheduledTransitions(node, chainIn(context, node)), ...refused].sort((a, b) => a.at - b.at)
    const items = plans.map(plan => presentPlan(context, plan))
    return { answer: { '@id': `${urlOfContext(context)}/@workflow-plans`, paused: isPaused(lineage[0]), items } }
  },
}

function presentPlan(context: RequestContext, plan: TransitionPlan): ListedPlan {
  const { translate, node, environment } = context
  const { id, workflow, transition, at, plannedBy, comments, refused } = plan
  const definition = chainIn(context, node).find(one => one.id === workflow)
  const title = definition && transitionOf(definition, transition)?.title
  const known = environment.workflows
  return {
    '@id': `${urlOfContext(context)}/@workflow-plans/${encodeURIComponent(id)}`,
    id,
    workflow,
    workflow_title: translate(known.labels.get(workflow) || definition?.title || workflow),
    transition,
    title: translate(title || transition),
    at: formatInstant(at),
    planned_by: plannedBy,
    comment: comments,
    can_cancel: mayCancel(context, plan),
    refused: refused ? { time: formatInstant(refused.time), message: refused.reasons.map(translate).join(' ') } : null,
  }
}

/**
 * Whether the caller may cancel a planned transition, or clear the refusal of a timed transition, so that it is
 * retried. Managers may do both. Other users may only cancel transitions that they planned or may plan.
 */
function mayCancel(context: RequestContext, plan: TransitionPlan): boolean {
  const isManager = hasPermission(context, permission.manageSite)
  if (plan.plannedBy === null) return plan.refused !== undefined && isManager
  return isManager || plan.plannedBy === userIdOf(context.caller) || mayPlan(context, plan)
}

/** `DELETE {path}/@workflow-plans/{id}` cancels a planned transition. */
export const cancelWorkflowPlan: Operation<{ readonly id: string }, null> = {
  permission: seesBlockers,
  async run(context, { id }) {
    const { node, lineage, environment } = context
    const plan = node.plans?.find(one => one.id === id)
    if (!plan) throw new DomainError('not-found', message('plan.missing', { id: id.slice(0, 100) }))
    if (!mayCancel(context, plan)) throw unauthorized(lineage, environment)
    const others = node.plans?.filter(one => one !== plan) ?? []
    return {
      answer: null,
      change: { updates: [updateOf(environment, withObject(lineage, withPlans(node, others)))] },
    }
  },
}

/**
 * `PATCH /@workflow-plans` with `{paused: true}` pauses all planned and timed transitions of the site, and with
 * `{paused: false}` resumes them.
 */
export const pauseTransitions: Operation<JsonObject, null> = {
  ...administration,
  async run(context, { paused = null }) {
    const { node, environment } = context
    if (typeof paused !== 'boolean') throw badRequest('plan.paused')
    if (paused === isPaused(node)) return { answer: null }
    const root = paused ? pausedRoot(node) : resumedRoot(node)
    const details = { panel: 'workflow-plans', changes: { paused: { from: !paused, to: paused } } }
    const events = [updateEvent(context, 'settings', { node: root, details })]
    return { answer: null, change: { updates: [updateOf(environment, [root])], events } }
  },
}
