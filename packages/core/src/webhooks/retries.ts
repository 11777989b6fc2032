import { pauseAfter, retryPeriod } from '../foundation/backoff.js'
import type { Instant } from '../foundation/instants.js'
import type { Attempt, Delivery, Webhook } from './webhook.js'

/** The number of consecutive failures after which all deliveries to a webhook are delayed. */
export const openAfter = 3

export interface AttemptedDelivery {
  readonly webhook: Webhook
  readonly delivery: Delivery
}

/**
 * Returns the webhook and the delivery after an attempt. The third and all further consecutive failures also delay the
 * other messages to the webhook.
 */
export function afterAttempt(
  { webhook, delivery }: AttemptedDelivery,
  attempt: Attempt,
  chance: number,
): AttemptedDelivery {
  const attempts = delivery.attempts + 1
  const attempted = { ...delivery, attempts, last: attempt }
  if (attempt.error === null)
    return { webhook: { ...webhook, failures: 0, retryAt: 0 }, delivery: { ...attempted, state: 'delivered' } }
  const failures = webhook.failures + 1
  const retryAt = failures < openAfter ? 0 : attempt.time + pauseAfter(failures - openAfter + 1, chance)
  return { webhook: { ...webhook, failures, retryAt }, delivery: afterFailure(attempted, attempt.time, chance) }
}

function afterFailure(delivery: Delivery, time: Instant, chance: number): Delivery {
  const due = time + pauseAfter(delivery.attempts, chance)
  return due - delivery.since > retryPeriod ? { ...delivery, state: 'parked' } : { ...delivery, due }
}

export const repeated = (delivery: Delivery, now: Instant): Delivery => ({
  ...delivery,
  state: 'waiting',
  since: now,
  due: now,
  attempts: 0,
})
