import { type MinuteCounts, minuteCounts } from '@plenum/core'
import { connectRedis, countThroughRedis } from '@plenum/redis-store'
import type { Config } from './config.js'

export interface SharedCounts {
  readonly counts: MinuteCounts | undefined
  close(): Promise<void>
}

/**
 * Opens the counters of failed logins and votes per minute (docs/operate.md, Several processes). The counters are
 * stored on the shared cache server if one is configured, and otherwise in `fallback`, which belongs to the database
 * or the primary process.
 */
export function openCounts(
  { url, prefix, timeout, retryAfter }: Config['memoize'],
  fallback: MinuteCounts | undefined,
): SharedCounts {
  if (url === null) return { counts: fallback, close: async () => {} }
  const nodes = connectRedis({ url, timeout })
  const spare = fallback ?? minuteCounts(() => performance.now())
  return { counts: countThroughRedis({ nodes, prefix, spare, timeout, retryAfter }), close: async () => nodes.close() }
}
