import { createHash } from 'node:crypto'
import type { RedisNodes } from './connection/redisNodes.js'
import { withinDeadline } from './deadline.js'
import type { MinuteCount, MinuteCounts, MinuteTotal } from './minuteCount.js'
import { milliseconds } from './seconds.js'

export interface CountingOptions {
  readonly nodes: RedisNodes
  readonly prefix: string
  /** The maximum duration of a request to the server, in seconds. */
  readonly timeout: number
  /** The time for which a server is not used after a failure, in seconds. */
  readonly retryAfter: number
  /** The counters to use while the server fails, so that clients are neither rejected nor delayed. */
  readonly spare: MinuteCounts
  /** The length of the counting period in seconds. Defaults to one minute, but tests use a shorter period. */
  readonly minute?: number
}

type OrElse = <T>(task: () => Promise<T>, otherwise: () => Promise<T>) => Promise<T>

/**
 * Creates counters that several processes share through a Redis-compatible server. Uses only commands that all such
 * servers support. The commands are pipelined and executed in order. Keys contain only digests, so they disclose
 * neither names nor addresses.
 */
export function countThroughRedis({ nodes, ...options }: CountingOptions): MinuteCounts {
  const [timeout, retryAfter] = [
    milliseconds('timeout', options.timeout),
    milliseconds('retryAfter', options.retryAfter),
  ]
  let retryAt = 0
  const orElse: OrElse = async (task, otherwise) => {
    if (performance.now() < retryAt) return otherwise()
    try {
      // The connection is dropped, because its outstanding replies would delay later requests.
      return await withinDeadline(task(), timeout, error => nodes.reset(error, error.milliseconds))
    } catch {
      retryAt = performance.now() + retryAfter
      return otherwise()
    }
  }
  return name => countOf(name, { nodes, orElse, ...options })
}

interface Counting extends Pick<CountingOptions, 'nodes' | 'prefix' | 'spare' | 'minute'> {
  readonly orElse: OrElse
}

function countOf(name: string, { nodes, prefix, spare, minute: minuteSeconds = 60, orElse }: Counting): MinuteCount {
  const minute = 1000 * minuteSeconds
  const local = spare(name)
  const sharedCounts = new WeakSet<MinuteTotal>()
  const keyOf = (key: string) => `${prefix}:~c:${name}:${createHash('sha256').update(key).digest('base64url')}`
  const sendAll = async (key: string, commands: readonly (readonly string[])[]): Promise<readonly number[]> =>
    (await Promise.all(commands.map(([command = '', ...args]) => nodes.send(key, [command, key, ...args])))).map(Number)
  const countedAt = (times: number, ttl: number): MinuteTotal => {
    const wait = Math.max(0, ttl)
    const result = { times, wait, end: performance.now() + wait }
    sharedCounts.add(result)
    return result
  }
  const add = async (key: string): Promise<MinuteTotal> => {
    const [, times = 0, ttl = 0] = await sendAll(key, [['SET', '0', 'PX', String(minute), 'NX'], ['INCR'], ['PTTL']])
    // If the key expired between SET and INCR, INCR has created the key again without an expiry time.
    if (ttl === -1) await sendAll(key, [['PEXPIRE', String(minute)]])
    return countedAt(times, ttl === -1 ? minute : ttl)
  }
  const look = async (key: string): Promise<MinuteTotal> => {
    const [times = 0, ttl = 0] = await sendAll(key, [['GET'], ['PTTL']])
    return ttl > 0 ? countedAt(times, ttl) : countedAt(0, 0)
  }
  const takeBack = async (key: string): Promise<void> => {
    const [, ttl] = await sendAll(key, [['DECR'], ['PTTL']])
    if (ttl === -1) await sendAll(key, [['DEL']])
  }
  type Count<T> = (key: string) => Promise<T>
  const through =
    <T>(shared: Count<T>, otherwise: Count<T>): Count<T> =>
    key =>
      orElse(
        () => shared(keyOf(key)),
        () => otherwise(key),
      )
  const takeBackShared = through(takeBack, async () => {})
  return {
    look: through(look, local.look),
    add: through(add, local.add),
    takeBack: async (key, added) => {
      if (!sharedCounts.has(added)) return local.takeBack(key, added)
      if (performance.now() < added.end) await takeBackShared(key)
    },
  }
}
