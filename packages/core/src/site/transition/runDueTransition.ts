import { type ContentNode, type Lineage, withObject } from '../../content/node/node.js'
import type { Change } from '../../content/store/change.js'
import type { Instant } from '../../foundation/instants.js'
import { DomainError, type Message, message } from '../../foundation/messages.js'
import { anonymous, type Caller } from '../../security/caller.js'
import { permission } from '../../security/permissions.js'
import { transitionOf } from '../../workflow/definition.js'
import { dueIndex, type Scheduled, scheduledTransitions } from '../../workflow/timers.js'
import { memberOf } from '../people/authenticate.js'
import type { Operation, Outcome } from '../run/operation.js'
import { hasPermissionAt, type RequestContext } from '../run/requestContext.js'
import { originOf } from '../write/changeEvents.js'
import { reindexingOf, updateOf } from '../write/changes.js'
import { attemptTransitionAt, chainIn, type TransitionWithEffects } from './attemptTransitionAt.js'
import { judgeConflicts, verdictExpectations } from './judgeConflicts.js'
import { reasonsAgainst, withPlans } from './plans.js'
import { transitionSubtree } from './transitionSubtree.js'

export interface DueResult {
  readonly kind: 'ran' | 'refused' | 'nothing'
  /** An unexpected error for the log, for example from a subscriber or an expression. */
  readonly error?: unknown
}

/**
 * Runs the earliest due transition of an object or records its refusal. The commit fails if the object has changed in
 * the meantime, so that only one of several processes runs the transition. Callers cannot request this operation,
 * because the table of operations does not contain it.
 */
export const runDueTransition: Operation<{ readonly until: Instant }, DueResult> = {
  permission: null,
  exclusiveSlice: true,
  async run(context, { until }) {
    const [due] = scheduledTransitions(context.node, chainIn(context, context.node))
    if (!due || due.at > until) return withCorrectIndex(context, until)
    await judgeConflicts(context, context.lineage)
    const caller = await callerOf(context, due)
    const attempt = attemptDue(context, due, caller)
    const shared = {
      ...verdictExpectations(context),
      origin: originOf({ caller: caller ?? anonymous, now: context.now }),
    }
    if ('reasons' in attempt) return refusal(context, due, { ...attempt, shared })
    const lineage = withObject(context.lineage, attempt.node)
    const isMoved = attempt.records.length > 0
    const below = isMoved ? await transitionSubtree(context, lineage, () => undefined) : { updates: [] }
    const records = attempt.records.map(record => ({ ...record, plannedBy: due.plannedBy }))
    const own = updateOf(context.environment, lineage, { records, before: context.node })
    const { clearBallots } = attempt
    return {
      answer: { kind: 'ran' },
      change: { ...below, ...shared, updates: [own, ...below.updates], clearBallots },
    }
  },
}

interface Refused {
  readonly node: ContentNode
  readonly reasons: readonly Message[]
  readonly error?: unknown
}

function attemptDue(
  context: RequestContext,
  due: Scheduled,
  caller: Caller | null,
): Refused | Omit<TransitionWithEffects, 'kind'> {
  const plans = (context.node.plans ?? []).filter(({ id }) => id !== due.id)
  const node = withPlans(context.node, plans)
  const lineage = withObject(context.lineage, node)
  if (!caller) return { node, reasons: [message('plan.user-missing', { user: userOf(context, due) })] }
  return attemptAs({ ...context, caller }, lineage, due)
}

function attemptAs(
  actor: RequestContext,
  lineage: Lineage,
  due: Scheduled,
): Refused | Omit<TransitionWithEffects, 'kind'> {
  const node = lineage.at(-1) ?? actor.node
  const { transition, workflow, comments, plannedBy } = due
  if (plannedBy !== null && !hasPermissionAt(actor, permission.view, lineage))
    return { node, reasons: [message('plan.hidden', { user: plannedBy })] }
  try {
    const isDue = plannedBy === null
    const decision = attemptTransitionAt(actor, lineage, { transition, workflow, comments, isDue })
    if (decision.kind === 'moved') return decision
    if (decision.kind === 'already-there') return { node, records: [], clearBallots: [] }
    const reasons = reasonsAgainst(actor, lineage, due)
    return { node, reasons: reasons.length > 0 ? reasons : [message('workflow.refused', { transition })] }
  } catch (error) {
    if (!(error instanceof DomainError)) return { node, reasons: [message('plan.failed')], error }
    if (error.code !== 'workflow-refused' && error.code !== 'invalid-dates') throw error
    return { node, reasons: [error.details.problems?.[0]?.message ?? error.reason] }
  }
}

async function callerOf(context: RequestContext, due: Scheduled): Promise<Caller | null> {
  const { environment } = context
  const roles = rolesOf(context, due)
  if (roles) return { kind: 'member', id: '', fullname: '', roles, groups: [] }
  const user = await environment.users.user(userOf(context, due))
  return user && memberOf(environment, user)
}

const identityOf = (context: RequestContext, { workflow, transition }: Scheduled) => {
  const definition = chainIn(context, context.node).find(({ id }) => id === workflow)
  return definition && transitionOf(definition, transition)?.as
}

function rolesOf(context: RequestContext, due: Scheduled): readonly string[] | undefined {
  const identity = due.plannedBy === null ? identityOf(context, due) : undefined
  return identity && 'roles' in identity ? identity.roles : undefined
}

function userOf(context: RequestContext, due: Scheduled): string {
  if (due.plannedBy !== null) return due.plannedBy
  const identity = identityOf(context, due)
  return identity && 'user' in identity ? identity.user : ''
}

function refusal(
  context: RequestContext,
  due: Scheduled,
  { node, reasons, error, shared }: Refused & { readonly shared: Change },
): Outcome<DueResult> {
  const refused = { ...due, refused: { time: context.now, reasons } }
  const lineage = withObject(context.lineage, withPlans(node, [...(node.plans ?? []), refused]))
  return {
    answer: { kind: 'refused', ...(error === undefined ? {} : { error }) },
    change: { ...shared, updates: [updateOf(context.environment, lineage)] },
  }
}

/**
 * Corrects the catalog entry of an object without a due transition, for example after a change of its workflow.
 * Otherwise, every search for due transitions would find the object again.
 */
async function withCorrectIndex(
  { environment, reader, lineage, node }: RequestContext,
  until: Instant,
): Promise<Outcome<DueResult>> {
  const answer: DueResult = { kind: 'nothing' }
  const isThisObject = { kind: 'any', index: 'UID', values: [node.uid] } as const
  const isFound = { kind: 'range', index: dueIndex, min: null, max: until } as const
  const count = await reader.countUpTo({ principals: 'system', where: [isThisObject, isFound] }, 1)
  return count === 0 ? { answer } : { answer, change: { entries: [reindexingOf(environment, lineage)] } }
}
