import type { Subscription, SubscriptionStore } from '../changeFeed/subscriptions.js'
import type { MemoryFeed } from './memoryFeed.js'

/** Replaces the feed with the second element of the pair that `change` returns, and resolves to the first element. */
type ChangeFeed = <T>(change: (feed: MemoryFeed) => readonly [T, MemoryFeed]) => Promise<T>

export function memorySubscriptionStore(changeFeed: ChangeFeed): SubscriptionStore {
  return {
    lease: (name, { owner, now, ends }) =>
      changeFeed(feed => {
        const stored = feed.subscriptions.get(name) ?? { subscription: fresh(name, feed.newest), owner: null }
        const isFree = stored.owner === null || stored.owner === owner || (stored.subscription.leaseEnds ?? 0) <= now
        if (!isFree) return [null, feed]
        const subscription = { ...stored.subscription, leaseEnds: ends }
        return [subscription, withSubscription(feed, { subscription, owner })]
      }),
    endLease: (name, owner, progress) =>
      changeFeed(feed => {
        if (feed.subscriptions.get(name)?.owner !== owner) return [false, feed]
        return [true, withSubscription(feed, { subscription: { name, ...progress, leaseEnds: null }, owner: null })]
      }),
    resume: name =>
      changeFeed(feed => {
        const stored = feed.subscriptions.get(name)
        if (!stored || stored.subscription.parkedAt === null) return [false, feed]
        const subscription = { ...stored.subscription, attempts: 0, retryAt: null, error: null, parkedAt: null }
        return [true, withSubscription(feed, { ...stored, subscription })]
      }),
    forget: name =>
      changeFeed(feed => {
        const subscriptions = new Map(feed.subscriptions)
        return [subscriptions.delete(name), { ...feed, subscriptions }]
      }),
  }
}

/** A subscription with its lease. `owner` is the id of the process that has the lease. */
export interface StoredSubscription {
  readonly subscription: Subscription
  readonly owner: string | null
}

const withSubscription = (feed: MemoryFeed, stored: StoredSubscription): MemoryFeed => ({
  ...feed,
  subscriptions: new Map([...feed.subscriptions, [stored.subscription.name, stored]]),
})

const fresh = (name: string, position: number): Subscription => ({
  name,
  position,
  attempts: 0,
  retryAt: null,
  error: null,
  parkedAt: null,
  leaseEnds: null,
})

export const listSubscriptions = ({ subscriptions }: MemoryFeed): readonly Subscription[] =>
  [...subscriptions.values()].map(({ subscription }) => subscription).sort((a, b) => (a.name < b.name ? -1 : 1))
