import type { ContentNode, FieldValues } from '../../content/node/node.js'
import type { CancelledSlot } from '../../event/publishedContent.js'
import { lastReleasedValues, showsReleases } from '../../event/releases.js'
import {
  type Withdrawal,
  withdrawalField,
  withdrawalFrom,
  withdrawalIn,
  withdrawalIndex,
} from '../../event/withdrawal.js'
import { idOfPath } from '../../foundation/paths.js'
import { anonymous } from '../../security/caller.js'
import { readNodes, scanFew } from '../run/openEach.js'
import { principalsOf, type RequestContext } from '../run/requestContext.js'

/** A session that has been withdrawn, and the data about the session that visitors saw. */
export interface WithdrawnSession extends CancelledSlot {
  readonly shortName: string
  readonly withdrawal: Withdrawal
}

/** The maximum number of withdrawn sessions in a calendar. */
const maxWithdrawn = 1000

/**
 * Returns the withdrawn sessions of an event (docs/schedule.md, Cancelled sessions); an empty list if the event is
 * over.
 */
export async function withdrawnSessions(
  context: RequestContext,
  event: ContentNode,
): Promise<readonly WithdrawnSession[]> {
  const { end } = event.fields
  if (typeof end === 'number' && end <= context.now) return []
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
    const fields = visibleFields(node, event)
    const withdrawal = fields && withdrawalIn(fields)
    // If the event has no end, a withdrawn session is only listed until the session itself is over.
    if (!withdrawal || (typeof end !== 'number' && withdrawal.end <= context.now)) return []
    return [{ ...sessionOf(node, withdrawal), title: viewable.has(node.uid) ? String(fields.title ?? '') : null }]
  })
}

/**
 * The fields of a withdrawn session as visitors saw them. Null if visitors never saw the session. With releases, these
 * are the fields in the last release that contains the session.
 */
function visibleFields(node: ContentNode, event: ContentNode): FieldValues | null {
  if (!showsReleases(event)) return node.fields
  const values = lastReleasedValues(node, event)
  return values && { ...values, [withdrawalField.name]: withdrawalFrom(values) }
}

const sessionOf = ({ uid, path, revision, created, modified }: ContentNode, withdrawal: Withdrawal) => ({
  ...{ uid, shortName: idOfPath(path), revision, created, modified, withdrawal },
  ...{ start: withdrawal.start, end: withdrawal.end },
})

/** Returns the UIDs of the objects that visitors may view. */
async function viewableAmong(context: RequestContext, nodes: readonly ContentNode[]): Promise<ReadonlySet<string>> {
  const where = [
    { kind: 'any', index: 'UID', values: nodes.map(({ uid }) => uid) },
    { kind: 'active', at: context.now },
  ] as const
  const hits = await scanFew(context, { principals: principalsOf({ caller: anonymous }), where })
  return new Set(hits.map(({ uid }) => uid))
}
