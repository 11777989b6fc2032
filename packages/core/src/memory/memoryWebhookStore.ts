import type { NewEvent } from '../changeFeed/events.js'
import { type Delivery, type DeliveryState, maxEnded, type Webhook, type WebhookStore } from '../webhooks/webhook.js'

export interface MemoryWebhooks {
  readonly store: WebhookStore
  all(): readonly Webhook[]
  hold(webhooks: readonly Webhook[]): void
}

/** Creates an in-memory store of webhooks. A lease never expires, because only one process uses the store. */
export function createMemoryWebhooks(addEvents: (events: readonly NewEvent[]) => void): MemoryWebhooks {
  const webhooks = new Map<string, Webhook>()
  const deliveries = new Map<string, Delivery>()
  let leaseHolder: string | null = null
  const deliveriesOf = (webhook: string, state?: DeliveryState): readonly Delivery[] =>
    [...deliveries.values()].filter(one => one.webhook === webhook && one.state === (state ?? one.state))
  const removeWebhook = (id: string): void => {
    webhooks.delete(id)
    for (const delivery of deliveriesOf(id)) deliveries.delete(delivery.id)
  }
  const trim = (webhook: string): void => {
    const ended = deliveriesOf(webhook).filter(({ state }) => state !== 'waiting')
    for (const { id } of ended.slice(0, -maxEnded)) deliveries.delete(id)
  }
  const store: WebhookStore = {
    webhooks: async () => [...webhooks.values()],
    change: async decide => {
      const change = decide([...webhooks.values()])
      if (change.holder !== undefined && change.holder !== leaseHolder) return false
      for (const webhook of change.webhooks ?? []) webhooks.set(webhook.id, webhook)
      change.removed?.forEach(removeWebhook)
      for (const delivery of change.deliveries ?? [])
        if (webhooks.has(delivery.webhook)) deliveries.set(delivery.id, delivery)
      for (const webhook of webhooks.keys()) trim(webhook)
      addEvents(change.events ?? [])
      return true
    },
    deliveries: async ({ webhook, state, start, size }) => {
      const all = deliveriesOf(webhook, state).toReversed()
      return { items: all.slice(start, start + size), total: all.length }
    },
    delivery: async (webhook, id) => {
      const delivery = deliveries.get(id)
      return delivery?.webhook === webhook ? delivery : null
    },
    dueDelivery: async (webhook, now) => deliveriesOf(webhook, 'waiting').find(({ due }) => due <= now) ?? null,
    overdueDeliveries: async (webhook, before) =>
      deliveriesOf(webhook, 'waiting')
        .filter(({ since }) => since < before)
        .slice(0, 100),
    counts: async () => {
      const counts = new Map<string, Partial<Record<DeliveryState, number>>>()
      for (const { webhook, state } of deliveries.values()) {
        const count = counts.get(webhook) ?? {}
        counts.set(webhook, { ...count, [state]: (count[state] ?? 0) + 1 })
      }
      return counts
    },
    lease: async holder => {
      leaseHolder ??= holder
      return leaseHolder === holder
    },
    release: async holder => {
      if (leaseHolder === holder) leaseHolder = null
    },
  }
  return {
    store,
    all: () => [...webhooks.values()],
    hold: next => {
      webhooks.clear()
      for (const webhook of next) webhooks.set(webhook.id, webhook)
    },
  }
}
