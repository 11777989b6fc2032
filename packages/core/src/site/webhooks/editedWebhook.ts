import type { NewEvent } from '../../changeFeed/events.js'
import type { JsonObject } from '../../foundation/json.js'
import { badRequest } from '../../foundation/messages.js'
import type { WebhookEdit } from '../../webhooks/readWebhook.js'
import { rotated } from '../../webhooks/secrets.js'
import type { Webhook } from '../../webhooks/webhook.js'
import type { RequestContext } from '../run/requestContext.js'
import { siteEvent } from '../write/changeEvents.js'

interface Present {
  readonly now: number
  /** The position of the newest event in the change feed. */
  readonly newest: number
}

/**
 * Returns the webhook with the edited values. If the webhook is resumed or its address changes, the next attempt is due
 * immediately.
 */
export function editedWebhook(
  before: Webhook,
  { secret, filter, ...values }: WebhookEdit,
  { now, newest }: Present,
): Webhook {
  const secrets = secret === undefined ? before.secrets : rotated(before.secrets, secret, now)
  const next = { ...before, ...values, secrets, filter: { ...before.filter, ...filter } }
  const isChanged = next.address !== before.address || (before.isPaused && !next.isPaused)
  if (!next.isPaused && secrets.length === 0) throw badRequest('webhook.no-secret')
  return {
    ...next,
    position: next.isPaused ? next.position : (next.position ?? newest),
    ...(isChanged ? { failures: 0, retryAt: 0 } : {}),
  }
}

/** Creates the event about a change to a webhook. The event contains no secrets. */
export function webhookEvent(context: RequestContext, before: Webhook | null, after: Webhook | null): NewEvent {
  const isReplaced = before !== null && after !== null && before.secrets[0]?.secret !== after.secrets[0]?.secret
  return siteEvent(context, 'settings', {
    webhook: (after ?? before)?.id ?? '',
    from: before && factsOf(before),
    to: after && factsOf(after),
    ...(isReplaced ? { secret: 'replaced' } : {}),
  })
}

/**
 * Returns the properties of a webhook for an event. Only the scheme and the host of the address are included, because
 * the rest of the address often contains a secret token.
 */
const factsOf = ({ title, address, filter, isPaused }: Webhook): JsonObject => ({
  title,
  address: /^https?:\/\/[^/?]*/i.exec(address)?.[0] ?? '',
  ...filter,
  paused: isPaused,
})
