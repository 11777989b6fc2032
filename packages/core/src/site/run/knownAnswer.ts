import type { ContentNode } from '../../content/node/node.js'
import type { ContentStore } from '../../content/store/contentStore.js'
import { earlier, type Instant } from '../../foundation/instants.js'
import type { JsonValue } from '../../foundation/json.js'
import { rememberOf } from '../../foundation/rememberOf.js'
import { createLruCache } from '../../memoize/calls/lruCache.js'
import { sortedHolderNames } from '../../security/permissions.js'
import type { Dependence } from './operation.js'
import { siteSecret } from './siteSecret.js'
import { validityAt } from './validity.js'
import type { Visit } from './visit.js'

/** Properties of an answer that are known before it is computed. */
export interface KnownAnswer {
  /**
   * The ETag of the answer: the revision of the object, a dash, and 22 characters (letters, digits, `-`, `_`); null if
   * only the finished answer can give it.
   */
  readonly tag: string | null
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
export async function knownAnswer(visit: Visit, dependence: Dependence): Promise<KnownAnswer> {
  const { parts, until: own = null, hasVotes = false } = dependence
  const { until: ofDates } = await validityAt(visit)
  const until = earlier(own, ofDates)
  return {
    tag: parts === undefined ? null : await tagOf(visit, parts),
    until,
    changesIn: until === null ? null : (until - visit.now) / 1000,
    hasVotes,
  }
}

/**
 * The ETag of an answer (docs/http-answers.md, Revisions and tags): the revision of the object, which a later change
 * can name as its precondition, and a digest of everything that the answer depends on: the state of the store, the
 * dates that have passed, base URL, language, principals, and `parts`, such as the exact query.
 */
export async function tagOf(visit: Visit, parts: JsonValue): Promise<string> {
  const { node, stamp, base, language, caller } = visit
  const { since } = await validityAt(visit)
  const names = sortedHolderNames(caller)
  const text = JSON.stringify([stamp, since, base, language, names, parts])
  return `${node.revision}-${digestOf(visit, text)}`
}

/** Caches digests: a hit takes a tenth of the time. The content stamp makes the text unique to this store. */
function digestOf({ environment, lineage }: Visit, text: string): string {
  const made = digestsOf(environment.store)
  const known = made.get(text)
  if (known) return known.value
  const value = environment.hmac(siteSecret(lineage[0]), text).slice(0, digestLength)
  made.set(text, { value, owner: '', bytes: text.length, lifetime: Number.POSITIVE_INFINITY })
  return value
}

const digestsOf = rememberOf((_store: ContentStore) => createLruCache<string>(keptDigests, () => 0))

const keptDigests = { entries: 1000, bytes: 1024 * 1024 }

/** The ETag of an object that is being created. It differs from the ETag of every later answer. */
export function tagOfNew({ environment, lineage, stamp }: Visit, { revision, uid }: ContentNode): string {
  const text = JSON.stringify([stamp, uid])
  return `${revision}-${environment.hmac(siteSecret(lineage[0]), text).slice(0, digestLength)}`
}
