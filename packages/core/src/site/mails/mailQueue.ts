import type { MailStore, QueuedMail, SkipReason } from '../../mails/mail.js'
import { abandoned, afterAttempt, isDoubtful, skipped, transmitted } from '../../mails/mailOutcomes.js'
import type { MailContents } from '../operations/composeMail.js'
import { type Environment, readRoot } from '../run/environment.js'
import { areMailsPaused } from './mailPause.js'

/** A queued email with the data from which it is composed. */
export interface OutgoingMail {
  readonly mail: QueuedMail
  readonly contents: MailContents
}

/**
 * The queue of emails to presenters. `plenum serve` sends these emails. If a process ends while it is sending an email,
 * the next holder of the lease sends the email again, unless it has already been sent twice.
 */
export interface MailQueue {
  /**
   * Returns the next due email, or null if no email is due, the queue is paused, or another holder has the lease.
   * Writes nothing if no email is due.
   */
  next(holder: string): Promise<OutgoingMail | null>
  /** Extends the lease while an email is being sent. Resolves to false if another holder has the lease. */
  renew(holder: string): Promise<boolean>
  /**
   * Records that an email is being transmitted. This function must be called immediately before the last bytes are
   * transmitted. If the promise resolves to false, another process has taken over the lease, and the transmission must
   * be aborted.
   */
  transmitting(holder: string, mail: QueuedMail): Promise<boolean>
  /**
   * Stores the outcome of an attempt. `error` is null if the mail server has accepted the email. An error is not stored
   * if another holder has taken over the lease in the meantime.
   */
  record(holder: string, mail: QueuedMail, error: string | null): Promise<void>
  /** Releases the lease, so that another process can send emails. */
  release(holder: string): Promise<void>
}

/**
 * The duration of the lease in milliseconds. If the holder stops working, another process can take over after this
 * time.
 */
const leaseTime = 15_000
/** The maximum number of emails that one call of `next` skips. */
const maxSkipped = 100

type Compose = (mail: QueuedMail, base: string) => Promise<MailContents | { readonly reason: SkipReason }>

/** Creates the queue of a site. The queue is always empty if the platform provides no outbox or no mailer. */
export function mailQueue(environment: Environment, compose: Compose): MailQueue {
  const { mails, mailer } = environment
  if (!mails || !mailer) {
    const no = async () => false
    return { next: async () => null, renew: no, transmitting: no, record: async () => {}, release: async () => {} }
  }
  const queue = { ...environment, mails, base: mailer.base }
  return {
    next: holder => next(queue, holder, compose),
    renew: holder => mails.lease(holder, leaseTime),
    transmitting: async (holder, mail) =>
      (await mails.mail(mail.id))?.state === 'waiting' && mails.replace(transmitted(mail), holder),
    record: async (holder, mail, error) => {
      const after = afterNow(environment, mail, error)
      // An accepted email must not be sent again, even if another holder has taken over the lease.
      await (error === null ? mails.replace(after) : mails.replace(after, holder))
    },
    release: holder => mails.release(holder),
  }
}

type Queue = Environment & { readonly mails: MailStore; readonly base: string }

async function next(queue: Queue, holder: string, compose: Compose): Promise<OutgoingMail | null> {
  const { mails, base } = queue
  for (let skips = 0; skips < maxSkipped; skips += 1) {
    const mail = await mails.dueMail(queue.now())
    if (!mail || areMailsPaused(await readRoot(queue)) || !(await mails.lease(holder, leaseTime))) return null
    // Another process may have sent the email before this process took the lease.
    const current = await mails.mail(mail.id)
    if (current?.state !== 'waiting') continue
    if (isDoubtful(current)) {
      await mails.replace(abandoned(current, queue.now()), holder)
      continue
    }
    const contents = await compose(current, base).catch(error => postpone(queue, holder, current, error))
    if (!('reason' in contents)) return { mail: current, contents }
    await mails.replace(skipped(current, queue.now(), contents.reason), holder)
  }
  return null
}

function afterNow(
  { now, randomBytes }: Pick<Environment, 'now' | 'randomBytes'>,
  mail: QueuedMail,
  error: string | null,
): QueuedMail {
  return afterAttempt(mail, { time: now(), error, chance: (randomBytes(1)[0] ?? 0) / 255 })
}

/** Postpones an email that cannot be composed, so that it does not block the other emails, and rethrows the error. */
async function postpone(queue: Queue, holder: string, mail: QueuedMail, error: unknown): Promise<never> {
  await queue.mails.replace(afterNow(queue, mail, error instanceof Error ? error.message : String(error)), holder)
  throw error
}
