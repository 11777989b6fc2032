import { type MinuteCounts, minuteCounts } from '@plenum/core'
import { connectRedis, countThroughRedis } from '@plenum/redis-store'
import type { Config } from './configuration.js'

export interface SharedCounts {
  /** Undefined where only this process counts. */
  readonly counts: MinuteCounts | undefined
  close(): Promise<void>
}

/**
 * Where failed logins and votes of a minute are counted (docs/operate.md, Several processes): by the server of the
 * shared cache where there is one, else by `others`, which are those of the database or of the workers.
 */
export function openCounts(
  { url, prefix, timeout, retryAfter }: Config['memoize'],
  others: MinuteCounts | undefined,
): SharedCounts {
  if (url === null) return { counts: others, close: async () => {} }
  const nodes = connectRedis({ url, timeout: 1000 * timeout })
  const spare = others ?? minuteCounts(() => performance.now())
  const times = { timeout: 1000 * timeout, retryAfter: 1000 * retryAfter }
  return { counts: countThroughRedis({ nodes, prefix, spare, ...times }), close: async () => nodes.close() }
}
