import type { OutboxMail, OutboxPayload } from '../../answers/outbox.js'
import type { ContentNode } from '../../content/node/node.js'
import { formatInstant } from '../../foundation/instants.js'
import type { JsonObject } from '../../foundation/json.js'
import { badRequest, DomainError, message } from '../../foundation/messages.js'
import { rootPath, urlOf } from '../../foundation/paths.js'
import {
  type MailAttempt,
  type MailState,
  type MailStore,
  mailStates,
  maxEnded,
  type QueuedMail,
} from '../../mails/mail.js'
import { retried } from '../../mails/mailOutcomes.js'
import { serverProblem } from '../../mails/serverProblem.js'
import { permission } from '../../security/permissions.js'
import { areMailsPaused, withMailsPaused } from '../mails/mailPause.js'
import { batchLinks } from '../present/batching.js'
import { readNodes } from '../run/openEach.js'
import type { Batch, Operation } from '../run/operation.js'
import type { RequestContext } from '../run/requestContext.js'
import { updateEvent } from '../write/changeEvents.js'
import { updateOf } from '../write/changes.js'

const forManagers = {
  permission: permission.manageSite,
  exists: ({ node, environment }: RequestContext): boolean => node.path === rootPath && environment.mails !== undefined,
}

function outboxOf({ environment }: RequestContext): MailStore {
  if (!environment.mails) throw new Error('The platform has no outbox.')
  return environment.mails
}

export interface OutboxInput {
  readonly state: string | undefined
  readonly batch: Batch
}

/** `GET /@outbox` returns the emails to presenters. */
export const listMails: Operation<OutboxInput, OutboxPayload> = {
  ...forManagers,
  async run(context, { state: text, batch }) {
    const outbox = outboxOf(context)
    const state = readState(text)
    const size = Math.min(batch.size, maxEnded)
    const { items, total } = await outbox.mails({ ...(state ? { state } : {}), start: batch.start, size })
    const counts = await outbox.counts()
    const url = `${context.base}/@outbox`
    const links = batchLinks(url, `${state ? `state=${state}&` : ''}b_size=${batch.size}`, batch, total)
    return {
      answer: {
        '@id': url,
        paused: areMailsPaused(context.node),
        has_mail_server: context.environment.mailer !== undefined,
        counts: { waiting: 0, sent: 0, skipped: 0, failed: 0, ...counts },
        items: await presentMails(context, items),
        items_total: total,
        ...(links ? { batching: links } : {}),
      },
    }
  },
}

function readState(text: string | undefined): MailState | null {
  if (text === undefined || text === '') return null
  const state = mailStates.find(candidate => candidate === text)
  if (state) return state
  throw badRequest('outbox.state', { known: mailStates.join(', ') })
}

async function presentMails(context: RequestContext, mails: readonly QueuedMail[]): Promise<readonly OutboxMail[]> {
  const presenters = await readNodes(context, [...new Set(mails.map(({ presenter }) => presenter))])
  const byUid = new Map(presenters.map(node => [node.uid, node]))
  return mails.map(mail => presentMail(context, mail, byUid.get(mail.presenter)))
}

function presentMail(context: RequestContext, mail: QueuedMail, presenter: ContentNode | undefined): OutboxMail {
  const { id, event, release, state, created, due, attempts, last } = mail
  return {
    '@id': `${context.base}/@outbox/${id}`,
    id,
    event,
    release,
    presenter: {
      UID: mail.presenter,
      '@id': presenter ? urlOf(context.base, presenter.path) : null,
      title: presenter ? String(presenter.fields.title ?? '') : null,
    },
    state,
    created: formatInstant(created),
    next_attempt: state === 'waiting' ? formatInstant(due) : null,
    attempts,
    last_attempt: last && presentAttempt(context, last),
  }
}

function presentAttempt({ translate }: RequestContext, { time, reason, detail }: MailAttempt) {
  const kind = reason === 'server' ? (serverProblem(detail) ?? reason) : reason
  const text = kind && translate(message(`outbox.reason.${kind}`, { detail }))
  return { time: formatInstant(time), reason, message: text }
}

/** `POST /@outbox/{id}/retry` sends an email again with the same Message-ID. */
export const retryMail: Operation<{ readonly id: string }, OutboxMail> = {
  ...forManagers,
  async run(context, { id }) {
    const mail = await outboxOf(context).mail(id)
    if (!mail) throw new DomainError('not-found', message('outbox.missing'))
    const next = mail.state === 'waiting' ? { ...mail, due: context.now } : retried(mail, context.now)
    const [answer] = await presentMails(context, [next])
    if (!answer) throw new Error('An email has no presentation.')
    return {
      later: () =>
        outboxOf(context)
          .replace(next)
          .then(() => answer),
    }
  },
}

/** `PATCH /@outbox` with `{paused: true}` pauses all emails until a request with `{paused: false}`. */
export const pauseMails: Operation<JsonObject, null> = {
  ...forManagers,
  async run(context, { paused = null }) {
    const { node, environment } = context
    if (typeof paused !== 'boolean') throw badRequest('plan.paused')
    if (paused === areMailsPaused(node)) return { answer: null }
    const root = withMailsPaused(node, paused)
    const details = { panel: 'outbox', changes: { paused: { from: !paused, to: paused } } }
    const events = [updateEvent(context, 'settings', { node: root, details })]
    return { answer: null, change: { updates: [updateOf(environment, [root])], events } }
  },
}
