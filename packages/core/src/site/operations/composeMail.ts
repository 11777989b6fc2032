import { type ContentNode, type Lineage, objectOf } from '../../content/node/node.js'
import type { SearchHit } from '../../content/store/catalog.js'
import { zoneOf } from '../../event/eventRoot.js'
import { changesFor, type PresenterChangeKind, presentersIn, uidsIn, wantsMails } from '../../event/presenterChanges.js'
import { type ReleasedValues, releasedValues, releasesIn } from '../../event/releases.js'
import type { Instant } from '../../foundation/instants.js'
import { rootPath, urlOf } from '../../foundation/paths.js'
import type { QueuedMail, SkipReason } from '../../mails/mail.js'
import { permission } from '../../security/permissions.js'
import { addressOf, hasOptedOut } from '../mails/releaseMails.js'
import { unsubscribeToken } from '../mails/unsubscribeToken.js'
import { publicHits } from '../present/publicHits.js'
import { languageSettingsOf } from '../run/languageSettings.js'
import { openEach, readNodes } from '../run/openEach.js'
import type { Operation } from '../run/operation.js'
import { atRoot, hasPermissionAt, type RequestContext } from '../run/requestContext.js'

/**
 * The data for an email to a presenter about a release. The content of the email is limited to values that visitors may
 * view.
 */
export interface MailContents {
  readonly to: string
  readonly name: string
  /** The path of the presenter, whose calendar is attached to the email. */
  readonly path: string
  /** The language tags of the presenter and the site, most preferred first. */
  readonly languages: readonly string[]
  readonly event: { readonly title: string; readonly url: string; readonly zone: string }
  readonly release: { readonly name: string; readonly comment: string }
  readonly sessions: readonly MailedSession[]
  /** The number of changed sessions that the email does not list. */
  readonly omitted: number
  /** The URL at which the presenter can opt out of emails. */
  readonly unsubscribe: string
}

export interface MailedSession {
  readonly kinds: readonly PresenterChangeKind[]
  readonly before: MailedValues | null
  readonly after: MailedValues | null
}

export interface MailedValues {
  /** The title of the session, or null if visitors may not view the session. */
  readonly title: string | null
  readonly start: Instant | null
  readonly end: Instant | null
  /** The titles of the rooms. The list is empty if visitors may not view the session. */
  readonly rooms: readonly string[]
  /** The names of the other presenters. The list is empty if visitors may not view the session. */
  readonly persons: readonly string[]
}

/**
 * Composes a queued email with the values that visitors may view, or returns the reason why it must not be sent
 * (docs/schedule.md, Emails to presenters).
 */
export const composeMail: Operation<{ readonly mail: QueuedMail }, MailContents | { readonly reason: SkipReason }> = {
  ...atRoot,
  async run(context, { mail }) {
    const event = await eventOf(context, mail)
    const presenter = await lineageOf(context, mail.presenter)
    if (!event || !presenter) return { answer: { reason: 'hidden' } }
    const reason = await refusalOf(context, objectOf(event), presenter)
    if (reason) return { answer: { reason } }
    const sessions = await sessionsOf(context, mail, objectOf(event))
    if (sessions.length + mail.omitted === 0) return { answer: { reason: 'unchanged' } }
    if (!(await isPublic(context, event))) return { answer: { reason: 'hidden' } }
    return { answer: contentsOf(context, { mail, event: objectOf(event), presenter: objectOf(presenter), sessions }) }
  },
}

async function lineageOf(context: RequestContext, uid: string): Promise<Lineage | undefined> {
  const [node] = await context.reader.nodes([uid])
  const [opened] = node ? await openEach(context, [node]) : []
  return opened?.[1]
}

const eventOf = async (context: RequestContext, { event }: QueuedMail): Promise<Lineage | undefined> =>
  event === rootPath ? context.lineage : lineageOf(context, event)

async function refusalOf(context: RequestContext, event: ContentNode, presenter: Lineage): Promise<SkipReason | null> {
  const node = objectOf(presenter)
  if (!wantsMails(event)) return 'off'
  if (hasOptedOut(node)) return 'opted-out'
  if (addressOf(node) === null) return 'no-address'
  return (await isPublic(context, presenter)) ? null : 'hidden'
}

/**
 * Whether visitors may currently view an object. The site root is checked separately, because searches never find it.
 */
async function isPublic(context: RequestContext, lineage: Lineage): Promise<boolean> {
  const { uid, path } = objectOf(lineage)
  if (!hasPermissionAt(context, permission.view, lineage)) return false
  return path === rootPath || (await publicHits(context, [uid])).has(uid)
}

/**
 * Returns the presenter's changed sessions that visitors may view. If a session was withdrawn and visitors may not view
 * it, the result contains only its times, as in calendars.
 */
async function sessionsOf(
  context: RequestContext,
  mail: QueuedMail,
  event: ContentNode,
): Promise<readonly MailedSession[]> {
  const slots = (await readNodes(context, mail.sessions)).map(node => ({
    node,
    before: releasedValues(node, event, mail.release - 1),
    after: releasedValues(node, event, mail.release),
  }))
  const related = slots.flatMap(({ before, after }) => [before, after].flatMap(relatedTo))
  const visible = await publicHits(context, [...new Set([...mail.sessions, ...related])])
  return slots.flatMap(({ node, before, after }) => {
    const kinds = changesFor(mail.presenter, { before, after })
    const isVisible = visible.has(node.uid)
    const shown = (values: ReleasedValues | null) => values && mailedValues(mail, values, isVisible, visible)
    const isShown = kinds.length > 0 && (isVisible || kinds.includes('withdrawn'))
    return isShown ? [{ kinds, before: shown(before), after: shown(after) }] : []
  })
}

const relatedTo = (values: ReleasedValues | null): readonly string[] => [
  ...presentersIn(values),
  ...uidsIn(values?.room ?? null),
]

function mailedValues(
  { presenter }: QueuedMail,
  { title, start, end, room, presenters }: ReleasedValues,
  isVisible: boolean,
  visible: ReadonlyMap<string, SearchHit>,
): MailedValues {
  const titlesOf = (uids: readonly string[]) =>
    uids.flatMap(uid => (isVisible && visible.has(uid) ? String(visible.get(uid)?.columns.title ?? '') : []))
  return {
    title: isVisible ? String(title ?? '') : null,
    start: typeof start === 'number' ? start : null,
    end: typeof end === 'number' ? end : null,
    rooms: titlesOf(uidsIn(room)),
    persons: titlesOf(uidsIn(presenters).filter(uid => uid !== presenter)),
  }
}

interface Composed {
  readonly mail: QueuedMail
  readonly event: ContentNode
  readonly presenter: ContentNode
  readonly sessions: readonly MailedSession[]
}

function contentsOf(context: RequestContext, { mail, event, presenter, sessions }: Composed): MailContents {
  const { base, lineage } = context
  const release = releasesIn(event).find(({ number }) => number === mail.release)
  const { language } = presenter.fields
  const { defaultLanguage } = languageSettingsOf(lineage[0])
  return {
    to: addressOf(presenter) ?? '',
    name: String(presenter.fields.title ?? ''),
    path: presenter.path,
    languages: typeof language === 'string' && language !== '' ? [language, defaultLanguage] : [defaultLanguage],
    event: { title: String(event.fields.title ?? ''), url: urlOf(base, event.path), zone: zoneOf(event) },
    release: { name: release?.name ?? '', comment: release?.comment ?? '' },
    sessions,
    omitted: mail.omitted,
    unsubscribe: `${base}/@unsubscribe/${unsubscribeToken(context, presenter.uid)}`,
  }
}
