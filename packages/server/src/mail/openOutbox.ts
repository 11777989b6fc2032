import type { Mail, Mailer } from '@plenum/core'
import type { Transporter } from 'nodemailer'
import type { Logger } from 'pino'
import { whenAborted } from '../stopSignals.js'
import type { MailSettings } from './readMailSettings.js'
import { openTransport, recipient, withoutAddresses } from './transport.js'

/**
 * The maximum number of emails in each queue: the emails to prepare and the emails to send. Further emails are dropped,
 * and each loss is logged.
 */
const maxWaiting = 100

/**
 * Sends emails one after another in the background. Successes and failures are logged. The log contains neither the
 * address nor the text of an email, because the text contains a token. Emails are prepared in a separate queue, because
 * anyone can request emails for unknown users, and these requests must not fill the queue while the mail server is
 * slow.
 */
export function openOutbox(settings: MailSettings, log: Pick<Logger, 'info' | 'warn' | 'error'>) {
  const preparing = createQueue()
  const sending = createQueue()
  let isClosed = false
  let transport: Promise<Transporter> | undefined
  const send = async (mail: Mail): Promise<void> => {
    transport ??= openTransport(settings)
    const { to, subject, text } = mail
    await (await transport).sendMail({ from: settings.from, to: recipient(to), subject, text })
    log.info('mail sent')
  }
  const attempt = async (task: () => Promise<void>): Promise<void> => {
    try {
      await task()
    } catch (error) {
      log.error({ err: withoutAddresses(error) }, 'mail')
    }
  }
  const drop = () => log.warn({ limit: maxWaiting }, 'mail dropped')
  const post: Mailer['post'] = prepare => {
    if (isClosed || preparing.isFull()) return drop()
    preparing.add(() =>
      attempt(async () => {
        if (sending.isFull()) return drop()
        const mail = await prepare()
        if (mail) sending.add(() => attempt(() => send(mail)))
      }),
    )
  }
  return {
    mailer: { base: settings.base, post } satisfies Mailer,
    /** Drops new emails, and sends queued emails until the grace period ends. */
    close: async (graceOver?: AbortSignal): Promise<void> => {
      isClosed = true
      const ended = preparing.ended().then(sending.ended)
      await Promise.race([ended, ...(graceOver ? [whenAborted(graceOver)] : [])])
      await transport?.then(opened => opened.close())
    },
  }
}

function createQueue() {
  let waiting = 0
  let last = Promise.resolve()
  return {
    isFull: () => waiting >= maxWaiting,
    /** Runs a task when all previous tasks have finished. The task must not reject. */
    add: (task: () => Promise<void>): void => {
      waiting += 1
      last = last.then(task).finally(() => {
        waiting -= 1
      })
    },
    ended: () => last,
  }
}
