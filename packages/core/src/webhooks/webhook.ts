import type { EventKind, NewEvent } from '../changeFeed/events.js'
import type { Instant } from '../foundation/instants.js'

/** A receiver of signed messages about events of the change feed (docs/webhooks.md). */
export interface Webhook {
  readonly id: string
  readonly title: string
  /** The http or https URL to which messages are posted. */
  readonly address: string
  /** The secrets that sign messages, newest first. A restored webhook has no secrets and is paused. */
  readonly secrets: readonly WebhookSecret[]
  readonly filter: WebhookFilter
  readonly isPaused: boolean
  /**
   * The position in the change feed up to which messages have been queued. The position is null after a restore, and
   * the webhook then receives only events that occur after it is resumed.
   */
  readonly position: number | null
  /** The number of failed attempts since the last successful attempt. */
  readonly failures: number
  /** The earliest time of the next attempt. */
  readonly retryAt: Instant
  readonly created: Instant
  readonly creator: string | null
}

export interface WebhookSecret {
  /** The prefix `whsec_`, followed by 24 to 64 bytes in base64. */
  readonly secret: string
  /** The time after which a replaced secret no longer signs messages, or null for the current secret. */
  readonly ends: Instant | null
}

/** Selects the events for a webhook. An event must meet all conditions. */
export interface WebhookFilter {
  /**
   * The kinds of events. An empty list selects all kinds except `administrativeKinds`, which must be listed explicitly.
   */
  readonly kinds: readonly EventKind[]
  /** The ids of the content types. An empty list selects all types, and events without an object. */
  readonly types: readonly string[]
  /**
   * The ids of workflows. An empty list selects all events. Any other list selects only transitions of these workflows.
   */
  readonly workflows: readonly string[]
  /** Selects objects at and below this path. The path `/` also selects events without an object. */
  readonly path: string
}

/**
 * The states of a delivery. `waiting`: another attempt will follow. `delivered`: the receiver accepted the message.
 * `parked`: no attempt will follow.
 */
export const deliveryStates = ['waiting', 'delivered', 'parked'] as const

export type DeliveryState = (typeof deliveryStates)[number]

export interface Delivery {
  /** The value of the `webhook-id` header. It is the same for all attempts. */
  readonly id: string
  readonly webhook: string
  /** The kind of the event, or `ping` for a test message. */
  readonly kind: EventKind | 'ping'
  /** The position of the event in the change feed, or null for a ping. */
  readonly position: number | null
  readonly body: string
  readonly created: Instant
  /** The start of the retry period: the time when the delivery was created or last repeated manually. */
  readonly since: Instant
  readonly state: DeliveryState
  /** The time when the next attempt is due. */
  readonly due: Instant
  /** The number of attempts since `since`. */
  readonly attempts: number
  readonly last: Attempt | null
}

export interface Attempt {
  readonly time: Instant
  /** The HTTP status of the response, or null if there was no response. */
  readonly status: number | null
  /** The reason for the failure, or null if the receiver accepted the message. */
  readonly error: AttemptError | null
  readonly milliseconds: number
}

const attemptErrors = ['url', 'host', 'private', 'connection', 'time', 'status'] as const

/**
 * The reason why an attempt failed. `url`: the address is not an http or https URL. `host`: the host has no IP address.
 * `private`: the host is not on the public internet. `connection`: the connection failed or the response was not HTTP.
 * `time`: no complete response arrived in time. `status`: the response status was not 2xx.
 */
export type AttemptError = (typeof attemptErrors)[number]

export interface DeliveryQuery {
  readonly webhook: string
  /** The state of the deliveries to select. Defaults to all states. */
  readonly state?: DeliveryState
  readonly start: number
  readonly size: number
}

export interface DeliveryPage {
  readonly items: readonly Delivery[]
  readonly total: number
}

/** A change to webhooks and deliveries. */
export interface WebhookChange {
  /** The process that must have the lease for the change to be written. If omitted, the lease is not checked. */
  readonly holder?: string
  /** The webhooks to create or replace. */
  readonly webhooks?: readonly Webhook[]
  /** The ids of the webhooks to delete together with their deliveries. */
  readonly removed?: readonly string[]
  /** The deliveries to create or replace. Deliveries to missing webhooks are ignored. */
  readonly deliveries?: readonly Delivery[]
  /** The events to add to the change feed in the same transaction. */
  readonly events?: readonly NewEvent[]
}

/** The port for storing webhooks, their deliveries, and the lease of the delivering process. */
export interface WebhookStore {
  /** Returns all webhooks in order of creation. */
  webhooks(): Promise<readonly Webhook[]>
  /**
   * Atomically applies the change that `decide` returns, without losing concurrent changes. Then deletes the oldest
   * ended deliveries, so that at most `maxEnded` remain. If `decide` throws, writes nothing and rethrows the error. If
   * the holder no longer has the lease, writes nothing and returns false.
   */
  change(decide: (webhooks: readonly Webhook[]) => WebhookChange): Promise<boolean>
  deliveries(query: DeliveryQuery): Promise<DeliveryPage>
  delivery(webhook: string, id: string): Promise<Delivery | null>
  /** Returns the oldest waiting delivery that is due for a webhook, or null if none is due. */
  dueDelivery(webhook: string, now: Instant): Promise<Delivery | null>
  /**
   * Returns at most 100 of a webhook's waiting deliveries. Only deliveries whose retry period began before the given
   * time are included.
   */
  overdueDeliveries(webhook: string, before: Instant): Promise<readonly Delivery[]>
  /** Returns the number of deliveries by webhook and state. States without deliveries are omitted. */
  counts(): Promise<ReadonlyMap<string, Readonly<Partial<Record<DeliveryState, number>>>>>
  /**
   * Acquires or renews the lease for the given number of milliseconds. Returns false if another holder has the lease.
   * The lease is written only if less than half of the duration remains. Times are from the clock of the store, because
   * the clocks of machines differ.
   */
  lease(holder: string, milliseconds: number): Promise<boolean>
  /** Releases the lease if the holder has it. */
  release(holder: string): Promise<void>
}

export const maxWebhooks = 100
/**
 * The maximum number of waiting deliveries per webhook. Additional events remain in the change feed until a delivery
 * ends.
 */
export const maxWaiting = 1000
/** The maximum number of ended deliveries that are stored per webhook. */
export const maxEnded = 1000
