import type { PlacedFields } from '../../event/slotTime.js'
import type { JsonValue } from '../../foundation/json.js'
import { badRequest } from '../../foundation/messages.js'
import { userIdOf } from '../../security/caller.js'
import { siteSecret } from '../run/environment.js'
import type { RequestContext } from '../run/requestContext.js'

// The programme desk signs the revisions and the previous values in its forms and links. Without the signature, a link
// on another site could disguise a move as an undo, or a form could contain a revision that its user has not seen.

const digestLength = 22

function digestOf({ environment, lineage, caller }: RequestContext, value: JsonValue): string {
  const text = JSON.stringify(['desk', userIdOf(caller), value])
  return environment.hmac(siteSecret(lineage[0]), text).slice(0, digestLength)
}

export const sealRevision = (context: RequestContext, uid: string, revision: number): string =>
  `${revision}-${digestOf(context, [uid, revision])}`

/** Returns the revision in a signed string. Throws a DomainError `bad-request` if the signature does not match. */
export function openRevision(context: RequestContext, uid: string, sealed: string): number {
  const revision = Number(/^\d{1,15}(?=-)/.exec(sealed)?.[0] ?? Number.NaN)
  if (!Number.isNaN(revision) && sealRevision(context, uid, revision) === sealed) return revision
  throw badRequest('desk.revision')
}

/** The values of a slot before a move, and the revision after the move. */
export interface Undo {
  readonly uid: string
  readonly revision: number
  readonly before: PlacedFields
}

export function sealUndo(context: RequestContext, { uid, revision, before }: Undo): string {
  const text = JSON.stringify([uid, revision, before])
  return digestOf(context, text) + text
}

/**
 * Returns the signed undo data, or null if the signature does not match. Only strings that the site has signed are
 * parsed.
 */
export function openUndo(context: RequestContext, sealed: string): Undo | null {
  const text = sealed.slice(digestLength)
  if (digestOf(context, text) !== sealed.slice(0, digestLength)) return null
  const [uid, revision, before] = JSON.parse(text) as [string, number, PlacedFields]
  return { uid, revision, before }
}
