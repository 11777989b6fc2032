import type { DeliveriesPayload, DeliveryPayload } from '../../answers/webhooks.js'
import { badRequest, DomainError, message } from '../../foundation/messages.js'
import { pingMessage } from '../../webhooks/messageOf.js'
import { repeated } from '../../webhooks/retries.js'
import {
  type Delivery,
  type DeliveryState,
  deliveryStates,
  maxWaiting,
  type WebhookStore,
} from '../../webhooks/webhook.js'
import { batchLinks } from '../present/batching.js'
import type { Batch, Operation } from '../run/operation.js'
import type { RequestContext } from '../run/requestContext.js'
import { presentDelivery } from '../webhooks/presentWebhook.js'
import { newMessageId } from '../webhooks/queueMessages.js'
import { forManagers, storeOf, type WebhookInput, webhookIn, write } from '../webhooks/webhookAccess.js'

/** `POST /@webhooks/{id}/ping` queues a test message. */
export const pingWebhook: Operation<WebhookInput, DeliveryPayload> = {
  ...forManagers,
  async run(context, { id }) {
    const { environment, now } = context
    const store = storeOf(context)
    const ping: Delivery = {
      id: newMessageId(environment.newUid()),
      webhook: id,
      kind: 'ping',
      position: null,
      body: pingMessage(now, id),
      created: now,
      since: now,
      state: 'waiting',
      due: now,
      attempts: 0,
      last: null,
    }
    await refuseFull(store, id)
    return { later: () => queue(context, ping) }
  },
}

async function refuseFull(store: WebhookStore, id: string): Promise<void> {
  webhookIn(await store.webhooks(), id)
  const { total } = await store.deliveries({ webhook: id, state: 'waiting', start: 0, size: 0 })
  if (total >= maxWaiting) throw badRequest('webhook.full', { limit: maxWaiting })
}

const queue = (context: RequestContext, delivery: Delivery): Promise<DeliveryPayload> =>
  write(
    context,
    webhooks => {
      webhookIn(webhooks, delivery.webhook)
      return { deliveries: [delivery] }
    },
    () => presentDelivery(context, delivery),
  )

export interface DeliveriesInput extends WebhookInput {
  readonly state: string | undefined
  readonly batch: Batch
}

/** `GET /@webhooks/{id}/deliveries` returns the messages of a webhook. */
export const listDeliveries: Operation<DeliveriesInput, DeliveriesPayload> = {
  ...forManagers,
  async run(context, { id, state: text, batch }) {
    const store = storeOf(context)
    webhookIn(await store.webhooks(), id)
    const state = readState(text)
    const { items, total } = await store.deliveries({
      webhook: id,
      ...(state ? { state } : {}),
      start: batch.start,
      size: Math.min(batch.size, maxWaiting),
    })
    const url = `${context.base}/@webhooks/${id}/deliveries`
    const links = batchLinks(url, `${state ? `state=${state}&` : ''}b_size=${batch.size}`, batch, total)
    return {
      answer: {
        '@id': url,
        items: items.map(delivery => presentDelivery(context, delivery)),
        items_total: total,
        ...(links ? { batching: links } : {}),
      },
    }
  },
}

function readState(text: string | undefined): DeliveryState | null {
  if (text === undefined || text === '') return null
  const state = deliveryStates.find(candidate => candidate === text)
  if (state) return state
  throw badRequest('webhook.state', { known: deliveryStates.join(', ') })
}

/** `POST /@webhooks/{id}/deliveries/{delivery}/repeat` sends a message again with the same id and body. */
export const repeatDelivery: Operation<WebhookInput & { readonly delivery: string }, DeliveryPayload> = {
  ...forManagers,
  async run(context, { id, delivery: deliveryId }) {
    const store = storeOf(context)
    const delivery = await store.delivery(id, deliveryId)
    if (!delivery) throw new DomainError('not-found', message('webhook.delivery-missing'))
    if (delivery.state === 'waiting') return { answer: presentDelivery(context, delivery) }
    await refuseFull(store, id)
    return { later: () => queue(context, repeated(delivery, context.now)) }
  },
}
