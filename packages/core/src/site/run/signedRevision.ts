import { badRequest } from '../../foundation/messages.js'
import { userIdOf } from '../../security/caller.js'
import { siteSecret } from './environment.js'
import type { RequestContext } from './requestContext.js'

const signatureLength = 22

/**
 * Returns a signed revision of the object, so that a form can contain only a revision that the same user has seen on
 * the same object.
 */
export function signedRevision({ environment, lineage, node, caller }: RequestContext, revision: number): string {
  const text = `form ${JSON.stringify([userIdOf(caller), node.uid, revision])}`
  return `${revision}-${environment.hmac(siteSecret(lineage[0]), text).slice(0, signatureLength)}`
}

/**
 * Returns the revision in a form body, or null if the body contains none. Throws a DomainError `bad-request` if the
 * signature does not match.
 */
export function revisionIn(context: RequestContext, body: ReadonlyMap<string, readonly string[]>): number | null {
  const [signed] = body.get('revision') ?? []
  if (signed === undefined) return null
  const revision = Number(/^\d{1,15}(?=-)/.exec(signed)?.[0] ?? Number.NaN)
  if (signed !== signedRevision(context, revision)) throw badRequest('form.token')
  return revision
}
