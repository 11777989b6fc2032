import type { Mail, Mailer } from '@plenum/core'

export interface Mailbox {
  readonly mailer: Mailer
  /** Returns all emails so far, in the order in which they were posted. */
  mails(): Promise<readonly Mail[]>
}

/** Creates a mailbox, which composes and stores each email when it is posted. */
export function createMailbox(base = 'https://www.site.example'): Mailbox {
  const posted: Promise<Mail | null>[] = []
  return {
    mailer: { base, post: prepare => void posted.push(prepare()) },
    mails: async () => (await Promise.all(posted)).flatMap(mail => mail ?? []),
  }
}
