import type { Batched } from './batches.js'

/** An email to a presenter about a release (docs/schedule.md, Emails to presenters). */
export type OutboxMail = {
  readonly '@id': string
  /** The part of the Message-ID before the `@`. */
  readonly id: string
  /** The UID of the event, or `/` for the site root. */
  readonly event: string
  readonly release: number
  readonly presenter: {
    readonly UID: string
    /** The URL of the presenter, or null if the presenter has been deleted. */
    readonly '@id': string | null
    readonly title: string | null
  }
  readonly state: 'waiting' | 'sent' | 'skipped' | 'failed'
  readonly created: string
  /** The earliest time of the next attempt, or null if the email is no longer waiting. */
  readonly next_attempt: string | null
  /** The number of attempts since the email was created or manually retried. */
  readonly attempts: number
  readonly last_attempt: {
    readonly time: string
    /** The code for the reason why the email was not sent, such as `opted-out`, or null if it was sent. */
    readonly reason: string | null
    /** The reason as a sentence in the language of the request, or null if the email was sent. */
    readonly message: string | null
  } | null
}

/** The response to `GET /@outbox`: the emails, newest first. */
export type OutboxPayload = {
  readonly '@id': string
  /** Whether all emails are paused, for example after a backup has been restored. */
  readonly paused: boolean
  /** Whether the service has a mail server. Without a mail server, releases create no emails. */
  readonly has_mail_server: boolean
  readonly counts: {
    readonly waiting: number
    readonly sent: number
    readonly skipped: number
    readonly failed: number
  }
} & Batched<OutboxMail>

/** The response to `GET /@unsubscribe/{token}`. */
export type UnsubscribePayload = {
  readonly '@id': string
  /** Whether the presenter to whom the token belongs has opted out of emails. */
  readonly unsubscribed: boolean
}
