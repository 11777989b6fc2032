import { catalogFacts } from '../../content/catalog/catalogEntry.js'
import { hasBehavior } from '../../content/model/model.js'
import { type ContentNode, type Lineage, objectOf } from '../../content/node/node.js'
import { type CatalogFacts, valuesOf } from '../../content/store/catalog.js'
import type { Change, NodeUpdate } from '../../content/store/change.js'
import { eventRootOf } from '../../event/eventRoot.js'
import { scheduleStates } from '../../event/eventSettings.js'
import { publicSlot } from '../../event/releases.js'
import { scheduleBehavior } from '../../event/slotBehaviors.js'
import {
  type Withdrawal,
  withdrawalField,
  withdrawalFrom,
  withdrawalIn,
  withdrawalIndex,
} from '../../event/withdrawal.js'
import type { Instant } from '../../foundation/instants.js'
import { openEach, readNodes } from './openEach.js'
import type { RequestContext } from './requestContext.js'

type Reading = Pick<RequestContext, 'environment' | 'reader' | 'task' | 'now'>

/**
 * Adds withdrawals to a change. If visitors can no longer see a slot, the slot stores the data that they saw, so that
 * calendars can show the slot as cancelled (docs/schedule.md, Cancelled sessions). Copies and slots that visitors can
 * see again store no withdrawal.
 */
export async function withWithdrawals(reading: Reading, change: Change): Promise<Change> {
  const { creates = [], updates = [] } = change
  const moved = updates.filter(update => isSlot(reading, update.node) && mayChangeVisibility(update, reading.now))
  const copies = creates.filter(({ node }) => isSlot(reading, node) && withdrawalIn(node.fields))
  if (moved.length === 0 && copies.length === 0) return change
  const stored = await storedLineages(reading, moved)
  const copied = new Set(copies.map(({ node }) => node.uid))
  return {
    ...change,
    creates: creates.map(creation => (copied.has(creation.node.uid) ? withStored(creation, null) : creation)),
    updates: updates.map(update => withVisibility(reading, update, stored.get(update.node.uid))),
  }
}

const isSlot = ({ environment: { registry } }: Reading, { type }: ContentNode): boolean => {
  const registered = registry.types.get(type)
  return registered !== undefined && hasBehavior(registered, scheduleBehavior)
}

/** Whether an update may hide a slot from visitors or show it again, which only transitions and expiry dates can do. */
const mayChangeVisibility = ({ node: { fields }, records = [] }: NodeUpdate, now: Instant): boolean =>
  records.length > 0 || withdrawalIn(fields) !== null || (typeof fields.expires === 'number' && fields.expires <= now)

async function storedLineages(reading: Reading, updates: readonly NodeUpdate[]): Promise<ReadonlyMap<string, Lineage>> {
  const uids = updates.map(({ node }) => node.uid)
  const opened = await openEach(reading, await readNodes(reading, uids))
  return new Map(opened.map(([{ uid }, lineage]) => [uid, lineage]))
}

function withVisibility(reading: Reading, update: NodeUpdate, lineage: Lineage | undefined): NodeUpdate {
  if (!lineage) return update
  const before = objectOf(lineage)
  const event = eventRootOf(lineage)
  const isVisible = (node: ContentNode, facts: CatalogFacts): boolean =>
    event !== undefined && isPublic(node, facts, { states: scheduleStates(event), now: reading.now })
  if (isVisible(update.node, update.entry)) return withdrawalIn(update.node.fields) ? withStored(update, null) : update
  if (!isVisible(before, catalogFacts(lineage, reading.environment))) return update
  const released = publicSlot(lineage)
  return released?.isHidden ? update : withStored(update, withdrawalFrom((released?.node ?? before).fields))
}

/** Whether visitors see the slot in the schedule. */
const isPublic = (
  { fields: { effective, expires } }: ContentNode,
  { holders, indexes }: CatalogFacts,
  { states, now }: { readonly states: readonly string[]; readonly now: Instant },
): boolean =>
  holders.includes('Anonymous') &&
  valuesOf(indexes, 'review_state').some(state => states.includes(String(state))) &&
  !(typeof effective === 'number' && effective > now) &&
  !(typeof expires === 'number' && expires <= now)

function withStored<E extends NodeUpdate>(edit: E, withdrawal: Withdrawal | null): E {
  const { node, entry } = edit
  const { [withdrawalIndex]: _, ...indexes } = entry.indexes
  const { [withdrawalField.name]: __, ...fields } = node.fields
  return {
    ...edit,
    node: { ...node, fields: withdrawal === null ? fields : { ...fields, [withdrawalField.name]: withdrawal } },
    entry: { ...entry, indexes: withdrawal === null ? indexes : { ...indexes, [withdrawalIndex]: true } },
  }
}
