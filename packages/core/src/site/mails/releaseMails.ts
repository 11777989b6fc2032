import type { ContentNode } from '../../content/node/node.js'
import { concernedPresenters, optOutField, type SessionChange, wantsMails } from '../../event/presenterChanges.js'
import { eventKey } from '../../event/releases.js'
import { isEmail } from '../../foundation/email.js'
import { maxSessions, type QueuedMail } from '../../mails/mail.js'
import { readNodes } from '../run/openEach.js'
import { isPresenter } from '../run/personIds.js'
import type { RequestContext } from '../run/requestContext.js'

export interface ChangedSession extends SessionChange {
  readonly uid: string
}

/**
 * Whether releases of the event send emails: the option must be enabled in the event, and the site must be able to send
 * emails.
 */
const sendsMails = ({ node, environment }: Pick<RequestContext, 'node' | 'environment'>): boolean =>
  wantsMails(node) && environment.mailer !== undefined && environment.mails !== undefined

/**
 * Creates an email for each presenter with a changed session (docs/schedule.md, Emails to presenters), unless the
 * presenter has no email address or has opted out.
 */
export async function releaseMails(
  context: RequestContext,
  release: number,
  changed: readonly ChangedSession[],
): Promise<readonly QueuedMail[]> {
  if (!sendsMails(context)) return []
  const sessions = new Map<string, string[]>()
  for (const change of changed) {
    if (context.task.isOver()) await context.task.next()
    for (const presenter of concernedPresenters(change))
      sessions.set(presenter, [...(sessions.get(presenter) ?? []), change.uid])
  }
  const presenters = await readNodes(context, [...sessions.keys()])
  return presenters
    .filter(node => isPresenter(context, node) && addressOf(node) !== null && !hasOptedOut(node))
    .map(({ uid }) => mailTo(context, { release, presenter: uid, sessions: sessions.get(uid) ?? [] }))
}

function mailTo(
  { environment, node: event, now }: RequestContext,
  { release, presenter, sessions }: Pick<QueuedMail, 'release' | 'presenter' | 'sessions'>,
): QueuedMail {
  return {
    id: environment.newUid(),
    event: eventKey(event),
    release,
    presenter,
    sessions: sessions.slice(0, maxSessions),
    omitted: Math.max(0, sessions.length - maxSessions),
    created: now,
    since: null,
    state: 'waiting',
    due: now,
    attempts: 0,
    unconfirmed: 0,
    last: null,
  }
}

export const hasOptedOut = ({ fields }: Pick<ContentNode, 'fields'>): boolean => fields[optOutField] === true

export function addressOf({ fields: { email } }: Pick<ContentNode, 'fields'>): string | null {
  return typeof email === 'string' && isEmail(email) ? email : null
}
