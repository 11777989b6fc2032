import { hasBehavior } from '../../content/model/model.js'
import type { ContentNode } from '../../content/node/node.js'
import { type CatalogFacts, type CatalogUpdate, valuesOf } from '../../content/store/catalog.js'
import type { Change, NodeUpdate } from '../../content/store/change.js'
import { scheduleStates } from '../../event/eventSettings.js'
import { isActive, isScheduled } from '../../event/shownSlot.js'
import { scheduleBehavior } from '../../event/slotBehaviors.js'
import {
  type Withdrawal,
  withdrawalField,
  withdrawalIn,
  withdrawalIndex,
  withdrawalOfShown,
} from '../../event/withdrawal.js'
import { readNodes } from './openEach.js'
import { sessionsLeaving, withRemovals } from './removals.js'
import { eventsOf, findAmong, publicSlots, type Reading } from './scheduledSlots.js'

/**
 * Adds withdrawals to a change. A withdrawal contains the data of a slot that visitors could view before the change,
 * but can no longer view, so that calendars can show the slot as cancelled (docs/schedule.md, Cancelled sessions). It
 * is stored in the slot or, if the slot leaves the event, in the event. Copies, and slots that visitors can view again,
 * store no withdrawal.
 */
export async function withWithdrawals(reading: Reading, change: Change): Promise<Change> {
  const leaving = await sessionsLeaving(reading, change)
  const left = new Set(leaving.map(({ node }) => node.uid))
  const withdrawn = await withVisibility(reading, change, left)
  return withRemovals(reading, { ...withdrawn, ...withoutCopied(reading, change) }, leaving)
}

function withoutCopied(reading: Reading, { creates = [] }: Change): Pick<Change, 'creates'> {
  const isCopied = (node: ContentNode) => withdrawalIn(node.fields) !== null && isSlot(reading, node.type)
  if (!creates.some(({ node }) => isCopied(node))) return {}
  return { creates: creates.map(creation => (isCopied(creation.node) ? withStored(creation, null) : creation)) }
}

const isSlot = ({ environment: { registry } }: Reading, type: unknown): boolean => {
  const registered = registry.types.get(String(type))
  return registered !== undefined && hasBehavior(registered, scheduleBehavior)
}

async function withVisibility(reading: Reading, change: Change, left: ReadonlySet<string>): Promise<Change> {
  const { updates = [], entries = [] } = change
  const slots = [...updates.map(({ node: { uid }, entry }) => ({ uid, entry })), ...entries].filter(({ entry }) =>
    isSlot(reading, entry.indexes.portal_type),
  )
  const isVisible = slots.length === 0 ? () => true : await visibilityAfter(reading, change, slots)
  const stored = new Map<string, Withdrawal | null>()
  const hidden: string[] = []
  for (const { uid, entry } of slots) {
    if (reading.task.isOver()) await reading.task.next()
    const isShown = !left.has(uid) && isVisible(entry)
    if (isWithdrawn(entry)) isShown || left.has(uid) ? stored.set(uid, null) : null
    else if (!isShown && !left.has(uid)) hidden.push(uid)
  }
  for (const [uid, withdrawal] of await newWithdrawals(reading, hidden)) stored.set(uid, withdrawal)
  return stored.size === 0 ? change : withStoredIn(reading, change, stored)
}

const isWithdrawn = ({ indexes }: CatalogUpdate): boolean => valuesOf(indexes, withdrawalIndex).includes(true)

type Slot = { readonly uid: string; readonly entry: CatalogUpdate }

/** Creates a function that checks whether visitors can view a slot with the given entry after the change. */
async function visibilityAfter(reading: Reading, { updates = [] }: Change, slots: readonly Slot[]) {
  const candidates = slots.filter(({ entry }) => isFindable(entry, reading.now)).map(({ entry }) => entry)
  const events = new Map(await eventsOf(reading, candidates))
  for (const { node } of updates) if (events.has(node.uid)) events.set(node.uid, node)
  return (entry: CatalogUpdate): boolean => {
    const event = events.get(String(entry.columns.event_root))
    return event !== undefined && isFindable(entry, reading.now) && isScheduled(entry.columns, scheduleStates(event))
  }
}

const isFindable = ({ holders, columns }: CatalogFacts, now: number): boolean =>
  holders.includes('Anonymous') && isActive(columns, now)

/** Returns the withdrawals of slots that visitors could view before the change, by slot UID. */
async function newWithdrawals(reading: Reading, uids: readonly string[]): Promise<ReadonlyMap<string, Withdrawal>> {
  const hits = await findAmong(uids, among => publicSlots(reading, [among]))
  const events = await eventsOf(reading, hits)
  const eventOf = new Map(hits.map(({ uid, columns }) => [uid, events.get(String(columns.event_root))]))
  const withdrawals = new Map<string, Withdrawal>()
  for (const node of await readNodes(reading, [...eventOf.keys()])) {
    const event = eventOf.get(node.uid)
    const withdrawal = event && withdrawalOfShown(node, event)
    if (withdrawal) withdrawals.set(node.uid, withdrawal)
  }
  return withdrawals
}

/**
 * Stores a withdrawal in each given slot, or removes it if the value is null. If the change contains only a new catalog
 * entry for a slot, an update of the slot replaces this entry.
 */
async function withStoredIn(
  reading: Reading,
  change: Change,
  stored: ReadonlyMap<string, Withdrawal | null>,
): Promise<Change> {
  const { updates = [], entries = [] } = change
  const changed = <E extends NodeUpdate>(edit: E): E => {
    const withdrawal = stored.get(edit.node.uid)
    return withdrawal === undefined ? edit : withStored(edit, withdrawal)
  }
  const indexed = new Map(entries.filter(({ uid }) => stored.has(uid)).map(({ uid, entry }) => [uid, entry]))
  const nodes = await readNodes(reading, [...indexed.keys()])
  const added = nodes.flatMap(node => {
    const entry = indexed.get(node.uid)
    return entry ? changed({ node, entry }) : []
  })
  return {
    ...change,
    updates: [...updates.map(changed), ...added],
    entries: entries.filter(({ uid }) => !stored.has(uid)),
  }
}

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
