import { dontCache, type Memoized, type Memoizer } from '@plenum/memoize'
import type { JsonObject } from '../../foundation/json.js'
import { withPermit } from '../../foundation/scheduler.js'
import { sortedHolderNames } from '../../security/permissions.js'
import { isWithin, type Validity, validityAt } from '../run/answerMetadata.js'
import { type Memoizing, siteSecret } from '../run/environment.js'
import type { Operation } from '../run/operation.js'
import type { RequestContext } from '../run/requestContext.js'
import { admit } from '../run/runOperation.js'

/** The input of a cached payload. `metadata` contains the names of additional summary keys. */
export interface PayloadInput {
  readonly metadata: readonly string[]
  /** The requested release of a schedule: a number, or `working` for the unreleased schedule. */
  readonly release?: string | undefined
}

interface ComputedPayload<Payload> {
  readonly payload: Payload
  readonly objects: number
}

type ComputePayload<Payload> = (context: RequestContext, input: PayloadInput) => Promise<ComputedPayload<Payload>>

const bytesOfObject = 4000

interface CacheEntry<Payload> extends ComputedPayload<Payload> {
  readonly validity: Validity
  /** The content stamp for which the payload was computed. */
  readonly stamp: string
}

/**
 * The maximum number of base URLs for which payloads are cached until the content changes. The number is limited
 * because clients choose the base URL if no host is configured.
 */
const maxBases = 10

/**
 * Creates an operation whose payload is cached for all callers who get the same payload (docs/caching.md, Cached
 * payloads). Cached payloads are never stale: the cache key contains all inputs and the content stamp, which changes
 * with every commit, and a payload expires when a date changes it. A request that waits for a payload does not occupy a
 * store reader, because otherwise requests for the same payload could occupy all readers.
 */
export function cachedPayload<Payload extends JsonObject>(
  name: string,
  checks: Pick<Operation<PayloadInput, unknown>, 'permission' | 'exists'>,
  compute: ComputePayload<Payload>,
): Operation<PayloadInput, Payload> {
  const computeEntry = (request: RequestContext, input: PayloadInput): Promise<CacheEntry<Payload>> =>
    request.withNewSnapshot(async context => {
      admit(context, checks)
      return { ...(await compute(context, input)), validity: await validityAt(context), stamp: context.stamp }
    })
  const memoizedBy = new WeakMap<Memoizer, Memoized<[RequestContext, PayloadInput], Promise<CacheEntry<Payload>>>>()
  const memoized = ({ memoizer, buildId }: Memoizing) => {
    const existing = memoizedBy.get(memoizer)
    if (existing) return existing
    const created = memoizer.memoize(
      { name, version: buildId, key: payloadKey(), ttl: secondsOf, size: sizeOf },
      computeEntry,
    )
    memoizedBy.set(memoizer, created)
    return created
  }
  const cachedAnswer = async (memoizing: Memoizing, context: RequestContext, input: PayloadInput): Promise<Payload> => {
    // Another request may have started the computation, which is abandoned if the client of that request disconnects.
    // In this case, `withPermit` tries again.
    const { payload, validity } = await withPermit(context.task, () => memoized(memoizing)(context, input))
    // The validity is checked again, because the clocks of processes and the store can differ.
    return isWithin(validity, context.now) ? payload : (await computeEntry(context, input)).payload
  }
  return {
    ...checks,
    dependsOn: async (_, { metadata, release }) => ({ parts: release === undefined ? metadata : [metadata, release] }),
    run: async (context, input) => {
      const { memoizing } = context.environment
      return memoizing
        ? { later: () => cachedAnswer(memoizing, context, input) }
        : { answer: (await compute(context, input)).payload }
    },
  }
}

/**
 * Creates a function that returns the cache key of a payload, or null if the payload must not be cached. Payloads with
 * additional summary keys are not cached, because their variants would fill the cache.
 */
function payloadKey() {
  const isBaseCacheable = firstBases()
  return (context: RequestContext, { metadata, release }: PayloadInput) => {
    const { environment, lineage, stamp, node, base, language, caller } = context
    if (language === undefined || metadata.length > 0 || !isBaseCacheable(context)) return dontCache
    // The content stamp is hashed with the site secret, so that sites that share a cache server have different keys.
    const content = environment.hmac(siteSecret(lineage[0]), stamp)
    return [content, node.uid, base, language, sortedHolderNames(caller), release ?? null]
  }
}

/**
 * Returns a function that checks whether a base URL is among the first `maxBases` URLs that were used since the last
 * change of content.
 */
function firstBases(): (context: RequestContext) => boolean {
  const sites = new Map<string, { readonly stamp: string; readonly bases: Set<string> }>()
  return ({ lineage, stamp, base }) => {
    const site = lineage[0]?.uid ?? ''
    const previous = sites.get(site)
    const current = previous?.stamp === stamp ? previous : { stamp, bases: new Set<string>() }
    sites.set(site, current)
    const { bases } = current
    if (bases.size < maxBases) bases.add(base)
    return bases.has(base)
  }
}

const sizeOf = ({ objects }: CacheEntry<unknown>): number => objects * bytesOfObject

/**
 * Returns the lifetime of a payload in seconds. If the content has changed since the request, the lifetime is 0,
 * because the payload no longer matches the cache key.
 */
function secondsOf(
  { validity: { until }, stamp }: CacheEntry<unknown>,
  { now, stamp: requestedStamp }: RequestContext,
): number {
  if (stamp !== requestedStamp) return 0
  return until === null ? Number.POSITIVE_INFINITY : (until - now) / 1000
}
