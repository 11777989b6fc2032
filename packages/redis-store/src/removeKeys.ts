import type { Master, RedisNodes, Send } from './connection/redisNodes.js'
import type { Keys } from './keys.js'

export interface Removal {
  readonly nodes: RedisNodes
  readonly keys: Keys
  /** Runs a single request within its deadline. */
  within<T>(task: Promise<T>): Promise<T>
  hasTime(): boolean
}

/**
 * The number of keys per SCAN page. Other clients must wait while the server scans a page (docs/caching.md,
 * Invalidation tokens, rule 4).
 */
const page = 1000

/**
 * Deletes all values of a function, or of all functions if `name` is null, and returns the number of deleted values.
 * The token must already have been deleted. Throws if a server cannot be reached, or if keys moved between servers
 * during the scan and may have been missed. Stops when `hasTime` returns false, because the remaining values are stale
 * anyway.
 */
export async function removeKeys(removal: Removal, name: string | null): Promise<number> {
  const { nodes, within } = removal
  const masters = await within(nodes.masters())
  const removed = await Promise.all(masters.map(({ send }) => removeFrom(removal, send, name)))
  if (idsOf(await within(nodes.masters())) !== idsOf(masters))
    throw new Error('the servers of the cluster have changed')
  return removed.reduce((sum, count) => sum + count, 0)
}

const idsOf = (masters: readonly Master[]): string =>
  masters
    .map(({ id }) => id)
    .sort()
    .join()

async function removeFrom(removal: Removal, send: Send, name: string | null): Promise<number> {
  const { keys, within, hasTime } = removal
  let cursor = '0'
  let removed = 0
  do {
    if (!hasTime()) return removed
    const command = ['SCAN', cursor, 'MATCH', keys.pattern(name), 'COUNT', String(page)]
    const [next, scanned] = (await within(send(command))) as [Buffer, Buffer[]]
    cursor = next.toString()
    const keysOfFunction = scanned.map(String).filter(key => keys.isOf(name, key))
    removed += await unlink(removal, keysOfFunction)
  } while (cursor !== '0')
  return removed
}

/**
 * Deletes keys with a separate command for each key, because the keys on a cluster node can be in many slots. The
 * commands are pipelined.
 */
async function unlink({ nodes, keys, within }: Removal, keysToRemove: readonly string[]): Promise<number> {
  if (keysToRemove.length === 0) return 0
  const counts = await within(Promise.all(keysToRemove.map(key => nodes.send(key, ['UNLINK', key]))))
  return keysToRemove.reduce((sum, key, i) => sum + (keys.isValue(key) ? Number(counts[i]) : 0), 0)
}
