import type { EventKind, NewEvent } from '../changeFeed/events.js'
import type { Instant } from '../foundation/instants.js'

/** The receiver of signed messages about events of the change feed (docs/webhooks.md). */
export interface Webhook {
  readonly id: string
  readonly title: string
  /** The http or https URL to which messages are posted. */
  readonly address: string
  /** The secrets that sign messages, the newest first. Empty after a restore: the webhook is paused then. */
  readonly secrets: readonly WebhookSecret[]
  readonly filter: WebhookFilter
  readonly isPaused: boolean
  /**
   * The position in the change feed up to which messages have been queued. Null after a restore: the webhook continues
   * with the events after it is resumed.
   */
  readonly position: number | null
  /** The number of failed attempts since the last successful one. */
  readonly failures: number
  /** The earliest time of the next attempt. */
  readonly retryAt: Instant
  readonly created: Instant
  /** The id of the user who created the webhook. */
  readonly creator: string | null
}

export interface WebhookSecret {
  /** `whsec_` and 24 to 64 bytes in base64. */
  readonly secret: string
  /** The time after which a replaced secret no longer signs; null for the current secret. */
  readonly ends: Instant | null
}

/** The events that a webhook receives: those that satisfy all conditions. */
export interface WebhookFilter {
  /** Kinds of events. An empty list is satisfied by all kinds except `administrativeKinds`, which must be listed. */
  readonly kinds: readonly EventKind[]
  /** Names of content types. An empty list is satisfied by all types and by events without an object. */
  readonly types: readonly string[]
  /** Ids of workflows. An empty list is satisfied by all events, another list only by transitions of these workflows. */
  readonly workflows: readonly string[]
  /** Only events of objects at or below this path satisfy it. `/` is also satisfied by events without an object. */
  readonly path: string
}

/** `waiting`: attempts follow. `delivered`: the receiver has accepted it. `parked`: it is not attempted any more. */
export const deliveryStates = ['waiting', 'delivered', 'parked'] as const

export type DeliveryState = (typeof deliveryStates)[number]

/** The message of one webhook about one event. */
export interface Delivery {
  /** The value of the header `webhook-id`, which is the same in all attempts. */
  readonly id: string
  /** The id of the webhook. */
  readonly webhook: string
  /** `ping` for the message that tests a webhook. */
  readonly kind: EventKind | 'ping'
  /** The position of the event in the change feed; null for a test. */
  readonly position: number | null
  /** The body of the message. */
  readonly body: string
  readonly created: Instant
  /** The time from which the retry period counts: the creation, or the last request to repeat the delivery. */
  readonly since: Instant
  readonly state: DeliveryState
  /** The time from which the next attempt is due. */
  readonly due: Instant
  /** The number of attempts since `since`. */
  readonly attempts: number
  readonly last: Attempt | null
}

/** The outcome of an attempt. */
export interface Attempt {
  readonly time: Instant
  /** The status of the answer; null if there was none. */
  readonly status: number | null
  /** The reason of the failure; null if the receiver has accepted the message. */
  readonly error: AttemptError | null
  /** The duration in milliseconds. */
  readonly milliseconds: number
}

export const attemptErrors = ['url', 'host', 'private', 'connection', 'time', 'status'] as const

/**
 * `url`: the address is not an http or https URL. `host`: the host has no address. `private`: the host is not on the
 * public internet. `connection`: no connection or no HTTP. `time`: no complete answer in time. `status`: another status
 * than 2xx.
 */
export type AttemptError = (typeof attemptErrors)[number]

export interface DeliveryQuery {
  readonly webhook: string
  /** Only deliveries in this state; if omitted, in any state. */
  readonly state?: DeliveryState
  readonly start: number
  readonly size: number
}

export interface DeliveryPage {
  /** The newest first. */
  readonly items: readonly Delivery[]
  readonly total: number
}

/** A change of webhooks and deliveries. */
export interface WebhookChange {
  /** If present, the change is written only while this holder has the lease. */
  readonly holder?: string
  /** Webhooks to create or replace. */
  readonly webhooks?: readonly Webhook[]
  /** Ids of webhooks to delete with their deliveries. */
  readonly removed?: readonly string[]
  /** Deliveries to create or replace. Those of missing webhooks are ignored. */
  readonly deliveries?: readonly Delivery[]
  /** Added to the change feed in the same transaction. */
  readonly events?: readonly NewEvent[]
}

/** Port: the store of webhooks and their deliveries, and the lease of the process that delivers. */
export interface WebhookStore {
  /** All webhooks, in the order of their creation. */
  webhooks(): Promise<readonly Webhook[]>
  /**
   * Applies the change that `decide` returns, atomically and without losing concurrent changes. Then deletes the oldest
   * deliveries that exceed `maxEnded`. If `decide` throws, rethrows and writes nothing. Returns false, without writing,
   * if the holder has lost the lease.
   */
  change(decide: (webhooks: readonly Webhook[]) => WebhookChange): Promise<boolean>
  deliveries(query: DeliveryQuery): Promise<DeliveryPage>
  delivery(webhook: string, id: string): Promise<Delivery | null>
  /** The oldest waiting delivery of a webhook that is due at a time, or null. */
  dueDelivery(webhook: string, now: Instant): Promise<Delivery | null>
  /** At most 100 of the waiting deliveries of a webhook whose retry period began before a time. */
  overdueDeliveries(webhook: string, before: Instant): Promise<readonly Delivery[]>
  /** The number of deliveries by webhook and state; missing numbers are 0. */
  counts(): Promise<ReadonlyMap<string, Readonly<Partial<Record<DeliveryState, number>>>>>
  /**
   * Takes or renews the lease for a number of milliseconds. Returns false if another holder has it. Writes only when
   * less than half of the time remains. The time is that of the store, because the clocks of machines differ.
   */
  lease(holder: string, milliseconds: number): Promise<boolean>
  /** Gives the lease back, if the holder has it. */
  release(holder: string): Promise<void>
}

/** The maximum number of webhooks of a site. */
export const maxWebhooks = 100
/** The maximum number of waiting deliveries of a webhook. Further events stay in the change feed until others end. */
export const maxWaiting = 1000
/** The maximum number of ended deliveries of a webhook that are stored. */
export const maxEnded = 1000
