import type { Mail, Mailer } from '@plenum/core'

export interface Mailbox {
  readonly mailer: Mailer
  /** All emails so far, in the order in which they were posted. */
  mails(): Promise<readonly Mail[]>
}

/** Composes each email when it is posted, and stores it. */
export function createMailbox(base = 'https://www.site.example'): Mailbox {
  const posted: Promise<Mail | null>[] = []
  return {
    mailer: { base, post: prepare => void posted.push(prepare()) },
    mails: async () => (await Promise.all(posted)).flatMap(mail => mail ?? []),
  }
}
