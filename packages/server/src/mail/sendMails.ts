import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { DomainError, type OutgoingMail, type Site } from '@plenum/core'
import type { Transporter } from 'nodemailer'
import type { Logger } from 'pino'
import type { MailSettings } from './readMailSettings.js'
import { type ChooseLanguage, calendarOf, releaseText } from './releaseMail.js'
import { openTransport, recipient, withoutAddresses } from './transport.js'

interface SendingOptions {
  readonly settings: MailSettings
  readonly chooseLanguage: ChooseLanguage
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>
  /** The signal that stops sending. The current attempt is completed before sending stops. */
  readonly signal: AbortSignal
  /** The time between two emails, and between two queries for due emails, in milliseconds. Defaults to 1,000. */
  readonly pause?: number
}

/** The interval at which a process renews its right to send emails during an attempt, in milliseconds. */
const renewal = 4_000
/**
 * The upper limit of the pause while the mail server or the database is unavailable, as a multiple of the normal
 * pause.
 */
const longestFactor = 60

type SendingSite = Pick<Site, 'mails' | 'run' | 'scheduler'>

/**
 * Sends the emails in the outbox of a site, by default one per second, until `signal` is aborted. Several processes may
 * call this function for one database, but only one of them sends emails at a time. While the mail server or the
 * database is unavailable, the pauses become longer.
 */
export async function sendMails(site: SendingSite, options: SendingOptions): Promise<void> {
  const { settings, signal, log, pause = 1000 } = options
  const holder = randomUUID()
  let transport: Promise<Transporter> | undefined
  let failures = 0
  const sendNext = async (): Promise<void> => {
    const outgoing = await site.mails.next(holder)
    if (!outgoing) return
    transport ??= openTransport(settings)
    const isAvailable = await attempt(site, outgoing, { ...options, holder, transport: await transport })
    failures = isAvailable ? 0 : failures + 1
  }
  while (!signal.aborted) {
    await sendNext().catch((err: unknown) => {
      failures += 1
      // A DomainError comes from the database and contains no address. Its cause contains the reason why the database
      // failed.
      log.error({ err: err instanceof DomainError ? err : withoutAddresses(err) }, 'emails to presenters')
    })
    await delay(pause * Math.min(longestFactor, 2 ** failures), null, { signal, ref: false }).catch(() => {})
  }
  await transport?.then(
    opened => opened.close(),
    () => {},
  )
  await site.mails.release(holder).catch((err: unknown) => log.error({ err }, 'emails to presenters'))
}

interface Attempt extends SendingOptions {
  readonly holder: string
  readonly transport: Transporter
}

/** Sends an email and stores the outcome. Resolves to false if the mail server is unavailable. */
async function attempt(site: SendingSite, { mail, contents }: OutgoingMail, at: Attempt): Promise<boolean> {
  const { holder, log } = at
  const renewing = setInterval(() => void site.mails.renew(holder).catch(() => {}), renewal).unref()
  try {
    const error = await send(site, { mail, contents }, at).then(
      () => null,
      (thrown: unknown) => thrown,
    )
    const known = error === null ? null : withoutAddresses(error)
    await site.mails.record(holder, mail, known === null ? null : known.message)
    if (known === null) log.info({ mail: mail.id }, 'email sent')
    else log.warn({ mail: mail.id, err: known }, 'email')
    return known === null || isRefusal(error)
  } finally {
    clearInterval(renewing)
  }
}

/** Whether an error means that the mail server has rejected only this email. */
const isRefusal = (error: unknown): boolean =>
  typeof (error as { readonly responseCode?: unknown }).responseCode === 'number' &&
  (error as NodeJS.ErrnoException).code !== 'EAUTH'

async function send(site: SendingSite, { mail, contents }: OutgoingMail, at: Attempt): Promise<void> {
  const { settings, chooseLanguage, holder, transport } = at
  const { base, from } = settings
  const { language, translate } = chooseLanguage(contents.languages)
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const composed = new MailComposer({
    from,
    to: recipient(contents.to),
    ...releaseText(contents, { language, translate }),
    messageId: `<${mail.id}@${new URL(base).hostname}>`,
    date: new Date(mail.created),
    headers: {
      'Content-Language': language,
      'Auto-Submitted': 'auto-generated',
      'List-Unsubscribe': `<${contents.unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
    attachments: [
      {
        filename: 'sessions.ics',
        contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
        content: await calendarOf(site, contents, { base, translate }),
      },
    ],
  }).compile()
  const bytes = await composed.build()
  const transmitting = () => site.mails.transmitting(holder, mail)
  await transport.sendMail({ envelope: composed.getEnvelope(), raw: Readable.from(untilLast(bytes, transmitting)) })
}

/**
 * Yields the bytes of an email. Then, throws an Error unless `transmitting` resolves to true. After the error, the mail
 * server discards the email, because its end is missing.
 */
async function* untilLast(bytes: Buffer, transmitting: () => Promise<boolean>): AsyncGenerator<Buffer> {
  yield bytes
  if (!(await transmitting())) throw new Error('Another process has taken over the sending of emails.')
}
