import type { FeedItem } from '../../changeFeed/events.js'
import type { Subscription, SubscriptionProgress } from '../../changeFeed/subscriptions.js'
import type { Instant } from '../../foundation/instants.js'
import { rootPath } from '../../foundation/paths.js'
import type { Environment } from '../run/environment.js'
import type { ChangeSubscriber } from './changeSubscriber.js'
import { readCursors } from './cursors.js'

/** The maximum number of events per call of a subscriber. */
const eventsAtOnce = 100
/** The time in milliseconds after which another process may call a subscriber that has not returned. */
const leaseTime = 120_000
/** The number of consecutive failed calls after which a subscriber is parked. */
const maxAttempts = 10
/**
 * The first and the maximum delay after a failed call, in milliseconds. The delay doubles with each further failure.
 */
const [firstPause, maxPause] = [1000, 600_000]
const maxErrorLength = 500

type DeliveryEnvironment = Pick<Environment, 'store' | 'hmac' | 'now' | 'changeSubscribers'>

/**
 * Calls a subscriber with the next events, unless the subscriber is parked, is waiting after a failure, or is being
 * called by another process. `owner` identifies this process. Resolves to true if more events can be delivered
 * immediately.
 */
export async function deliverChanges(environment: DeliveryEnvironment, name: string, owner: string): Promise<boolean> {
  const subscriber = environment.changeSubscribers.find(candidate => candidate.name === name)
  return subscriber && (await isDue(environment, name)) ? deliverTo(environment, subscriber, owner) : false
}

/**
 * Whether the subscriber must be called now. This check only reads, so that idle processes do not write to the store.
 */
const isDue = ({ store, now }: DeliveryEnvironment, name: string): Promise<boolean> =>
  store.read(async reader => {
    const subscription = (await reader.subscriptions()).find(candidate => candidate.name === name)
    if (!subscription) return true
    return subscription.position < (await reader.feedState()).newest && isCallable(subscription, now())
  })

const isCallable = ({ parkedAt, retryAt, leaseEnds }: Subscription, now: Instant): boolean =>
  parkedAt === null && (retryAt ?? 0) <= now && (leaseEnds ?? 0) <= now

async function deliverTo(
  environment: DeliveryEnvironment,
  { name, committed }: ChangeSubscriber,
  owner: string,
): Promise<boolean> {
  const { store, now } = environment
  const startedAt = now()
  const subscription = await store.subscriptions.lease(name, { owner, now: startedAt, ends: startedAt + leaseTime })
  if (!subscription) return false
  const isOpen = isCallable({ ...subscription, leaseEnds: null }, startedAt)
  const { events, isLost } = isOpen ? await eventsAfter(environment, subscription.position) : noEvents
  const progress = isLost
    ? parked(subscription, now(), 'Events after the position of the subscriber are no longer stored.')
    : await call(subscription, { events, committed, now })
  const isOwner = await store.subscriptions.endLease(name, owner, progress)
  return isOwner && progress.error === null && events.length === eventsAtOnce
}

const noEvents = { events: [], isLost: false } as const

interface NextEvents {
  readonly events: readonly FeedItem[]
  /** Whether events were deleted before the subscriber received them. */
  readonly isLost: boolean
}

const eventsAfter = (environment: DeliveryEnvironment, after: number): Promise<NextEvents> =>
  environment.store.read(async reader => {
    const [root] = (await reader.open(rootPath)).lineage
    const cursors = await readCursors(environment, reader, root)
    const stored = await reader.events({ after, limit: eventsAtOnce })
    const [first] = stored
    const events = stored.map(marked => ({ ...marked.event, cursor: cursors.after(marked) }))
    return { events, isLost: (first !== undefined && first.event.position > after + 1) || after > cursors.feed.newest }
  })

interface Call {
  readonly events: readonly FeedItem[]
  readonly committed: ChangeSubscriber['committed']
  now(): Instant
}

async function call(subscription: Subscription, { events, committed, now }: Call): Promise<SubscriptionProgress> {
  const last = events.at(-1)
  if (!last) return subscription
  try {
    await committed(events)
    return { position: last.position, attempts: 0, retryAt: null, error: null, parkedAt: null }
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    const attempts = subscription.attempts + 1
    if (attempts >= maxAttempts) return parked({ ...subscription, attempts }, now(), text)
    const retryAt = now() + Math.min(maxPause, firstPause * 2 ** (attempts - 1))
    return { ...subscription, attempts, retryAt, error: text.slice(0, maxErrorLength) }
  }
}

const parked = ({ position, attempts }: Subscription, now: Instant, error: string): SubscriptionProgress => ({
  position,
  attempts,
  retryAt: null,
  error: error.slice(0, maxErrorLength),
  parkedAt: now,
})
