import type { Instant } from '../foundation/instants.js'

/**
 * The states of an email. `waiting`: another attempt will follow. `sent`: the mail server accepted the email.
 * `skipped`: the email is no longer needed or allowed. `failed`: no attempt will follow.
 */
export const mailStates = ['waiting', 'sent', 'skipped', 'failed'] as const

export type MailState = (typeof mailStates)[number]

/**
 * An email to a presenter about a release of a schedule (docs/schedule.md, Emails to presenters). The queued email
 * contains only references. Its text is composed when it is sent, from the content that visitors may view at that time.
 */
export interface QueuedMail {
  /** The part of the Message-ID before the `@`. This part is the same for all attempts. */
  readonly id: string
  readonly event: string
  readonly release: number
  readonly presenter: string
  /** The UIDs of at most `maxSessions` sessions that changed for the presenter. */
  readonly sessions: readonly string[]
  /** The number of additional changed sessions, which `sessions` does not contain. */
  readonly omitted: number
  readonly created: Instant
  /** The start of the retry period: the time of the first attempt since the creation or the last manual retry. */
  readonly since: Instant | null
  readonly state: MailState
  /** The time when the next attempt is due. */
  readonly due: Instant
  /** The number of attempts since `since`. */
  readonly attempts: number
  /**
   * The number of attempts that transmitted the complete email, but whose outcome is unknown, because the process ended
   * before it stored the reply from the mail server.
   */
  readonly unconfirmed: number
  readonly last: MailAttempt | null
}

export interface MailAttempt {
  readonly time: Instant
  /** The reason why the email was not sent, or null if it was sent. */
  readonly reason: MailReason | null
  /** The reply from the mail server or a description of the error, without email addresses. */
  readonly detail: string
}

export const skipReasons = ['opted-out', 'no-address', 'off', 'hidden', 'unchanged'] as const

/**
 * The reason why an email was skipped. `opted-out`: the presenter does not want emails. `no-address`: the presenter has
 * no email address. `off`: the event no longer sends emails. `hidden`: visitors may not view the event or the
 * presenter. `unchanged`: the changed sessions have since been deleted.
 */
export type SkipReason = (typeof skipReasons)[number]

/**
 * The reason why an email was not sent. `server`: the mail server did not accept the email. `unconfirmed`: the email
 * may already have been sent twice.
 */
export type MailReason = SkipReason | 'server' | 'unconfirmed'

export interface MailQuery {
  /** The state of the emails to select. Defaults to all states. */
  readonly state?: MailState
  readonly start: number
  readonly size: number
}

export interface MailPage {
  readonly items: readonly QueuedMail[]
  readonly total: number
}

export type MailCounts = Readonly<Partial<Record<MailState, number>>>

/**
 * The port for the outbox of a site, and for the lease of the process that sends emails. A content commit can add
 * emails to the outbox (`Change.mails`).
 */
export interface MailStore {
  /** Returns the waiting email that has been due for the longest time, or null if no email is due at `now`. */
  dueMail(now: Instant): Promise<QueuedMail | null>
  /**
   * Replaces a stored email. If the new state is final, also deletes the oldest emails in this state, so that at most
   * `maxEnded` remain. Returns false without writing if the email does not exist or if `holder` is given and does not
   * have the lease.
   */
  replace(mail: QueuedMail, holder?: string): Promise<boolean>
  mail(id: string): Promise<QueuedMail | null>
  mails(query: MailQuery): Promise<MailPage>
  /** Returns the number of emails in each state. */
  counts(): Promise<MailCounts>
  /**
   * Acquires or renews the lease for a number of milliseconds. Returns false if another holder has the lease. Writes to
   * the store only if less than half of the duration remains. Uses the store's clock, because the clocks of different
   * machines can differ.
   */
  lease(holder: string, milliseconds: number): Promise<boolean>
  /** Releases the lease if the holder has it. */
  release(holder: string): Promise<void>
}

/** The maximum number of stored emails in each of the states `sent`, `skipped` and `failed`. */
export const maxEnded = 1000
/** The maximum number of sessions that an email describes. */
export const maxSessions = 100
