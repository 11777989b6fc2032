import { createHash } from 'node:crypto'
import type { Counted, MinuteCount, MinuteCounts } from '@plenum/core'
import type { RedisNodes } from './connection/redisNodes.js'
import { withinDeadline } from './deadline.js'

export interface CountingOptions {
  readonly nodes: RedisNodes
  /** The prefix of all keys. */
  readonly prefix: string
  /** Milliseconds that one request may take. */
  readonly timeout: number
  /** Milliseconds during which a failed server is not used. */
  readonly retryAfter: number
  /** Counts while the server fails, so that clients are neither refused nor delayed. */
  readonly spare: MinuteCounts
  /** Milliseconds of a minute; tests set another number. */
  readonly minute?: number
}

/** Runs `task` with the server, or `otherwise` if that fails. */
type OrElse = <T>(work: () => Promise<T>, otherwise: () => Promise<T>) => Promise<T>

/**
 * Counters shared by all processes through a Redis-compatible server. It receives only commands that all such servers
 * support, pipelined and executed in order. Keys contain only digests.
 */
export function countThroughRedis({ nodes, timeout, retryAfter, ...options }: CountingOptions): MinuteCounts {
  let restUntil = 0
  const orElse: OrElse = async (work, otherwise) => {
    if (performance.now() < restUntil) return otherwise()
    try {
      // Later requests would have to wait behind outstanding replies: drop the connection.
      return await withinDeadline(work(), timeout, error => nodes.reset(error, error.milliseconds))
    } catch {
      restUntil = performance.now() + retryAfter
      return otherwise()
    }
  }
  return name => countOf(name, { nodes, orElse, ...options })
}

interface Counting extends Pick<CountingOptions, 'nodes' | 'prefix' | 'spare' | 'minute'> {
  readonly orElse: OrElse
}

function countOf(name: string, { nodes, prefix, spare, minute = 60_000, orElse }: Counting): MinuteCount {
  const instead = spare(name)
  const counted = new WeakSet<Counted>()
  const keyOf = (key: string) => `${prefix}:~c:${name}:${createHash('sha256').update(key).digest('base64url')}`
  const ask = async (key: string, commands: readonly (readonly string[])[]): Promise<readonly number[]> =>
    (await Promise.all(commands.map(([command = '', ...rest]) => nodes.send(key, [command, key, ...rest])))).map(Number)
  const shown = (times: number, ttl: number): Counted => {
    const wait = Math.max(0, ttl)
    const one = { times, wait, end: performance.now() + wait }
    counted.add(one)
    return one
  }
  const add = async (key: string): Promise<Counted> => {
    const [, times = 0, ttl = 0] = await ask(key, [['SET', '0', 'PX', String(minute), 'NX'], ['INCR'], ['PTTL']])
    // The key expired between SET and INCR.
    if (ttl === -1) await ask(key, [['PEXPIRE', String(minute)]])
    return shown(times, ttl === -1 ? minute : ttl)
  }
  const look = async (key: string): Promise<Counted> => {
    const [times = 0, ttl = 0] = await ask(key, [['GET'], ['PTTL']])
    return ttl > 0 ? shown(times, ttl) : shown(0, 0)
  }
  const takeBack = async (key: string): Promise<void> => {
    const [, ttl] = await ask(key, [['DECR'], ['PTTL']])
    if (ttl === -1) await ask(key, [['DEL']])
  }
  return {
    look: key =>
      orElse(
        () => look(keyOf(key)),
        () => instead.look(key),
      ),
    add: key =>
      orElse(
        () => add(keyOf(key)),
        () => instead.add(key),
      ),
    takeBack: async (key, added) => {
      if (!counted.has(added)) return instead.takeBack(key, added)
      if (performance.now() < added.end)
        await orElse(
          () => takeBack(keyOf(key)),
          async () => {},
        )
    },
  }
}
