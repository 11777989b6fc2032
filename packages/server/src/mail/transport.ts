import type { Transporter } from 'nodemailer'
import type { MailSettings } from './readMailSettings.js'

/** The timeout for the replies of the mail server, in milliseconds. */
const smtpTimeout = 30_000

/** Opens the transport. The library is loaded only when the first email is sent. */
export async function openTransport({
  url,
  timeout = smtpTimeout,
}: Pick<MailSettings, 'url'> & { readonly timeout?: number }): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
  })
}

/**
 * Returns a recipient for an address. The address is passed in an object, so that no character in it can add another
 * recipient.
 */
export const recipient = (address: string) => ({ name: '', address })

/** Removes the text of an SMTP reply from an error, because the text may contain the recipient. */
export function withoutAddresses(error: unknown): { readonly message: string; readonly code: unknown } {
  const { message = String(error), code } = error as Partial<NodeJS.ErrnoException>
  const words = message.slice(0, 1000).split(' ')
  return { message: words.map(word => (word.includes('@') ? '…' : word)).join(' '), code }
}
