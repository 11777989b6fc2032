import { pauseAfter, retryPeriod } from '../foundation/backoff.js'
import type { Instant } from '../foundation/instants.js'
import type { QueuedMail, SkipReason } from './mail.js'

/**
 * The maximum number of unconfirmed transmissions per email. A further transmission could send the email a third time.
 */
const maxUnconfirmed = 2

export interface EndedAttempt {
  readonly time: Instant
  readonly error: string | null
  readonly chance: number
}

/** Whether another attempt could send the email a third time. In this case, only a person may decide to try again. */
export const isDoubtful = ({ unconfirmed }: QueuedMail): boolean => unconfirmed >= maxUnconfirmed

/**
 * Increments the number of unconfirmed transmissions. The result must be stored before the last byte of the email is
 * transmitted.
 */
export const transmitted = (mail: QueuedMail): QueuedMail => ({ ...mail, unconfirmed: mail.unconfirmed + 1 })

/**
 * Returns the email in its state after an attempt. `mail` is the email before the attempt. After an error, the email is
 * due again after a pause, unless the pause would end more than 24 hours after the first attempt.
 */
export function afterAttempt(mail: QueuedMail, { time, error, chance }: EndedAttempt): QueuedMail {
  const attempts = mail.attempts + 1
  const since = mail.since ?? time
  const attempted = { ...mail, attempts, since }
  if (error === null) return { ...attempted, state: 'sent', last: { time, reason: null, detail: '' } }
  const due = time + pauseAfter(attempts, chance)
  const last = { time, reason: 'server', detail: error } as const
  return due - since > retryPeriod ? { ...attempted, state: 'failed', last } : { ...attempted, due, last }
}

export const skipped = (mail: QueuedMail, time: Instant, reason: SkipReason): QueuedMail => ({
  ...mail,
  state: 'skipped',
  last: { time, reason, detail: '' },
})

/** Marks an email as failed without another attempt, because it may already have been sent twice. */
export const abandoned = (mail: QueuedMail, time: Instant): QueuedMail => ({
  ...mail,
  state: 'failed',
  last: { time, reason: 'unconfirmed', detail: '' },
})

export const retried = (mail: QueuedMail, now: Instant): QueuedMail => ({
  ...mail,
  state: 'waiting',
  since: null,
  due: now,
  attempts: 0,
  unconfirmed: 0,
})
