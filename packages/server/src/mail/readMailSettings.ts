import type { Environment } from '../settings/recordReads.js'
import type { Report } from '../settings/settingValues.js'

export interface MailSettings {
  /** The URL of the mail server, including the user name and the password. */
  readonly url: string
  /** The sender: an email address, or a name followed by an address in angle brackets. */
  readonly from: string
  /** The base URL for links in emails. */
  readonly base: string
}

const sender = /^(?:[^<>"\r\n]{1,200} <[^<>\s@]+@[^<>\s@]+>|[^<>\s@]+@[^<>\s@]+)$/

/**
 * Reads the settings for sending emails, or returns undefined if sending is disabled. Reported problems never contain
 * `SMTP_URL`, because it contains a password.
 */
export function readMailSettings(env: Environment, base: string | undefined, report: Report): MailSettings | undefined {
  const url = env.SMTP_URL ?? ''
  const from = env.MAIL_FROM ?? ''
  if (from && !sender.test(from)) report(`MAIL_FROM: must be an email address, or a name and <address>, not "${from}".`)
  if (!url) return undefined
  if (!URL.canParse(url) || !/^smtps?:$/.test(new URL(url).protocol))
    report('SMTP_URL: must be a URL such as smtps://name:password@mail.example.org.')
  if (!from) report('MAIL_FROM: is required with SMTP_URL; it is the sender address of mails.')
  // `PUBLIC_URL` is required, because links in emails must not use the Host header, which clients can forge.
  if (!base) report('PUBLIC_URL: is required with SMTP_URL, because mails contain links to the site.')
  return { url, from, base: base ?? '' }
}
