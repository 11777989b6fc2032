import type { AttemptPayload, DeliveryPayload, WebhookPayload } from '../../answers/webhooks.js'
import { formatInstant } from '../../foundation/instants.js'
import { message } from '../../foundation/messages.js'
import { maskedSecret } from '../../webhooks/secrets.js'
import type { Attempt, Delivery, DeliveryState, Webhook } from '../../webhooks/webhook.js'
import type { RequestContext } from '../run/requestContext.js'

type Presenting = Pick<RequestContext, 'base' | 'now' | 'translate'>

export interface WebhookFacts {
  readonly webhook: Webhook
  readonly counts?: Readonly<Partial<Record<DeliveryState, number>>> | undefined
  /** A new secret, which no other response contains. */
  readonly secret?: string | undefined
}

export function presentWebhook({ base, now }: Presenting, { webhook, counts, secret }: WebhookFacts): WebhookPayload {
  const { id, title, address, filter, isPaused, created, creator, failures, retryAt, secrets } = webhook
  return {
    '@id': `${base}/@webhooks/${id}`,
    id,
    title,
    address,
    secret: secret ?? (secrets.length > 0 ? maskedSecret : null),
    kinds: filter.kinds,
    types: filter.types,
    workflows: filter.workflows,
    path: filter.path,
    paused: isPaused,
    created: formatInstant(created),
    creator,
    failures,
    next_attempt: retryAt > now ? formatInstant(retryAt) : null,
    deliveries: { waiting: 0, delivered: 0, parked: 0, ...counts },
  }
}

export function presentDelivery(context: Presenting, delivery: Delivery): DeliveryPayload {
  const { id, webhook, kind, position, state, created, due, attempts, last, body } = delivery
  return {
    '@id': `${context.base}/@webhooks/${webhook}/deliveries/${id}`,
    id,
    kind,
    position,
    state,
    created: formatInstant(created),
    next_attempt: state === 'waiting' ? formatInstant(due) : null,
    attempts,
    last_attempt: last && presentAttempt(context, last),
    body,
  }
}

function presentAttempt({ translate }: Presenting, attempt: Attempt): AttemptPayload {
  const { time, status, error, milliseconds } = attempt
  return {
    time: formatInstant(time),
    status,
    error,
    message: error && translate(message(`webhook.error.${error}`, { status: status ?? 0 })),
    duration: milliseconds,
  }
}
