import { hasBehavior, type RegisteredType } from '../../content/model/model.js'
import { publication } from '../../content/model/stockBehaviors.js'
import {
  type ContentNode,
  containersOf,
  type FieldValues,
  type Lineage,
  objectOf,
  withObject,
} from '../../content/node/node.js'
import type { ClearedBallots } from '../../content/store/change.js'
import { type Instant, parseInstant } from '../../foundation/instants.js'
import { excerptOf, type JsonObject } from '../../foundation/json.js'
import { DomainError, type FieldProblem, message } from '../../foundation/messages.js'
import { pollWorkflowId } from '../../poll/poll.js'
import { type PollTransition, pollEffects } from '../../poll/pollEffects.js'
import { userIdOf } from '../../security/caller.js'
import {
  attemptTransition,
  startWorkflows,
  type TransitionContext,
  type TransitionOutcome,
} from '../../workflow/attemptTransition.js'
import { chainOf, primaryOf } from '../../workflow/chain.js'
import type { WorkflowDefinition } from '../../workflow/definition.js'
import { evaluateExpression, passesGuard } from '../run/guard.js'
import type { RequestContext, SiteCaller } from '../run/requestContext.js'
import { withTransitionFields } from './transitionFields.js'
import { withSubscribers } from './transitionSubscribers.js'

type Actor = Pick<RequestContext, 'environment' | 'caller' | 'now'>

export interface RequestedTransition {
  readonly transition: string
  /** The id of the workflow. Defaults to the first workflow that can run the transition. */
  readonly workflow?: string
  readonly comments?: string
  /** Whether the workflow requests the transition because it is due. */
  readonly isDue?: boolean
  readonly isForced?: boolean
  readonly dates?: TransitionDates
  /** The request body, which contains values for the fields that the transition sets. */
  readonly values?: JsonObject
}

export interface TransitionWithEffects extends TransitionOutcome {
  /** The votes to delete in the same transaction as the transition. */
  readonly clearBallots: readonly ClearedBallots[]
}

export function chainIn(
  { environment }: Pick<SiteCaller, 'environment'>,
  node: ContentNode,
): readonly WorkflowDefinition[] {
  return chainOf(node, environment.registry.type(node.type), environment.workflows)
}

/**
 * Runs a transition on the last object of a lineage, including its effects on dates and votes. Subscribers can veto the
 * transition or request follow-up transitions.
 */
export function attemptTransitionAt(
  actor: Actor,
  lineage: Lineage,
  requested: RequestedTransition,
): TransitionWithEffects | { readonly kind: 'already-there' | 'denied' | 'unavailable' } {
  const chain = chainIn(actor, objectOf(lineage))
  const among = chain.filter(({ id }) => requested.workflow === undefined || id === requested.workflow)
  const { transition, isDue } = requested
  const request = { transition, context: contextOf(actor, lineage, requested), ...(isDue ? { isDue } : {}) }
  const decision = attemptTransition(objectOf(lineage), among, request)
  if (decision.kind !== 'moved') return decision
  const outcome = withSubscribers(actor, decision, {
    lineage,
    chain,
    forceTransition: forcedTransition(actor, lineage),
  })
  const { registry } = actor.environment
  const type = registry.type(objectOf(lineage).type)
  const at = { containers: containersOf(lineage), site: registry.permissions, now: actor.now, type }
  const effects = withEffects(outcome, { ...at, primary: primaryOf(chain), dates: requested.dates })
  const setting = { type, chain, records: outcome.records, values: requested.values ?? {} }
  return { ...effects, node: withTransitionFields(effects.node, setting) }
}

export function startChain(
  actor: Actor,
  lineage: Lineage,
  { isForced }: Pick<RequestedTransition, 'isForced'> = {},
): TransitionOutcome {
  const chain = chainIn(actor, objectOf(lineage))
  const context = contextOf(actor, lineage, { isForced })
  const outcome = startWorkflows(objectOf(lineage), chain, context)
  return withSubscribers(actor, outcome, { lineage, chain, forceTransition: forcedTransition(actor, lineage) })
}

function contextOf(
  actor: Actor,
  lineage: Lineage,
  { comments = '', isForced = false }: Partial<RequestedTransition>,
): TransitionContext {
  const guardInputOf = (node: ContentNode) => ({ lineage: withObject(lineage, node), comments })
  return {
    actor: userIdOf(actor.caller),
    comments,
    time: actor.now,
    checkGuard: (guard, node) => isForced || passesGuard(actor, guard, guardInputOf(node)),
    evaluate: (expression, node) => evaluateExpression(actor, expression, guardInputOf(node)),
  }
}

/** Returns a function that runs a transition without checking its guard. */
function forcedTransition(actor: Actor, lineage: Lineage): Parameters<typeof withSubscribers>[2]['forceTransition'] {
  const context = contextOf(actor, lineage, { isForced: true })
  return (node, among, transition) => attemptTransition(node, among, { transition, context })
}

interface Circumstances extends Pick<PollTransition, 'containers' | 'site'>, Pick<Dating, 'now' | 'type'> {
  readonly primary: WorkflowDefinition | undefined
  readonly dates: TransitionDates | undefined
}

function withEffects(
  { kind, node, records }: TransitionOutcome,
  { primary, dates, ...at }: Circumstances,
): TransitionWithEffects {
  const transitions = records.flatMap(({ workflow, action }) => (workflow === pollWorkflowId && action) || [])
  const { clearBallots, node: withPollDates } = pollEffects({ ...at, node, transitions })
  const isPrimary = records.some(({ workflow }) => workflow === primary?.id)
  return {
    kind,
    node: dates ? withTransitionDates(withPollDates, { ...at, dates, isPrimary }) : withPollDates,
    records,
    clearBallots,
  }
}

/** The dates that a transition sets. Omitted dates remain unchanged, and null removes a date. */
type TransitionDates = Readonly<Partial<Record<'effective' | 'expires', number | null>>>

const names = ['effective', 'expires'] as const

/**
 * Reads the dates in the body of a transition, even if the type of the object has no fields for dates. Throws a
 * DomainError `invalid-dates` that lists all invalid dates (docs/workflow-and-history.md, Dates of a transition).
 */
export function readTransitionDates(body: JsonObject): TransitionDates {
  const problems: FieldProblem[] = []
  const dates: Partial<Record<'effective' | 'expires', number | null>> = {}
  for (const name of names.filter(key => Object.hasOwn(body, key))) {
    const raw = body[name] ?? null
    const instant = typeof raw === 'string' ? parseInstant(raw) : null
    if (raw !== null && instant === null)
      problems.push({ field: name, message: message('field.invalid-date', { value: excerptOf(raw) }) })
    else dates[name] = instant
  }
  if (problems.length > 0) throw invalidDates(problems)
  return dates
}

const invalidDates = (problems: readonly FieldProblem[]): DomainError =>
  new DomainError('invalid-dates', message('fields.invalid', { count: problems.length }), { problems })

interface Dating {
  readonly dates: TransitionDates
  /**
   * Whether the primary workflow ran a transition. If so, `now` becomes the publication date of an object that has no
   * publication date.
   */
  readonly isPrimary: boolean
  readonly now: Instant
  readonly type: RegisteredType
}

/** Sets the dates of an object. Dates for which the type defines no field are ignored. */
function withTransitionDates(node: ContentNode, { dates, isPrimary, now, type }: Dating): ContentNode {
  const before: FieldValues = node.fields
  const isSent = Object.keys(dates).length > 0 && hasBehavior(type, publication.name)
  const values: FieldValues = isSent ? { ...before, ...dates } : before
  const problem = isSent ? publication.invariants?.[0]?.problem(values) : null
  if (problem) throw invalidDates([{ field: null, message: problem }])
  const isDated = names.some(name => (values[name] ?? null) !== (before[name] ?? null))
  const effective = values.effective ?? (isPrimary ? now : null)
  return { ...node, fields: { ...values, effective }, modified: isDated ? now : node.modified }
}
