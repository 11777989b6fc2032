import { type Lineage, objectOf } from '../../content/node/lineage.js'
import type { ContentNode, WorkflowRecord } from '../../content/node/node.js'
import { DomainError } from '../../foundation/domainError.js'
import { message } from '../../foundation/messages.js'
import { currentState } from '../../workflow/chain.js'
import type { WorkflowDefinition } from '../../workflow/definition.js'
import { decideMove, type Moved } from '../../workflow/move.js'
import type { FurtherMove, MoveEvent } from '../../workflow/subscriber.js'
import { type Mover, moveContext } from './moveContext.js'

export interface MovedFrom {
  /** Ends with the object as it was. */
  readonly lineage: Lineage
  readonly chain: readonly WorkflowDefinition[]
}

/** Beyond this number, subscribers are taken to trigger each other in a loop. */
const maxFurther = 20

/**
 * Lets subscribers take part in steps that were decided: they may stop them, or have them followed by others in the
 * same change.
 */
export function withSubscribers(mover: Mover, decided: Moved, from: MovedFrom): Moved {
  if (mover.environment.subscribers.length === 0) return decided
  let moved = decided
  for (let done = 0; done < moved.records.length; done++) {
    const record = moved.records[done]
    if (done >= decided.records.length + maxFurther) throw refusal('workflow.too-many-moves', { most: maxFurther })
    if (record) moved = reactTo(mover, moved, { ...from, record })
  }
  return moved
}

type Recorded = MovedFrom & { readonly record: WorkflowRecord }

function reactTo(mover: Mover, moved: Moved, { record, lineage, chain }: Recorded): Moved {
  const node = objectOf(lineage)
  const event = {
    container: lineage.at(-2) ?? null,
    caller: mover.caller,
    workflow: record.workflow,
    transition: record.action,
    from: stateBefore(moved, record, { node, chain }),
    to: record.state,
    comments: record.comments,
  }
  const { subscribers } = mover.environment
  for (const subscriber of subscribers) {
    const reason = subscriber.before?.({ ...event, object: node })
    if (reason !== undefined) throw veto(event, reason)
  }
  return subscribers.reduce((current, subscriber) => {
    const reaction = subscriber.after?.({ ...event, object: current.node }) ?? []
    if (typeof reaction === 'string') throw veto(event, reaction)
    return reaction.reduce((before, further) => followedBy(mover, before, { further, lineage, chain }), current)
  }, moved)
}

/** The state that a record of a workflow left: the one of the record before it, or of the object before the move. */
function stateBefore(
  { records }: Moved,
  record: WorkflowRecord,
  { node, chain }: { readonly node: ContentNode; readonly chain: MovedFrom['chain'] },
): string | null {
  if (record.action === null) return null
  const earlier = records.slice(0, records.indexOf(record)).findLast(({ workflow }) => workflow === record.workflow)
  const definition = chain.find(({ id }) => id === record.workflow)
  return earlier?.state ?? (definition ? currentState(node, definition) : null)
}

function veto({ transition }: Pick<MoveEvent, 'transition'>, reason: string): DomainError {
  return transition === null
    ? refusal('workflow.creation-vetoed', { reason: { id: reason } })
    : refusal('workflow.vetoed', { transition, reason: { id: reason } })
}

/** A further move has to be possible, but for one that leads to where the object is already. */
function followedBy(
  mover: Mover,
  moved: Moved,
  { further, lineage, chain }: MovedFrom & { readonly further: FurtherMove },
): Moved {
  const among = chain.filter(({ id }) => further.workflow === undefined || id === further.workflow)
  const context = moveContext(mover, lineage, { isForced: true })
  const decision = decideMove(moved.node, among, { transition: further.transition, context })
  if (decision.kind === 'already-there') return moved
  if (decision.kind !== 'moved') throw refusal('workflow.refused', { transition: further.transition })
  return { ...decision, records: [...moved.records, ...decision.records] }
}

function refusal(...reason: Parameters<typeof message>): DomainError {
  return new DomainError('workflow-refused', message(...reason))
}
