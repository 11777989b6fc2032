import type { ContentNode, WorkflowRecord } from '../content/node.js'
import { DomainError } from '../foundation/domainError.js'
import { message } from '../foundation/messages.js'
import { currentState } from '../workflow/chain.js'
import type { WorkflowDefinition } from '../workflow/definition.js'
import { decideMove, type MoveDecision, type Moved } from '../workflow/move.js'
import type { FurtherMove, MoveEvent } from '../workflow/subscriber.js'
import type { Visit } from './visit.js'

export interface MovedFrom {
  readonly lineage: readonly ContentNode[]
  readonly node: ContentNode
  readonly chain: readonly WorkflowDefinition[]
}

/** More than these after one another are subscribers that answer each other. */
const mostMoves = 20

/** Lets subscribers take part in a move: they may stop it, or have it followed by others in the same change. */
export function withSubscribers(visit: Visit, decision: MoveDecision, from: MovedFrom): MoveDecision {
  if (decision.kind !== 'moved' || visit.environment.subscribers.length === 0) return decision
  let moved: Moved = decision
  for (let done = 0; done < moved.records.length; done++) {
    const record = moved.records[done]
    if (done >= mostMoves) throw refusal('workflow.too-many-moves', { most: mostMoves })
    if (record) moved = reactTo(visit, moved, { ...from, record })
  }
  return moved
}

type Recorded = MovedFrom & { readonly record: WorkflowRecord }

function reactTo(visit: Visit, moved: Moved, { record, node, lineage, chain }: Recorded): Moved {
  const event = {
    container: lineage.at(-2) ?? null,
    caller: visit.caller,
    workflow: record.workflow,
    transition: record.action ?? '',
    from: stateBefore(moved, { record, node, chain }),
    to: record.state,
    comments: record.comments,
  }
  const { subscribers } = visit.environment
  for (const subscriber of subscribers) stopFor(subscriber.before?.({ ...event, object: node }), event)
  return subscribers.reduce((current, subscriber) => {
    const reaction = subscriber.after?.({ ...event, object: current.node }) ?? []
    if (typeof reaction === 'string')
      throw refusal('workflow.vetoed', { transition: event.transition, reason: { id: reaction } })
    return reaction.reduce((before, further) => followedBy(visit, before, { further, chain }), current)
  }, moved)
}

/** The state that a record of a workflow left: the one of the record before it, or of the object before the move. */
function stateBefore(
  { records }: Moved,
  { record, node, chain }: { record: WorkflowRecord } & Omit<MovedFrom, 'lineage'>,
): string {
  const earlier = records.slice(0, records.indexOf(record)).findLast(({ workflow }) => workflow === record.workflow)
  const definition = chain.find(({ id }) => id === record.workflow)
  return earlier?.state ?? (definition ? currentState(node, definition) : '')
}

function stopFor(reason: string | undefined, { transition }: Pick<MoveEvent, 'transition'>): void {
  if (reason !== undefined) throw refusal('workflow.vetoed', { transition, reason: { id: reason } })
}

/** A further move has to be possible, but for one that leads to where the object is already. */
function followedBy(
  visit: Visit,
  moved: Moved,
  { further, chain }: { further: FurtherMove; chain: MovedFrom['chain'] },
): Moved {
  const among = chain.filter(({ id }) => further.workflow === undefined || id === further.workflow)
  const last = moved.records.at(-1)
  const author = { actor: last?.actor ?? '', comments: '', time: visit.now }
  const decision = decideMove(moved.node, among, { ...author, transition: further.transition, passes: () => true })
  if (decision.kind === 'already-there') return moved
  if (decision.kind !== 'moved') throw refusal('workflow.refused', { transition: further.transition })
  return { ...decision, records: [...moved.records, ...decision.records] }
}

function refusal(...reason: Parameters<typeof message>): DomainError {
  return new DomainError('workflow-refused', message(...reason))
}
