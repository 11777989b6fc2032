import type { Mail, Mailer } from '@plenum/core'
import type { Transporter } from 'nodemailer'
import type { Logger } from 'pino'
import { whenAborted } from '../stopSignals.js'
import type { MailSettings } from './readMailSettings.js'
import { openTransport, recipient, withoutAddresses } from './transport.js'

/** The maximum number of queued emails. Further emails are dropped and logged. */
const maxWaiting = 100

/**
 * Sends emails one after another in the background. Successes and failures are logged. The log contains neither the
 * address nor the text of an email, because the text contains a token.
 */
export function openOutbox(settings: MailSettings, log: Pick<Logger, 'info' | 'warn' | 'error'>) {
  let waiting = 0
  let isClosed = false
  let last = Promise.resolve()
  let transport: Promise<Transporter> | undefined
  const send = async (mail: Mail): Promise<void> => {
    transport ??= openTransport(settings)
    const { to, subject, text } = mail
    await (await transport).sendMail({ from: settings.from, to: recipient(to), subject, text })
    log.info('mail sent')
  }
  const handle = async (prepare: () => Promise<Mail | null>): Promise<void> => {
    try {
      const mail = await prepare()
      if (mail) await send(mail)
    } catch (error) {
      log.error({ err: withoutAddresses(error) }, 'mail')
    }
    waiting -= 1
  }
  const post: Mailer['post'] = prepare => {
    if (isClosed || waiting >= maxWaiting) return log.warn({ limit: maxWaiting }, 'mail dropped')
    waiting += 1
    last = last.then(() => handle(prepare))
  }
  return {
    mailer: { base: settings.base, post } satisfies Mailer,
    /** Rejects new emails, and sends queued emails until the grace period ends. */
    close: async (graceOver?: AbortSignal): Promise<void> => {
      isClosed = true
      await Promise.race([last, ...(graceOver ? [whenAborted(graceOver)] : [])])
      await transport?.then(opened => opened.close())
    },
  }
}
