import type { JsonObject } from '../../foundation/json.js'
import { dontCache, type Memoized } from '../../memoize/calls/memoizedFunction.js'
import type { Memoizer } from '../../memoize/memoizer/memoizer.js'
import { holderNames } from '../../security/permissions.js'
import type { Memoizing } from '../run/environment.js'
import type { Operation } from '../run/operation.js'
import { admit } from '../run/runOperation.js'
import { siteSecret } from '../run/siteSecret.js'
import { isWithin, type Validity, validityAt } from '../run/validity.js'
import type { Visit } from '../run/visit.js'

/** `metadata`: names of further columns for what is listed. */
export interface PayloadInput {
  readonly metadata: readonly string[]
}

/** A payload, and the number of objects that are in it. */
export interface Made {
  readonly payload: JsonObject
  readonly objects: number
}

type Make = (visit: Visit, input: PayloadInput) => Promise<Made>

/** Bytes that a summary takes in memory, once more as JSON included. */
const bytesOfObject = 4000

interface Kept extends Made {
  readonly validity: Validity
  /** Of the content that it was made from. */
  readonly stamp: string
}

/**
 * Addresses of one site under which payloads are kept, for each stamp: who asks chooses the host where none is
 * configured.
 */
const maxBases = 10

/** What decides who is given the payload at all. */
type Demanded = Pick<Operation<PayloadInput, JsonObject>, 'permission' | 'exists'>

/**
 * An operation whose payload is made once for all who would be given the same (docs/caching.md, Payloads that are
 * kept). A stale one is impossible: the key has the stamp of the content, which no commit leaves, and what the payload
 * depends on beside content; where time alone changes it, it ends. Who waits for a payload has no reader: all readers
 * could wait for one payload otherwise.
 */
export function cachedPayload(name: string, demanded: Demanded, make: Make): Operation<PayloadInput, JsonObject> {
  const makeKept = (asked: Visit, input: PayloadInput): Promise<Kept> =>
    asked.again(async visit => {
      admit(visit, demanded)
      return { ...(await make(visit, input)), validity: await validityAt(visit), stamp: visit.stamp }
    })
  const memoizedBy = new WeakMap<Memoizer, Memoized<[Visit, PayloadInput], Promise<Kept>>>()
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
  const kept = async (memoizing: Memoizing, visit: Visit, input: PayloadInput): Promise<JsonObject> => {
    const { payload, validity } = await memoized(memoizing)(visit, input)
    // Clocks of instances and of a store are not one clock.
    return isWithin(validity, visit.now) ? payload : (await makeKept(visit, input)).payload
  }
  return {
    ...demanded,
    dependsOn: async (_, { metadata }) => metadata,
    run: async (visit, input) => {
      const { memoizing } = visit.environment
      return memoizing ? { later: () => kept(memoizing, visit, input) } : { answer: (await make(visit, input)).payload }
    },
  }
}

/** The key of a payload. What only one caller wishes for is not kept: anybody could fill the cache with wishes. */
function keyWithin(most: number) {
  const isBaseKept = fewBases(most)
  return (visit: Visit, { metadata }: PayloadInput) => {
    const { environment, lineage, stamp, node, base, language, caller } = visit
    if (language === undefined || metadata.length > 0 || !isBaseKept(visit)) return dontCache
    // Digested under the site's secret: two sites that share a store do not meet.
    const content = environment.hmac(siteSecret(lineage[0]), stamp)
    return [content, node.uid, base, language, [...new Set(holderNames(caller))].sort()]
  }
}

/** Whether the base of a visit is among the first of its site since the content changed. */
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

const sizeOf = ({ objects }: Kept): number => objects * bytesOfObject

/** What was made from content that has changed since it was asked for belongs to another key. */
function secondsOf({ validity: { until }, stamp }: Kept, { now, stamp: asked }: Visit): number {
  if (stamp !== asked) return 0
  return until === null ? Number.POSITIVE_INFINITY : (until - now) / 1000
}
