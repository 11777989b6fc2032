import type { ContentNode } from '../../content/node/node.js'
import type { ContentStore } from '../../content/store/contentStore.js'
import { earlier, type Instant } from '../../foundation/instants.js'
import type { JsonValue } from '../../foundation/json.js'
import { memoizeByIdentity } from '../../foundation/memoizeByIdentity.js'
import { createLruCache } from '../../memoize/calls/lruCache.js'
import { sortedHolderNames } from '../../security/permissions.js'
import type { Dependence } from './dependence.js'
import type { RequestContext } from './requestContext.js'
import { siteSecret } from './siteSecret.js'
import { validityAt } from './validity.js'

/** Properties of an answer that are known before it is computed. */
export interface AnswerMetadata {
  /**
   * The ETag of the answer: the revision of the object, a dash, and 22 characters (letters, digits, `-`, `_`); null if
   * only the finished answer can give it.
   */
  readonly etag: string | null
  /** When the answer may change without a write; null if it never does. */
  readonly until: Instant | null
  /** Seconds from now until then. */
  readonly changesIn: number | null
  /** Whether votes change the answer. */
  readonly hasVotes: boolean
}

/** Thrown instead of an answer that the client has already. */
export const notModified: unique symbol = Symbol('not modified')

const digestLength = 22

/** Properties of the answer to a caller, before it is computed. */
export async function answerMetadata(context: RequestContext, dependence: Dependence): Promise<AnswerMetadata> {
  const { parts, until: declaredUntil = null, hasVotes = false } = dependence
  const { until: validUntil } = await validityAt(context)
  const until = earlier(declaredUntil, validUntil)
  return {
    etag: parts === undefined ? null : await etagOf(context, parts),
    until,
    changesIn: until === null ? null : (until - context.now) / 1000,
    hasVotes,
  }
}

/**
 * The ETag of an answer (docs/http-answers.md, Revisions and ETags): the revision of the object, which a later change
 * can name as its precondition, and a digest of everything that the answer depends on: the state of the store, the
 * dates that have passed, base URL, language, principals, and `parts`, such as the exact query.
 */
export async function etagOf(context: RequestContext, parts: JsonValue): Promise<string> {
  const { node, stamp, base, language, caller } = context
  const { since } = await validityAt(context)
  const names = sortedHolderNames(caller)
  const text = JSON.stringify([stamp, since, base, language, names, parts])
  return `${node.revision}-${digestOf(context, text)}`
}

/** Caches digests: a hit takes a tenth of the time. The content stamp makes the text unique to this store. */
function digestOf({ environment, lineage }: RequestContext, text: string): string {
  const digests = digestsOf(environment.store)
  const hit = digests.get(text)
  if (hit) return hit.value
  const value = environment.hmac(siteSecret(lineage[0]), text).slice(0, digestLength)
  digests.set(text, { value, owner: '', bytes: text.length, lifetime: Number.POSITIVE_INFINITY })
  return value
}

const digestsOf = memoizeByIdentity((_store: ContentStore) => createLruCache<string>(digestLimits, () => 0))

const digestLimits = { entries: 1000, bytes: 1024 * 1024 }

/** The ETag of an object that is being created. It differs from the ETag of every later answer. */
export function etagOfNew({ environment, lineage, stamp }: RequestContext, { revision, uid }: ContentNode): string {
  const text = JSON.stringify([stamp, uid])
  return `${revision}-${environment.hmac(siteSecret(lineage[0]), text).slice(0, digestLength)}`
}
