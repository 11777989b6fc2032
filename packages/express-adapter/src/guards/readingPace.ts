import type { ServerResponse } from 'node:http'
import { connectionKey, type KernelQueues } from './kernelQueues.js'

/** How a client reads an answer. Times are milliseconds. */
export interface ReadingPace {
  /** Notes how far the client is. Call it from time to time. */
  look(queues: KernelQueues, now: number): void
  /** For how long the client has taken no byte, although some waited. */
  idle(now: number): number
  /** Bytes a second over the last 10 to 20 seconds; infinite as long as that is unknown. */
  rate(): number
}

interface Mark {
  readonly at: number
  readonly bytes: number
}

const window = 10_000

/** Watches the client of an answer from `begun` on. */
export function watchReading(res: ServerResponse, begun: number): ReadingPace {
  let key: string | null = null
  let movedAt = begun
  let last: Mark | null = null
  let marks: readonly [Mark, Mark] | null = null
  return {
    look: (queues, now) => {
      const { socket } = res
      // It waits for an answer before it on the same connection, which is watched.
      if (!socket) return
      key ??= connectionKey(socket)
      const bytes = socket.bytesWritten - socket.writableLength - (queues.get(key) ?? 0)
      if (socket.writableLength === 0 || bytes !== last?.bytes) movedAt = now
      last = { at: now, bytes }
      marks ??= [last, last]
      if (now - marks[1].at >= window) marks = [marks[1], last]
    },
    idle: now => now - movedAt,
    rate: () => {
      const time = last && marks ? last.at - marks[0].at : 0
      return last && marks && time > 0 ? (1000 * (last.bytes - marks[0].bytes)) / time : Number.POSITIVE_INFINITY
    },
  }
}
