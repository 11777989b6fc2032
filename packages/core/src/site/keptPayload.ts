import type { Instant } from '../foundation/instants.js'
import type { JsonObject } from '../foundation/json.js'
import { dontCache, type Memoized } from '../memoize/memoizedFunction.js'
import type { Memoizer } from '../memoize/memoizer.js'
import { holderNames } from '../security/permissions.js'
import { siteSecret } from './siteSecret.js'
import type { Visit } from './visit.js'

/** `metadata`: names of further columns for what is listed. */
export interface PayloadInput {
  readonly metadata: readonly string[]
}

type Make = (visit: Visit, input: PayloadInput) => Promise<JsonObject>

interface Kept {
  readonly payload: JsonObject
  /** When content comes to be seen, or is seen no more, by itself: the payload is of no use from then on. */
  readonly until: Instant | null
}

/**
 * A payload that is made once for all who would be given the same (decisions, section 5: Keys of our own functions).
 * A stale one is impossible: the key has the stamp of the content, which no commit leaves, and what the payload depends
 * on beside content; where time alone changes it, it ends.
 */
export function keptPayload(name: string, make: Make): Make {
  const makeKept = async (visit: Visit, input: PayloadInput): Promise<Kept> => ({
    payload: await make(visit, input),
    until: await nextChange(visit),
  })
  const memoizedBy = new WeakMap<Memoizer, Memoized<[Visit, PayloadInput], Promise<Kept>>>()
  return async (visit, input) => {
    const { memoizing } = visit.environment
    if (!memoizing) return make(visit, input)
    const { memoizer, release } = memoizing
    const known = memoizedBy.get(memoizer)
    const memoized = known ?? memoizer.memoize({ name, version: release, key: keyOf, ttl: secondsOf }, makeKept)
    if (!known) memoizedBy.set(memoizer, memoized)
    const { payload, until } = await memoized(visit, input)
    // Clocks of a store and of ours are not one clock.
    return until !== null && until <= visit.now ? make(visit, input) : payload
  }
}

/** What only one caller wishes for is not kept: anybody could fill the cache with wishes. */
function keyOf(visit: Visit, { metadata }: PayloadInput) {
  const { environment, lineage, stamp, node, base, language, caller } = visit
  if (language === undefined || metadata.length > 0) return dontCache
  // Digested under the site's secret: two sites that share a store do not meet.
  const content = environment.keyedDigest(siteSecret(lineage[0]), stamp)
  return [content, node.uid, base, language, [...new Set(holderNames(caller))].sort()]
}

function secondsOf({ until }: Kept, { now }: Visit): number {
  return until === null ? Number.POSITIVE_INFINITY : (until - now) / 1000
}

/** When the next object of the site is published or expires by its date; null when none does. */
async function nextChange({ reader, now }: Visit): Promise<Instant | null> {
  const dates = await Promise.all(
    (['effective', 'expires'] as const).map(async index => {
      const { items } = await reader.search({
        sight: 'system',
        where: [{ kind: 'range', index, min: now + 1, max: null }],
        sort: [{ by: index, descending: false }],
        size: 1,
      })
      const date = items[0]?.columns[index]
      return typeof date === 'number' ? [date] : []
    }),
  )
  return dates.flat().reduce<Instant | null>((first, date) => (first === null ? date : Math.min(first, date)), null)
}
