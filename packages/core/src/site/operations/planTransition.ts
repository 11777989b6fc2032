import type { PlannedTransition } from '../../answers/workflow.js'
import { withObject } from '../../content/node/node.js'
import { formatInstant, type Instant, parseInstant } from '../../foundation/instants.js'
import { excerptOf, type JsonObject } from '../../foundation/json.js'
import { badRequest, DomainError, message } from '../../foundation/messages.js'
import { userIdOf } from '../../security/caller.js'
import { permission } from '../../security/permissions.js'
import { currentStateOf } from '../../workflow/chain.js'
import { transitionOf } from '../../workflow/definition.js'
import type { Operation } from '../run/operation.js'
import { type RequestContext, unauthorized } from '../run/requestContext.js'
import { chainIn } from '../transition/attemptTransitionAt.js'
import { blockersOfRefusal } from '../transition/blockers.js'
import { mayPlan, withPlans } from '../transition/plans.js'
import { updateOf } from '../write/changes.js'
import { commentIn } from './transitionContent.js'

export interface PlanTransitionInput {
  readonly transition: string | null
  /** The id of the workflow. Defaults to the first workflow that can run the transition. */
  readonly workflow?: string
  /** The request body with the keys `at` and `comment`. */
  readonly body: JsonObject
}

/** The maximum number of plans per object, including refused plans. */
const maxPlans = 20

/**
 * `POST {path}/@workflow/{transition}` with `at` plans a transition (docs/workflow-and-history.md, Timed transitions).
 */
export const planTransition: Operation<PlanTransitionInput, PlannedTransition> = {
  permission: permission.view,
  guard: ({ caller, lineage, environment }) => {
    if (caller.kind === 'anonymous') throw unauthorized(lineage, environment)
  },
  async run(context, input) {
    const { environment, node, caller, lineage } = context
    const { transition, body } = input
    if (transition === null) throw new DomainError('transition-missing', message('workflow.transition-missing'))
    const at = readTime(body, await databaseTime(context))
    const workflow = workflowToPlan(context, { ...input, transition })
    const { plans = [] } = node
    if (plans.filter(({ plannedBy }) => plannedBy !== null).length >= maxPlans)
      throw badRequest('plan.limit', { limit: maxPlans })
    const user = userIdOf(caller)
    if (!(await environment.users.user(user))) throw badRequest('plan.user-missing', { user })
    const plan = { id: environment.newUid(), workflow, transition, at, plannedBy: user, comments: commentIn(body) }
    return {
      answer: { id: plan.id, transition, at: formatInstant(at), planned_by: user },
      change: { updates: [updateOf(environment, withObject(lineage, withPlans(node, [...plans, plan])))] },
    }
  },
}

const databaseTime = async ({ reader, now }: RequestContext): Promise<Instant> => (await reader.facts()).clock ?? now

const tenYears = 3653 * 86_400_000

const immediate = ['include_children', 'effective', 'expires'] as const

function readTime(body: JsonObject, now: Instant): Instant {
  const unsupported = immediate.filter(key => (body[key] ?? false) !== false)
  if (unsupported.length > 0) throw badRequest('plan.immediate', { keys: unsupported.join(', ') })
  const at = typeof body.at === 'string' ? parseInstant(body.at) : null
  if (at === null) throw badRequest('plan.date', { value: excerptOf(body.at ?? null) })
  if (at <= now) throw badRequest('plan.past', { at: formatInstant(at), now: formatInstant(now) })
  if (at > now + tenYears) throw badRequest('plan.far', { at: formatInstant(at), last: formatInstant(now + tenYears) })
  return at
}

/**
 * Returns the first workflow in which the caller may plan the transition. Workflows whose current state allows the
 * transition take precedence. Throws a DomainError `workflow-refused` if no such workflow exists, and a DomainError
 * `bad-request` if the transition requires values.
 */
function workflowToPlan(
  context: RequestContext,
  { transition, workflow }: Pick<PlanTransitionInput, 'workflow'> & { readonly transition: string },
): string {
  const { lineage, node } = context
  const among = chainIn(context, node).filter(({ id }) => (workflow ?? id) === id)
  const possible = among.filter(({ id }) => mayPlan(context, { workflow: id, transition }))
  const now = possible.find(definition => currentStateOf(node, definition)?.transitions.includes(transition))
  const chosen = now ?? possible[0]
  const { requires = [] } = (chosen && transitionOf(chosen, transition)) || {}
  if (requires.length > 0) throw badRequest('plan.values', { keys: requires.join(', ') })
  if (chosen) return chosen.id
  const blockers = blockersOfRefusal(context, { transition, lineage })
  const reason = message('workflow.refused', { transition: transition.slice(0, 100) })
  throw new DomainError('workflow-refused', reason, blockers ? { blockers } : {})
}
