import type { UnsubscribePayload } from '../../answers/outbox.js'
import { type Lineage, objectOf, withObject } from '../../content/node/node.js'
import { optOutField } from '../../event/presenterChanges.js'
import { DomainError, message } from '../../foundation/messages.js'
import { hasOptedOut } from '../mails/releaseMails.js'
import { presenterOfToken } from '../mails/unsubscribeToken.js'
import { openEach } from '../run/openEach.js'
import type { Operation } from '../run/operation.js'
import { isPresenter } from '../run/personIds.js'
import { atRoot, type RequestContext } from '../run/requestContext.js'
import { updateOf } from '../write/changes.js'

export interface UnsubscribeInput {
  /** The token from the link in an email. It authorizes the caller to opt out on behalf of the presenter. */
  readonly token: string
}

/**
 * `GET /@unsubscribe/{token}` returns whether a presenter receives emails, without changing anything (docs/schedule.md,
 * Emails to presenters).
 */
export const getUnsubscription: Operation<UnsubscribeInput, UnsubscribePayload> = {
  ...atRoot,
  async run(context, { token }) {
    const presenter = objectOf(await presenterAt(context, token))
    return { answer: { '@id': `${context.base}/@unsubscribe/${token}`, unsubscribed: hasOptedOut(presenter) } }
  },
}

/** `POST /@unsubscribe/{token}` opts the presenter out of emails. The caller needs only the token (RFC 8058). */
export const unsubscribe: Operation<UnsubscribeInput, null> = {
  ...atRoot,
  async run(context, { token }) {
    const lineage = await presenterAt(context, token)
    const presenter = objectOf(lineage)
    if (hasOptedOut(presenter)) return { answer: null }
    const changed = { ...presenter, fields: { ...presenter.fields, [optOutField]: true } }
    return { answer: null, change: { updates: [updateOf(context.environment, withObject(lineage, changed))] } }
  },
}

/**
 * Returns the lineage of the presenter in a token. Throws a DomainError `not-found` if the site has not signed the
 * token or the presenter has been deleted.
 */
async function presenterAt(context: RequestContext, token: string): Promise<Lineage> {
  const uid = presenterOfToken(context, token)
  const nodes = uid === null ? [] : await context.reader.nodes([uid])
  const [opened] = await openEach(
    context,
    nodes.filter(node => isPresenter(context, node)),
  )
  if (opened) return opened[1]
  throw new DomainError('not-found', message('unsubscribe.token'))
}
