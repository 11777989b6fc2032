import type { Mail, Mailer } from '@plenum/core'
import type { Transporter } from 'nodemailer'
import type { Logger } from 'pino'
import { whenAborted } from '../stopSignals.js'
import type { MailSettings } from './readMailSettings.js'

/** The maximum number of queued emails. Further emails are dropped, and each dropped email is logged. */
const maxWaiting = 100
/** The timeout for the replies of the mail server, in milliseconds. */
const smtpTimeout = 30_000

type Log = Pick<Logger, 'info' | 'warn' | 'error'>

/**
 * Sends emails in sequence in the background. Successes and failures are logged, but neither the address nor the text
 * of an email is, because the text contains a token.
 */
export function openOutbox(settings: MailSettings, log: Log) {
  let waiting = 0
  let isClosed = false
  let last = Promise.resolve()
  let transport: Promise<Transporter> | undefined
  const send = async (mail: Mail): Promise<void> => {
    transport ??= openTransport(settings)
    const { to, subject, text } = mail
    // The address is passed as an object, which is not parsed, so that no character in the address can add another
    // recipient.
    await (await transport).sendMail({ from: settings.from, to: { name: '', address: to }, subject, text })
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
    /** Sends queued emails until the grace period ends, and rejects new ones. */
    close: async (graceOver?: AbortSignal): Promise<void> => {
      isClosed = true
      await Promise.race([last, ...(graceOver ? [whenAborted(graceOver)] : [])])
      await transport?.then(opened => opened.close())
    },
  }
}

/** Opens the transport. The first email loads the library. */
async function openTransport({ url }: MailSettings): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    connectionTimeout: smtpTimeout,
    greetingTimeout: smtpTimeout,
    socketTimeout: smtpTimeout,
  })
}

/** Removes the text of an SMTP reply from an error, because the text may contain the recipient. */
function withoutAddresses(error: unknown): { readonly message: string; readonly code: unknown } {
  const { message = String(error), code } = error as Partial<NodeJS.ErrnoException>
  const words = message.slice(0, 1000).split(' ')
  return { message: words.map(word => (word.includes('@') ? '…' : word)).join(' '), code }
}
