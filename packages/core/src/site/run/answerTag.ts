import type { JsonValue } from '../../foundation/json.js'
import { holderNames } from '../../security/permissions.js'
import { siteSecret } from './siteSecret.js'
import { validityAt } from './validity.js'
import type { Visit } from './visit.js'

/** By what an answer is told from any other to the same question, before it is made. */
export interface AnswerTag {
  /** The revision of the object, a dash, and 22 characters: letters, digits, `-`, `_`. */
  readonly tag: string
  /** Seconds after which time alone may make another answer; null when it does not. */
  readonly changesIn: number | null
}

/** Thrown in place of an answer that the caller has already. */
export const notModified: unique symbol = Symbol('not modified')

const digestLength = 22

/**
 * The tag of the answer to a caller: the revision of the object, by which a change can name what it was made upon, and
 * a digest of all that the answer depends on (docs/http-answers.md, Revisions and tags): what the store holds, which
 * dates have passed, base, language, caller, and `others`, such as what exactly is asked for.
 */
export async function answerTag(visit: Visit, others: JsonValue): Promise<AnswerTag> {
  const { environment, lineage, node, stamp, base, language, caller, now } = visit
  const { since, until } = await validityAt(visit)
  const names = [...new Set(holderNames(caller))].sort()
  const text = JSON.stringify([stamp, since, base, language, names, others])
  const digest = environment.hmac(siteSecret(lineage[0]), text).slice(0, digestLength)
  return { tag: `${node.revision}-${digest}`, changesIn: until === null ? null : (until - now) / 1000 }
}
