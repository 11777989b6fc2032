import type { Transporter } from 'nodemailer'
import type { MailSettings } from './readMailSettings.js'

/** The maximum time for a reply from the mail server, in milliseconds. */
const smtpTimeout = 30_000

interface TransportOptions extends Pick<MailSettings, 'url'> {
  readonly timeout?: number
  /**
   * Called after each login. If the mail server does not support authentication, emails are sent without a login, and
   * this function is not called.
   */
  onLogin?(): void
}

/**
 * Creates the transport for sending emails. The library is imported lazily, because many processes never send an email.
 */
export async function openTransport({ url, timeout = smtpTimeout, onLogin }: TransportOptions): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    ...(onLogin ? { logger: loginLogger(onLogin) } : {}),
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
  })
}

const ignore = (): void => {}

/** Returns a logger that detects logins, because the library reports a login only in its log. */
const loginLogger = (onLogin: () => void) => ({
  level: ignore,
  trace: ignore,
  debug: ignore,
  info: (entry: unknown): void => {
    if ((entry as { readonly action?: unknown }).action === 'authenticated') onLogin()
  },
  warn: ignore,
  error: ignore,
  fatal: ignore,
})

/**
 * Returns an address as a recipient object. The library does not parse the address in such an object, so special
 * characters in the address cannot add a second recipient.
 */
export const recipient = (address: string) => ({ name: '', address })

/** Returns an error without the text of the SMTP reply, because the text may contain the recipient. */
export function withoutAddresses(error: unknown): { readonly message: string; readonly code: unknown } {
  const { message = String(error), code } = error as Partial<NodeJS.ErrnoException>
  const words = message.slice(0, 1000).split(' ')
  return { message: words.map(word => (word.includes('@') ? '…' : word)).join(' '), code }
}
