import { catalogFacts } from '../../content/catalog/catalogEntry.js'
import type { ContentNode } from '../../content/node/node.js'
import type { Condition, SearchHit } from '../../content/store/catalog.js'
import type { Change, NodeUpdate } from '../../content/store/change.js'
import {
  maxWithdrawn,
  type RemovedSession,
  removedSessionsIn,
  withRemovedSessions,
} from '../../event/removedSessions.js'
import { type Withdrawal, withdrawalIndex, withdrawalOfShown, withdrawnValues } from '../../event/withdrawal.js'
import { idOfPath, isAtOrBelow } from '../../foundation/paths.js'
import { openEach, readNodes, scanFew } from './openEach.js'
import { eventsOf, findAmong, publicSlots, type Reading } from './scheduledSlots.js'

/** A session that a change deletes or moves out of its event, and that calendars of the event may contain. */
interface LeavingSession {
  readonly node: ContentNode
  readonly event: ContentNode
  readonly withdrawal: Withdrawal
}

/** Returns at most `maxWithdrawn` sessions that the change deletes or moves out of their events. */
export async function sessionsLeaving(reading: Reading, change: Change): Promise<readonly LeavingSession[]> {
  const { removes = [], renames = [], entries = [], updates = [] } = change
  const leaving: LeavingSession[] = []
  for (const path of removes)
    if (leaving.length < maxWithdrawn)
      leaving.push(...(await sessionsInCalendars(reading, { kind: 'below', path, depth: null })))
  if (renames.length > 0) {
    const after = new Map([...updates.map(({ node: { uid }, entry }) => ({ uid, entry })), ...entries].map(rootAfter))
    const moved = await findAmong([...after.keys()], among => sessionsInCalendars(reading, among))
    leaving.push(...moved.filter(({ node, event }) => after.get(node.uid) !== event.uid))
  }
  const isLost = ({ path }: ContentNode) => removes.some(removed => isAtOrBelow(path, removed))
  return leaving.filter(({ event }) => !isLost(event)).slice(0, maxWithdrawn)
}

type Entry = Pick<Required<Change>['entries'][number], 'uid' | 'entry'>

const rootAfter = ({ uid, entry }: Entry) => [uid, entry.columns.event_root] as const

async function sessionsInCalendars(reading: Reading, where: Condition): Promise<readonly LeavingSession[]> {
  const shown = await publicSlots(reading, [where])
  const isWithdrawn = { kind: 'any', index: withdrawalIndex, values: [true] } as const
  const withdrawn = await scanFew(reading, { principals: 'system', where: [isWithdrawn, where] })
  const hits = [...shown, ...withdrawn].slice(0, maxWithdrawn)
  const events = await eventsOf(reading, hits)
  const visible = new Set(shown.map(({ uid }) => uid))
  const eventOf = new Map(hits.map(hit => [hit.uid, eventIn(events, hit)]))
  return (await readNodes(reading, [...eventOf.keys()])).flatMap(node => {
    const event = eventOf.get(node.uid)
    if (!event) return []
    const withdrawal = visible.has(node.uid) ? withdrawalOfShown(node, event) : withdrawnValues(node, event)?.withdrawal
    return withdrawal ? { node, event, withdrawal } : []
  })
}

const eventIn = (events: ReadonlyMap<string, ContentNode>, { columns }: SearchHit): ContentNode | undefined =>
  events.get(String(columns.event_root))

/**
 * Adds updates to a change, so that each event records the sessions that leave it. Events that are over remain
 * unchanged.
 */
export async function withRemovals(
  reading: Reading,
  change: Change,
  leaving: readonly LeavingSession[],
): Promise<Change> {
  const remaining = leaving.filter(({ event }) => !isOver(event, reading.now))
  if (remaining.length === 0) return change
  const events = [...new Map(remaining.map(({ event }) => [event.uid, event])).values()]
  const { updates = [] } = change
  const changed = new Map(updates.map(update => [update.node.uid, update]))
  const opened = await openEach(
    reading,
    events.filter(({ uid }) => !changed.has(uid)),
  )
  for (const [{ uid }, lineage] of opened) {
    const node = lineage.at(-1)
    if (node) changed.set(uid, { node, entry: catalogFacts(lineage, reading.environment), isClaim: true })
  }
  const withSessions = (update: NodeUpdate): NodeUpdate => {
    const sessions = remaining.filter(({ event }) => event.uid === update.node.uid)
    if (sessions.length === 0) return update
    const removed = sessions.map(session => removedFrom(reading, session))
    return { ...update, node: withRemovedSessions(update.node, removed) }
  }
  return { ...change, updates: [...changed.values()].map(withSessions) }
}

const isOver = ({ fields: { end } }: ContentNode, now: number): boolean => typeof end === 'number' && end <= now

function removedFrom({ now }: Reading, { node, event, withdrawal }: LeavingSession): RemovedSession {
  const { uid, path, revision, created } = node
  const earlier = removedSessionsIn(event).find(session => session.uid === uid)?.sequence ?? 0
  return { uid, shortName: idOfPath(path), sequence: earlier + revision + 1, created, removed: now, withdrawal }
}
