import type { Mail, Mailer } from '@plenum/core'

export interface Mailbox {
  readonly mailer: Mailer
  /** Returns all emails in the order in which they were sent. */
  mails(): Promise<readonly Mail[]>
}

/** Creates a mailer that composes each email and stores it in memory. */
export function createMailbox(base = 'https://www.site.example'): Mailbox {
  const posted: Promise<Mail | null>[] = []
  return {
    mailer: { base, post: prepare => void posted.push(prepare()) },
    mails: async () => (await Promise.all(posted)).flatMap(mail => mail ?? []),
  }
}
