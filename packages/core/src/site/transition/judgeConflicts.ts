import { hasBehavior } from '../../content/model/model.js'
import { type ContentNode, type Lineage, objectOf } from '../../content/node/node.js'
import type { Change } from '../../content/store/change.js'
import { conflictSlotOf, limitsOf, overlapQueryOf, relatedUids } from '../../event/conflictSlots.js'
import { findConflicts } from '../../event/conflicts.js'
import { eventRootOf } from '../../event/eventRoot.js'
import { scheduleStates } from '../../event/eventSettings.js'
import { scheduleBehavior } from '../../event/slotBehaviors.js'
import { isAtOrBelow } from '../../foundation/paths.js'
import { chainOf, currentState, primaryOf } from '../../workflow/chain.js'
import { noConflicts } from '../../workflow/shippedExpressions.js'
import { readNodes } from '../run/openEach.js'
import type { RequestContext } from '../run/requestContext.js'

/**
 * Checks the last object of a lineage for schedule conflicts, if a guard in its workflows depends on the result. Call
 * this function before the guards are checked (docs/workflow-and-history.md, Guards, rule 6).
 */
export async function judgeConflicts(context: RequestContext, lineage: Lineage): Promise<void> {
  const node = objectOf(lineage)
  if (dependsOnConflicts(context, node))
    context.slotVerdicts.hasConflicts.set(node.uid, await conflictsAt(context, lineage))
}

function dependsOnConflicts({ environment }: RequestContext, node: ContentNode): boolean {
  const chain = chainOf(node, environment.registry.type(node.type), environment.workflows)
  return chain.some(({ transitions }) => transitions.some(({ guard }) => guard?.expression === noConflicts))
}

/** Whether a slot has schedule conflicts. Objects that are not slots of an event have no conflicts. */
async function conflictsAt(context: RequestContext, lineage: Lineage): Promise<boolean> {
  const node = objectOf(lineage)
  const event = eventRootOf(lineage)
  if (!event || !hasBehavior(context.environment.registry.type(node.type), scheduleBehavior)) return false
  const related = await readNodes(context, relatedUids(node))
  const rooms = related.filter(({ type }) => type === 'Room').map(({ uid }) => ({ token: uid, title: '' }))
  const presenters = related.filter(({ type }) => type === 'Presenter')
  const others = await shownOverlaps(context, { node, event })
  for (const { uid, revision } of presenters) context.slotVerdicts.expects.set(uid, { uid, revision })
  const own = conflictSlotOf(node)
  const conflicts = findConflicts([own, ...others.map(conflictSlotOf)], rooms, limitsOf(event, presenters))
  return conflicts.some(({ slots }) => slots.includes(own))
}

interface JudgedSlot {
  readonly node: ContentNode
  readonly event: ContentNode
}

async function shownOverlaps(context: RequestContext, { node, event }: JudgedSlot): Promise<readonly ContentNode[]> {
  const query = overlapQueryOf(node, event)
  if (!query) return []
  const { changed, overlaps } = context.slotVerdicts
  const objects = await context.reader.overlapping(query)
  overlaps.push({ ...query, objects })
  const stored = await readNodes(
    context,
    objects.map(({ uid }) => uid),
  )
  const states = scheduleStates(event)
  return [...stored.filter(({ uid }) => !changed.has(uid)), ...changed.values()].filter(
    other => other.uid !== node.uid && isAtOrBelow(other.path, event.path) && isShown(context, other, states),
  )
}

function isShown({ environment }: RequestContext, node: ContentNode, states: readonly string[]): boolean {
  const primary = primaryOf(chainOf(node, environment.registry.type(node.type), environment.workflows))
  return primary !== undefined && states.includes(currentState(node, primary))
}

export function verdictExpectations({ slotVerdicts }: RequestContext): Pick<Change, 'expects' | 'overlaps'> {
  const { hasConflicts, overlaps, expects } = slotVerdicts
  return hasConflicts.size === 0 ? {} : { overlaps, expects: [...expects.values()] }
}
