import type { Batched } from './batches.js'

/** A webhook (docs/webhooks.md). */
export type WebhookPayload = {
  readonly '@id': string
  readonly id: string
  readonly title: string
  /** The URL to which messages are posted. */
  readonly address: string
  /**
   * The secret, which is masked except in the response to the request that creates or replaces it. The value is null if
   * the webhook has no secret.
   */
  readonly secret: string | null
  /**
   * The kinds of events about which the webhook receives messages. An empty list selects all kinds that concern
   * content.
   */
  readonly kinds: readonly string[]
  /**
   * The content types about which the webhook receives messages. An empty list selects all types. `workflows` selects
   * workflows in the same way.
   */
  readonly types: readonly string[]
  readonly workflows: readonly string[]
  readonly path: string
  readonly paused: boolean
  readonly created: string
  readonly creator: string | null
  /** The number of failed attempts since the last successful attempt. */
  readonly failures: number
  /**
   * The earliest time of the next delivery, or null if deliveries are not delayed. Deliveries are delayed after several
   * failures.
   */
  readonly next_attempt: string | null
  /** The number of stored deliveries in each state. */
  readonly deliveries: { readonly waiting: number; readonly delivered: number; readonly parked: number }
}

/** The response to `GET /@webhooks`. */
export type WebhooksPayload = { readonly '@id': string } & Required<
  Pick<Batched<WebhookPayload>, 'items' | 'items_total'>
>

/** A delivery: a message about an event that is sent to a webhook. */
export type DeliveryPayload = {
  readonly '@id': string
  /** The value of the `webhook-id` header. */
  readonly id: string
  /** The kind of the event, or `ping`. */
  readonly kind: string
  /** The position of the event in the change feed, or null for a ping. */
  readonly position: number | null
  readonly state: 'waiting' | 'delivered' | 'parked'
  readonly created: string
  /** The earliest time of the next attempt, or null if the delivery is no longer waiting. */
  readonly next_attempt: string | null
  /** The number of attempts since the delivery was created or manually repeated. */
  readonly attempts: number
  readonly last_attempt: AttemptPayload | null
  /** The body of the message, exactly as sent. */
  readonly body: string
}

export type AttemptPayload = {
  readonly time: string
  /** The HTTP status of the receiver's response, or null if no response was received. */
  readonly status: number | null
  /** The error code, such as `time`, or null if the receiver accepted the message. */
  readonly error: string | null
  /** The error as a sentence in the language of the request, or null if there was no error. */
  readonly message: string | null
  /** The duration of the attempt in milliseconds. */
  readonly duration: number
}

/** The response to `GET /@webhooks/{id}/deliveries`: the deliveries of a webhook, newest first. */
export type DeliveriesPayload = { readonly '@id': string } & Batched<DeliveryPayload>
