import type { Batched } from './batches.js'

/** A webhook (docs/webhooks.md). */
export type WebhookPayload = {
  readonly '@id': string
  readonly id: string
  readonly title: string
  /** The URL to which messages are posted. */
  readonly address: string
  /**
   * The secret, which is masked except in the response that creates or replaces it; null if the webhook has no secret
   * yet.
   */
  readonly secret: string | null
  /** The kinds of events that the webhook receives. An empty list means all kinds that concern content. */
  readonly kinds: readonly string[]
  /** The content types that the events must concern. An empty list means all types; the same applies to `workflows`. */
  readonly types: readonly string[]
  readonly workflows: readonly string[]
  readonly path: string
  readonly paused: boolean
  readonly created: string
  readonly creator: string | null
  /** The number of failed attempts since the last successful one. */
  readonly failures: number
  /** The time before which no delivery is attempted after several failures; null if the webhook does not wait. */
  readonly next_attempt: string | null
  /** The number of stored deliveries per state. */
  readonly deliveries: { readonly waiting: number; readonly delivered: number; readonly parked: number }
}

/** `GET /@webhooks` */
export type WebhooksPayload = { readonly '@id': string } & Required<
  Pick<Batched<WebhookPayload>, 'items' | 'items_total'>
>

/** The message of a webhook about one event. */
export type DeliveryPayload = {
  readonly '@id': string
  /** The value of the header `webhook-id`. */
  readonly id: string
  /** The kind of the event, or `ping`. */
  readonly kind: string
  /** The position of the event in the change feed; null for a ping. */
  readonly position: number | null
  readonly state: 'waiting' | 'delivered' | 'parked'
  readonly created: string
  /** The time from which the next attempt is due; null unless the delivery is waiting. */
  readonly next_attempt: string | null
  /** The number of attempts since the creation, or since the last request to repeat the delivery. */
  readonly attempts: number
  readonly last_attempt: AttemptPayload | null
  /** The body of the message, exactly as it is sent. */
  readonly body: string
}

export type AttemptPayload = {
  readonly time: string
  /** The HTTP status of the response; null if there was no response. */
  readonly status: number | null
  /** The code of the error, such as `time`; null if the receiver has accepted the message. */
  readonly error: string | null
  /** The error as a sentence in the language of the request; null if there was no error. */
  readonly message: string | null
  /** The duration of the attempt in milliseconds. */
  readonly duration: number
}

/** `GET /@webhooks/{id}/deliveries`: the deliveries of a webhook, newest first. */
export type DeliveriesPayload = { readonly '@id': string } & Batched<DeliveryPayload>
