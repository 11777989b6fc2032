import { retryPeriod } from '../../foundation/backoff.js'
import { afterAttempt, openAfter } from '../../webhooks/retries.js'
import { signingSecrets } from '../../webhooks/secrets.js'
import type { Attempt, Delivery, Webhook } from '../../webhooks/webhook.js'
import type { Environment } from '../run/environment.js'
import { queueMessages, type WebhookEnvironment } from './queueMessages.js'

/** A webhook message that must be sent. */
export interface OutgoingMessage {
  readonly delivery: Delivery
  readonly address: string
  /** The secrets with which the message is signed. */
  readonly secrets: readonly string[]
}

export interface Preparation {
  /** The messages to send, at most one per webhook. */
  readonly messages: readonly OutgoingMessage[]
  /** Whether more messages may be due immediately. */
  readonly more: boolean
}

/** The queue of webhook messages. `deliverWebhooks` in @plenum/platform sends these messages. */
export interface WebhookQueue {
  /**
   * Queues messages about new events and returns the due messages, except messages to webhooks in `busy`. Returns no
   * messages while another holder has the lease for deliveries. The store is written only if messages are queued, due
   * or being sent.
   */
  prepare(holder: string, busy: ReadonlySet<string>): Promise<Preparation>
  /** Stores the outcome of an attempt, unless another holder has taken over the lease in the meantime. */
  record(holder: string, delivery: Delivery, attempt: Attempt): Promise<void>
  /** Releases the lease, so that another holder can deliver messages. */
  release(holder: string): Promise<void>
}

/**
 * The duration of the lease in milliseconds. If the holder stops working, another process can take over after this
 * time.
 */
const leaseTime = 15_000

/** Creates the queue of webhook messages. The queue is always empty if the platform provides no webhook store. */
export function webhookQueue(environment: Environment): WebhookQueue {
  const { webhooks } = environment
  if (!webhooks) return { prepare: async () => nothing, record: async () => {}, release: async () => {} }
  const withWebhooks = { ...environment, webhooks }
  return {
    prepare: (holder, busy) => prepare(withWebhooks, holder, busy),
    record: async (holder, delivery, attempt) => {
      const chance = chanceOf(environment)
      await webhooks.change(current => outcomeOf(current, delivery, { holder, attempt, chance }))
    },
    release: holder => webhooks.release(holder),
  }
}

const nothing: Preparation = { messages: [], more: false }

const chanceOf = ({ randomBytes }: Pick<Environment, 'randomBytes'>): number => (randomBytes(1)[0] ?? 0) / 255

async function prepare(
  environment: WebhookEnvironment,
  holder: string,
  busy: ReadonlySet<string>,
): Promise<Preparation> {
  const { webhooks, store } = environment
  const active = (await webhooks.webhooks()).filter(({ isPaused, secrets }) => !isPaused && secrets.length > 0)
  if (active.length === 0) return nothing
  const { newest } = await store.read(reader => reader.feedState())
  const behind = active.filter(({ position }) => position !== null && position < newest)
  const isDue = behind.length > 0 || (await dueMessages(environment, active, busy)).length > 0
  if (!(isDue || busy.size > 0) || !(await webhooks.lease(holder, leaseTime))) return nothing
  let more = false
  for (const webhook of behind) more = (await queueMessages(environment, holder, webhook)) || more
  await parkOverdue(environment, holder, active)
  return { messages: await dueMessages(environment, active, busy), more }
}

/** Returns at most one due message per webhook, and none for webhooks that are busy or are waiting after failures. */
async function dueMessages(
  { webhooks, now: clock }: WebhookEnvironment,
  active: readonly Webhook[],
  busy: ReadonlySet<string>,
): Promise<readonly OutgoingMessage[]> {
  const now = clock()
  const messages: OutgoingMessage[] = []
  for (const { id, address, secrets, retryAt } of active) {
    const delivery = busy.has(id) || retryAt > now ? null : await webhooks.dueDelivery(id, now)
    if (delivery) messages.push({ delivery, address, secrets: signingSecrets(secrets, now) })
  }
  return messages
}

/** Marks messages to failing webhooks as parked if the receiver has not accepted them within the retry period. */
async function parkOverdue(
  { webhooks, now }: WebhookEnvironment,
  holder: string,
  active: readonly Webhook[],
): Promise<void> {
  for (const { id, failures } of active) {
    if (failures < openAfter) continue
    const overdue = await webhooks.overdueDeliveries(id, now() - retryPeriod)
    if (overdue.length === 0) continue
    const parked = overdue.map(delivery => ({ ...delivery, state: 'parked' as const }))
    await webhooks.change(() => ({ holder, deliveries: parked }))
  }
}

interface RecordedAttempt {
  readonly holder: string
  readonly attempt: Attempt
  readonly chance: number
}

function outcomeOf(current: readonly Webhook[], delivery: Delivery, { holder, attempt, chance }: RecordedAttempt) {
  const webhook = current.find(({ id }) => id === delivery.webhook)
  if (!webhook) return {}
  const next = afterAttempt({ webhook, delivery }, attempt, chance)
  return { holder, webhooks: [next.webhook], deliveries: [next.delivery] }
}
