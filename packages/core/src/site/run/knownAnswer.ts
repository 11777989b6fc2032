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

/** What is known of an answer before it is made. */
export interface KnownAnswer {
  /**
   * By what it is told from any other to the same question: the revision of the object, a dash, and 22 characters
   * (letters, digits, `-`, `_`); null where only the answer itself will tell.
   */
  readonly tag: string | null
  /** From when on time alone may make another answer; null when it does not. */
  readonly until: Instant | null
  /** Seconds from now until then. */
  readonly changesIn: number | null
  /** Whether votes make another answer. */
  readonly hasVotes: boolean
}

/** Thrown in place of an answer that the caller has already. */
export const notModified: unique symbol = Symbol('not modified')

const digestLength = 22

/** What is known of the answer to a caller that has not been made yet. */
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
 * The tag of an answer: the revision of the object, by which a change can name what it was made upon, and a digest of
 * all that the answer depends on (docs/http-answers.md, Revisions and tags): what the store holds, which dates have
 * passed, base, language, caller, and `parts`, such as what exactly is asked for.
 */
export async function tagOf(visit: Visit, parts: JsonValue): Promise<string> {
  const { node, stamp, base, language, caller } = visit
  const { since } = await validityAt(visit)
  const names = sortedHolderNames(caller)
  const text = JSON.stringify([stamp, since, base, language, names, parts])
  return `${node.revision}-${digestOf(visit, text)}`
}

/** A digest that was made before is found in a tenth of the time. The stamp in the text is of this store alone. */
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

/** The tag of an object that is being made. No answer to a later question has it. */
export function tagOfNew({ environment, lineage, stamp }: Visit, { revision, uid }: ContentNode): string {
  const text = JSON.stringify([stamp, uid])
  return `${revision}-${environment.hmac(siteSecret(lineage[0]), text).slice(0, digestLength)}`
}
