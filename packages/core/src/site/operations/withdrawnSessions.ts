import type { ContentNode } from '../../content/node/node.js'
import type { CancelledSlot } from '../../event/publishedContent.js'
import { maxWithdrawn, type RemovedSession, removedSessionsIn } from '../../event/removedSessions.js'
import { type Withdrawal, withdrawalIndex, withdrawalOfShown, withdrawnValues } from '../../event/withdrawal.js'
import { idOfPath } from '../../foundation/paths.js'
import { anonymous } from '../../security/caller.js'
import { readNodes, scanFew } from '../run/openEach.js'
import { principalsOf, type RequestContext } from '../run/requestContext.js'
import { findAmong, publicSlots } from '../run/scheduledSlots.js'

export interface WithdrawnSession extends CancelledSlot {
  readonly shortName: string
  readonly withdrawal: Withdrawal
}

/**
 * Returns the withdrawn sessions of an event (docs/schedule.md, Cancelled sessions), or an empty list if the event is
 * over.
 */
export async function withdrawnSessions(
  context: RequestContext,
  event: ContentNode,
): Promise<readonly WithdrawnSession[]> {
  const { end } = event.fields
  if (typeof end === 'number' && end <= context.now) return []
  const stored = [...(await storedSessions(context, event)), ...(await expiredSessions(context, event))]
  const removed = await removedSessions(context, event)
  const returned = new Set(stored.map(({ uid }) => uid))
  return [...removed.filter(({ uid }) => !returned.has(uid)).map(sessionOfRemoved), ...stored]
    .filter(session => typeof end === 'number' || session.end > context.now)
    .slice(-maxWithdrawn)
}

async function storedSessions(context: RequestContext, event: ContentNode): Promise<readonly WithdrawnSession[]> {
  const where = [
    { kind: 'any', index: 'event_root', values: [event.uid] },
    { kind: 'any', index: withdrawalIndex, values: [true] },
  ] as const
  const { items } = await context.reader.search({ principals: 'system', where, size: maxWithdrawn }, context.task)
  if (items.length === 0) return []
  const nodes = await readNodes(
    context,
    items.map(({ uid }) => uid),
  )
  const viewable = await viewableAmong(context, nodes)
  return nodes.flatMap(node => {
    const values = withdrawnValues(node, event)
    if (!values) return []
    const title = viewable.has(node.uid) ? values.title : null
    return [{ ...sessionOf(node, values.withdrawal), revision: node.revision, modified: node.modified, title }]
  })
}

/** Returns the expired sessions that have not been changed since their expiry date. */
async function expiredSessions(context: RequestContext, event: ContentNode): Promise<readonly WithdrawnSession[]> {
  const hits = await publicSlots(context, [
    { kind: 'any', index: 'event_root', values: [event.uid] },
    { kind: 'range', index: 'expires', min: null, max: context.now },
    { kind: 'not', condition: { kind: 'any', index: withdrawalIndex, values: [true] } },
  ])
  const uids = hits.slice(0, maxWithdrawn).map(({ uid }) => uid)
  return (await readNodes(context, uids)).flatMap(node => {
    const withdrawal = withdrawalOfShown(node, event)
    // The expiry does not increase the revision, so calendars need a higher number to detect the change.
    const changed = { revision: node.revision + 1, modified: Math.max(node.modified, Number(node.fields.expires)) }
    return withdrawal ? [{ ...sessionOf(node, withdrawal), ...changed, title: null }] : []
  })
}

async function removedSessions(context: RequestContext, event: ContentNode): Promise<readonly RemovedSession[]> {
  const removed = removedSessionsIn(event)
  const uids = removed.map(({ uid }) => uid)
  const inEvent = { kind: 'any', index: 'event_root', values: [event.uid] } as const
  const visible = await findAmong(uids, among => publicSlots(context, [inEvent, among]))
  const returned = new Set(visible.map(({ uid }) => uid))
  return removed.filter(({ uid }) => !returned.has(uid))
}

const sessionOf = ({ uid, path, created }: ContentNode, withdrawal: Withdrawal) => ({
  ...{ uid, shortName: idOfPath(path), created, withdrawal },
  ...{ start: withdrawal.start, end: withdrawal.end },
})

function sessionOfRemoved({
  uid,
  shortName,
  sequence,
  created,
  removed,
  withdrawal,
}: RemovedSession): WithdrawnSession {
  const { start, end } = withdrawal
  return { uid, shortName, created, withdrawal, start, end, revision: sequence, modified: removed, title: null }
}

async function viewableAmong(context: RequestContext, nodes: readonly ContentNode[]): Promise<ReadonlySet<string>> {
  const where = [
    { kind: 'any', index: 'UID', values: nodes.map(({ uid }) => uid) },
    { kind: 'active', at: context.now },
  ] as const
  const hits = await scanFew(context, { principals: principalsOf({ caller: anonymous }), where })
  return new Set(hits.map(({ uid }) => uid))
}
