import type { ContentNode } from '../../content/node/node.js'
import type { ContentStore } from '../../content/store/contentStore.js'
import { earlier, type Instant } from '../../foundation/instants.js'
import type { JsonValue } from '../../foundation/json.js'
import { sortedHolderNames } from '../../security/permissions.js'
import { siteSecret } from './environment.js'
import type { RequestContext } from './requestContext.js'

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

const digestOf = ({ environment, lineage }: RequestContext, text: string): string =>
  environment.hmac(siteSecret(lineage[0]), text).slice(0, digestLength)

/** The ETag of an object that is being created. It differs from the ETag of every later answer. */
export const etagOfNew = (context: RequestContext, { revision, uid }: ContentNode): string =>
  `${revision}-${digestOf(context, JSON.stringify([context.stamp, uid]))}`

/** Sources of an answer besides the content stamp, dates of objects, base URL, language and caller. */
export interface Dependence {
  /** Makes the ETag known before the answer is computed; omitted if it cannot be, as for names of users. */
  readonly parts?: JsonValue
  /** When the answer changes without a write; null, or omitted, if it never does. */
  readonly until?: Instant | null
  /** Whether votes change the answer. */
  readonly hasVotes?: boolean
}

/**
 * The period in which unchanged content gives the same answers: publication and expiry dates change the visibility of
 * objects without a write.
 */
export interface Validity {
  /** The last such date in the past; null if none has passed. */
  readonly since: Instant | null
  /** The next such date, when the period ends; null if there is none. */
  readonly until: Instant | null
}

export const isWithin = ({ since, until }: Validity, now: Instant): boolean =>
  (since === null || since <= now) && (until === null || now < until)

/** The last validity of each store, valid for one content stamp. */
const lastByStore = new WeakMap<ContentStore, { readonly stamp: string; readonly validity: Validity }>()

/** The validity at the time of the context, looked up once per period. */
export async function validityAt(context: RequestContext): Promise<Validity> {
  const { environment, stamp, now } = context
  const last = lastByStore.get(environment.store)
  if (last?.stamp === stamp && isWithin(last.validity, now)) return last.validity
  const validity = await findValidity(context)
  lastByStore.set(environment.store, { stamp, validity })
  return validity
}

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
