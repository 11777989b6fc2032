import {
  administrativeKinds,
  type ChangeEvent,
  type EventQuery,
  type EventRetention,
  type FeedState,
  type MarkedEvent,
  type NewEvent,
} from '../changeFeed/events.js'
import type { StoredSubscription } from './memorySubscriptions.js'

export interface MemoryFeed {
  readonly id: string
  readonly events: readonly ChangeEvent[]
  readonly newest: number
  readonly subscriptions: ReadonlyMap<string, StoredSubscription>
}

export const emptyFeed: MemoryFeed = { id: 'first', events: [], newest: 0, subscriptions: new Map() }

export function withEvents(feed: MemoryFeed, added: readonly NewEvent[]): MemoryFeed {
  if (added.length === 0) return feed
  const { events, newest } = feed
  const positioned = added.map((event, i) => ({ ...event, position: newest + i + 1 }))
  return { ...feed, events: [...events, ...positioned], newest: newest + added.length }
}

export function findEvents({ events }: MemoryFeed, query: EventQuery): readonly MarkedEvent[] {
  const { after = 0, before = Number.POSITIVE_INFINITY, isAdministrative, isDescending, limit } = query
  const matches = events.filter(
    ({ position, kind }) =>
      position > after && position < before && !(isAdministrative && !administrativeKinds.includes(kind)),
  )
  return (isDescending ? matches.toReversed() : matches).slice(0, limit).map(event => ({ event, mark: '' }))
}

export const feedStateOf = ({ id, events, newest }: MemoryFeed): FeedState => ({
  id,
  newest,
  oldest: events[0]?.position ?? null,
})

export function trimmed(
  feed: MemoryFeed,
  { before, count }: EventRetention,
  limit: number,
): readonly [number, MemoryFeed] {
  const { events } = feed
  const excess = Math.max(0, events.length - count)
  const young = events.findIndex(({ time }, i) => i >= excess && time >= before)
  const removed = Math.max(0, Math.min(limit, young === -1 ? events.length : young, events.length - 1))
  return [removed, { ...feed, events: events.slice(removed) }]
}
