import type { JsonObject } from '../../foundation/json.js'
import { dontCache, type Memoized } from '../../memoize/calls/memoizedFunction.js'
import type { Memoizer } from '../../memoize/memoizer/memoizer.js'
import { sortedHolderNames } from '../../security/permissions.js'
import type { Memoizing } from '../run/environment.js'
import type { Operation } from '../run/operation.js'
import { admit } from '../run/runOperation.js'
import { siteSecret } from '../run/siteSecret.js'
import { isWithin, type Validity, validityAt } from '../run/validity.js'
import type { Visit } from '../run/visit.js'

/** `metadata`: names of additional columns of the listed objects. */
export interface PayloadInput {
  readonly metadata: readonly string[]
}

/** A payload and the number of objects in it. */
export interface Made<Payload> {
  readonly payload: Payload
  readonly objects: number
}

type Make<Payload> = (visit: Visit, input: PayloadInput) => Promise<Made<Payload>>

/** The memory of one summary in bytes, as an object plus JSON. */
const bytesOfObject = 4000

interface Kept<Payload> extends Made<Payload> {
  readonly validity: Validity
  /** The stamp of the content from which it was computed. */
  readonly stamp: string
}

/**
 * The number of base URLs of one site with cached payloads, per stamp. It is limited, because clients choose the host
 * if none is configured.
 */
const maxBases = 10

/** The checks before a caller receives the payload. */
type Demanded = Pick<Operation<PayloadInput, unknown>, 'permission' | 'exists'>

/**
 * An operation whose payload is cached for all callers with the same result (docs/caching.md, Payloads that are kept).
 * It is never stale: the key contains the stamp of the content, which changes with every commit, and all other data
 * that the payload depends on; it expires when a date changes the payload. A request does not hold a reader while it
 * waits for a payload: otherwise requests for one payload could occupy all readers.
 */
export function cachedPayload<Payload extends JsonObject>(
  name: string,
  demanded: Demanded,
  make: Make<Payload>,
): Operation<PayloadInput, Payload> {
  const makeKept = (asked: Visit, input: PayloadInput): Promise<Kept<Payload>> =>
    asked.again(async visit => {
      admit(visit, demanded)
      return { ...(await make(visit, input)), validity: await validityAt(visit), stamp: visit.stamp }
    })
  const memoizedBy = new WeakMap<Memoizer, Memoized<[Visit, PayloadInput], Promise<Kept<Payload>>>>()
  const memoized = ({ memoizer, buildId }: Memoizing) => {
    const known = memoizedBy.get(memoizer)
    if (known) return known
    const made = memoizer.memoize(
      { name, version: buildId, key: keyWithin(maxBases), ttl: secondsOf, size: sizeOf },
      makeKept,
    )
    memoizedBy.set(memoizer, made)
    return made
  }
  const kept = async (memoizing: Memoizing, visit: Visit, input: PayloadInput): Promise<Payload> => {
    const { payload, validity } = await memoized(memoizing)(visit, input)
    // Checked again, because the clocks of instances and of the store differ.
    return isWithin(validity, visit.now) ? payload : (await makeKept(visit, input)).payload
  }
  return {
    ...demanded,
    dependsOn: async (_, { metadata }) => ({ parts: metadata }),
    run: async (visit, input) => {
      const { memoizing } = visit.environment
      return memoizing ? { later: () => kept(memoizing, visit, input) } : { answer: (await make(visit, input)).payload }
    },
  }
}

/** The cache key of a payload. Payloads with additional columns are not cached: their variants would fill the cache. */
function keyWithin(most: number) {
  const isBaseKept = fewBases(most)
  return (visit: Visit, { metadata }: PayloadInput) => {
    const { environment, lineage, stamp, node, base, language, caller } = visit
    if (language === undefined || metadata.length > 0 || !isBaseKept(visit)) return dontCache
    // An HMAC with the secret of the site, so that sites that share a store do not get each other's payloads.
    const content = environment.hmac(siteSecret(lineage[0]), stamp)
    return [content, node.uid, base, language, sortedHolderNames(caller)]
  }
}

/** Whether the base URL of a request is one of the first of its site since the last change of content. */
function fewBases(most: number): (visit: Visit) => boolean {
  const sites = new Map<string, { readonly stamp: string; readonly bases: Set<string> }>()
  return ({ lineage, stamp, base }) => {
    const site = lineage[0]?.uid ?? ''
    const known = sites.get(site)
    const current = known?.stamp === stamp ? known : { stamp, bases: new Set<string>() }
    sites.set(site, current)
    const { bases } = current
    if (bases.size < most) bases.add(base)
    return bases.has(base)
  }
}

const sizeOf = ({ objects }: Kept<unknown>): number => objects * bytesOfObject

/** The lifetime in seconds. 0 if the content changed after the request: then the payload does not match the key. */
function secondsOf({ validity: { until }, stamp }: Kept<unknown>, { now, stamp: asked }: Visit): number {
  if (stamp !== asked) return 0
  return until === null ? Number.POSITIVE_INFINITY : (until - now) / 1000
}
