import type { ChangeEvent } from '../../changeFeed/events.js'
import type { Instant } from '../../foundation/instants.js'
import { matchesFilter, messageOf } from '../../webhooks/messageOf.js'
import { type Delivery, maxWaiting, type Webhook, type WebhookStore } from '../../webhooks/webhook.js'
import type { Environment } from '../run/environment.js'

export const newMessageId = (uid: string): string => `msg_${uid}`

/** The maximum number of events that are examined for a webhook before the next webhook is processed. */
const batchSize = 200

export type WebhookEnvironment = Pick<Environment, 'store' | 'now' | 'newUid'> & { readonly webhooks: WebhookStore }

/**
 * Queues messages about the next events in the change feed. Resolves to true if more events may exist. Does nothing if
 * the queue already contains too many messages to the webhook.
 */
export async function queueMessages(
  environment: WebhookEnvironment,
  holder: string,
  { id, position }: Webhook,
): Promise<boolean> {
  const { store, webhooks } = environment
  if (position === null) return false
  const { total } = await webhooks.deliveries({ webhook: id, state: 'waiting', start: 0, size: 0 })
  const limit = Math.min(batchSize, maxWaiting - total)
  if (limit <= 0) return false
  const marked = await store.read(reader => reader.events({ after: position, limit }))
  const events = marked.map(({ event }) => event)
  const last = events.at(-1)
  if (!last) return false
  const now = environment.now()
  await webhooks.change(current => {
    const webhook = current.find(candidate => candidate.id === id)
    // The webhook may have been removed, paused or moved to another position in the feed in the meantime.
    if (!webhook || webhook.isPaused || webhook.position !== position) return {}
    const matching = events.filter(event => matchesFilter(webhook.filter, event))
    return {
      holder,
      webhooks: [{ ...webhook, position: last.position }],
      deliveries: matching.map(event => waiting(event, { id: newMessageId(environment.newUid()), webhook: id, now })),
    }
  })
  return events.length === limit
}

interface NewDelivery extends Pick<Delivery, 'id' | 'webhook'> {
  readonly now: Instant
}

const waiting = (event: ChangeEvent, { id, webhook, now }: NewDelivery): Delivery => ({
  id,
  webhook,
  kind: event.kind,
  position: event.position,
  body: messageOf(event),
  created: now,
  since: now,
  state: 'waiting',
  due: now,
  attempts: 0,
  last: null,
})
