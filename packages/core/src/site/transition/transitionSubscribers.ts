import { type ContentNode, type Lineage, objectOf, type WorkflowRecord } from '../../content/node/node.js'
import { DomainError, message } from '../../foundation/messages.js'
import type { TransitionDecision, TransitionOutcome } from '../../workflow/attemptTransition.js'
import { currentState } from '../../workflow/chain.js'
import type { WorkflowDefinition } from '../../workflow/definition.js'
import type { FollowUpTransition, TransitionEvent } from '../../workflow/subscriber.js'
import type { SiteCaller } from '../run/requestContext.js'

interface TransitionOrigin {
  readonly lineage: Lineage
  readonly chain: readonly WorkflowDefinition[]
  /** Runs the transition in the first workflow of `among` that defines it, without checking its guard. */
  forceTransition(node: ContentNode, among: readonly WorkflowDefinition[], transition: string): TransitionDecision
}

/**
 * The maximum number of follow-up transitions. A larger number indicates that subscribers trigger each other in a loop.
 */
const maxFollowUps = 20

/**
 * Calls the subscribers for each transition that has been run. Subscribers can veto the transition or request follow-up
 * transitions in the same transaction.
 */
export function withSubscribers(
  actor: SiteCaller,
  decision: TransitionOutcome,
  origin: TransitionOrigin,
): TransitionOutcome {
  if (actor.environment.subscribers.length === 0) return decision
  let outcome = decision
  for (let index = 0; index < outcome.records.length; index++) {
    const record = outcome.records[index]
    if (index >= decision.records.length + maxFollowUps)
      throw refusal('workflow.too-many-moves', { most: maxFollowUps })
    if (record) outcome = reactTo(actor, outcome, { ...origin, record })
  }
  return outcome
}

type RecordedStep = TransitionOrigin & { readonly record: WorkflowRecord }

function reactTo(actor: SiteCaller, outcome: TransitionOutcome, step: RecordedStep): TransitionOutcome {
  const { record, lineage, chain } = step
  const node = objectOf(lineage)
  const event = {
    container: lineage.at(-2) ?? null,
    caller: actor.caller,
    workflow: record.workflow,
    transition: record.action,
    from: stateBefore(outcome, record, { node, chain }),
    to: record.state,
    comments: record.comments,
  }
  const { subscribers } = actor.environment
  for (const subscriber of subscribers) {
    const reason = subscriber.before?.({ ...event, object: node })
    if (reason !== undefined) throw veto(event, reason)
  }
  return subscribers.reduce((current, subscriber) => {
    const reaction = subscriber.after?.({ ...event, object: current.node }) ?? []
    if (typeof reaction === 'string') throw veto(event, reaction)
    return reaction.reduce((before, followUp) => withFollowUp(before, followUp, step), current)
  }, outcome)
}

/**
 * Returns the state in the previous record of the workflow or, if no previous record exists, the state of the object
 * before the transition.
 */
function stateBefore(
  { records }: TransitionOutcome,
  record: WorkflowRecord,
  { node, chain }: { readonly node: ContentNode; readonly chain: TransitionOrigin['chain'] },
): string | null {
  if (record.action === null) return null
  const earlier = records.slice(0, records.indexOf(record)).findLast(({ workflow }) => workflow === record.workflow)
  const definition = chain.find(({ id }) => id === record.workflow)
  return earlier?.state ?? (definition ? currentState(node, definition) : null)
}

const veto = ({ transition }: Pick<TransitionEvent, 'transition'>, reason: string): DomainError =>
  transition === null
    ? refusal('workflow.creation-vetoed', { reason: { id: reason } })
    : refusal('workflow.vetoed', { transition, reason: { id: reason } })

/**
 * Runs a follow-up transition. Throws if the transition is unavailable, unless the object is already in its target
 * state.
 */
function withFollowUp(
  outcome: TransitionOutcome,
  { transition, workflow }: FollowUpTransition,
  origin: TransitionOrigin,
): TransitionOutcome {
  const among = origin.chain.filter(({ id }) => workflow === undefined || id === workflow)
  const decision = origin.forceTransition(outcome.node, among, transition)
  if (decision.kind === 'already-there') return outcome
  if (decision.kind !== 'moved') throw refusal('workflow.refused', { transition })
  return { ...decision, records: [...outcome.records, ...decision.records] }
}

const refusal = (...reason: Parameters<typeof message>): DomainError =>
  new DomainError('workflow-refused', message(...reason))
