import { type MailState, type MailStore, maxEnded, type QueuedMail } from '../mails/mail.js'

export type MailsById = ReadonlyMap<string, QueuedMail>

/**
 * Creates an in-memory outbox. `changeMails` replaces the emails after all running writes have finished. A lease does
 * not expire, because only one process uses the store.
 */
export function memoryMailStore(
  mailsNow: () => MailsById,
  changeMails: (change: (mails: MailsById) => MailsById) => Promise<void>,
): MailStore {
  let leaseHolder: string | null = null
  const inState = (state?: MailState): readonly QueuedMail[] =>
    [...mailsNow().values()].filter(mail => state === undefined || mail.state === state)
  return {
    dueMail: async now =>
      inState('waiting')
        .filter(({ due }) => due <= now)
        .toSorted((a, b) => a.due - b.due)[0] ?? null,
    replace: async (mail, holder) => {
      let isWritten = false
      await changeMails(mails => {
        if (!mails.has(mail.id) || (holder !== undefined && holder !== leaseHolder)) return mails
        isWritten = true
        return withoutSurplus(new Map(mails).set(mail.id, mail), mail.state)
      })
      return isWritten
    },
    mail: async id => mailsNow().get(id) ?? null,
    mails: async ({ state, start, size }) => {
      const all = inState(state).toReversed()
      return { items: all.slice(start, start + size), total: all.length }
    },
    counts: async () => {
      const counts: Partial<Record<MailState, number>> = {}
      for (const { state } of mailsNow().values()) counts[state] = (counts[state] ?? 0) + 1
      return counts
    },
    lease: async holder => {
      leaseHolder ??= holder
      return leaseHolder === holder
    },
    release: async holder => {
      if (leaseHolder === holder) leaseHolder = null
    },
  }
}

/**
 * Removes the oldest emails with the given state, so that at most `maxEnded` remain. Waiting emails are never removed.
 */
function withoutSurplus(mails: MailsById, state: MailState): MailsById {
  if (state === 'waiting') return mails
  const ended = [...mails.values()].filter(mail => mail.state === state)
  const surplus = new Set(ended.slice(0, -maxEnded).map(({ id }) => id))
  return surplus.size === 0 ? mails : new Map([...mails].filter(([id]) => !surplus.has(id)))
}
