import type { ContentNode } from '../../content/node/node.js'
import type { ContentStore } from '../../content/store/contentStore.js'
import { earlier, type Instant } from '../../foundation/instants.js'
import type { JsonValue } from '../../foundation/json.js'
import { sortedHolderNames } from '../../security/permissions.js'
import { siteSecret } from './environment.js'
import type { RequestContext } from './requestContext.js'

/** The properties of a response that are known before it is computed. */
export interface AnswerMetadata {
  /**
   * The ETag: the revision of the object, a dash, and 22 characters (letters, digits, `-`, `_`). The value is null if
   * the ETag can be computed only from the complete response.
   */
  readonly etag: string | null
  /** The time at which the response may change without a write, or null if it changes only after writes. */
  readonly until: Instant | null
  /** The time in seconds until the response may change without a write, or null if it changes only after writes. */
  readonly changesIn: number | null
  /** Whether votes can change the response. */
  readonly hasVotes: boolean
}

/** The value that is thrown if the client has already cached the response. */
export const notModified: unique symbol = Symbol('not modified')

const digestLength = 22

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
 * Computes an ETag (docs/http-answers.md, Revisions and ETags). It begins with the revision of the object, so that a
 * later change can use it as a precondition. The revision is followed by a dash and a digest of all sources of the
 * response: the state of the store, the dates that have passed, the base URL, the language, the principals, and
 * `parts`, such as the exact query.
 */
export async function etagOf(context: RequestContext, parts: JsonValue): Promise<string> {
  const { environment, node, base, language, caller } = context
  const { key, validity } = await stateAt(context)
  const text = JSON.stringify([key, validity.since, base, language, sortedHolderNames(caller), parts])
  return `${node.revision}-${environment.digest(text).slice(0, digestLength)}`
}

export const etagOfNew = (context: RequestContext, { revision, uid }: ContentNode): string =>
  `${revision}-${context.environment.digest(JSON.stringify([stateKey(context), uid])).slice(0, digestLength)}`

/**
 * The additional data on which a response depends. Every response also depends on the content stamp, the publication
 * dates, the base URL, the language and the caller.
 */
export interface Dependence {
  /**
   * The data from which the ETag is computed before the response. The value is omitted if this is impossible, for
   * example because the response contains the names of users.
   */
  readonly parts?: JsonValue
  /**
   * The time at which the response changes without a write. The value is null or omitted if the response changes only
   * after writes.
   */
  readonly until?: Instant | null
  readonly hasVotes?: boolean
}

/**
 * A period in which unchanged content produces the same responses. Publication and expiry dates limit the period,
 * because they change the visibility of objects without a write.
 */
export interface Validity {
  readonly since: Instant | null
  /** The next publication or expiry date, or null if no such date exists. */
  readonly until: Instant | null
}

export const isWithin = ({ since, until }: Validity, now: Instant): boolean =>
  (since === null || since <= now) && (until === null || now < until)

interface ContentState {
  readonly stamp: string
  readonly validity: Validity
  /** A secret that is part of the input of each ETag. Without it, clients could test guesses about the other parts. */
  readonly key: string
}

/** The last state of each store. */
const lastByStore = new WeakMap<ContentStore, ContentState>()

/** Returns the validity at the current time. */
export const validityAt = async (context: RequestContext): Promise<Validity> => (await stateAt(context)).validity

/** Returns the state at the current time. The result is reused until the validity ends or the content changes. */
async function stateAt(context: RequestContext): Promise<ContentState> {
  const { environment, stamp, now } = context
  const last = lastByStore.get(environment.store)
  if (last?.stamp === stamp && isWithin(last.validity, now)) return last
  const state = { stamp, validity: await findValidity(context), key: stateKey(context) }
  lastByStore.set(environment.store, state)
  return state
}

const stateKey = ({ environment, lineage, stamp }: RequestContext): string =>
  environment.hmac(siteSecret(lineage[0]), stamp)

async function findValidity({ reader, now }: RequestContext): Promise<Validity> {
  const neighbors = await Promise.all(['effective', 'expires'].map(index => reader.neighbours(index, now)))
  const since = neighbors.map(({ before }) => before)
  const until = neighbors.map(({ after }) => after)
  return { since: chooseDefined(Math.max, ...since), until: chooseDefined(Math.min, ...until) }
}

function chooseDefined(choose: (...dates: number[]) => number, ...dates: readonly (Instant | null | undefined)[]) {
  const instants = dates.filter(date => typeof date === 'number')
  return instants.length > 0 ? choose(...instants) : null
}
