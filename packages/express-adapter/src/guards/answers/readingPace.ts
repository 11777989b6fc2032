import type { ServerResponse } from 'node:http'
import { connectionKey, type KernelQueues } from './kernelQueues.js'

/** The reading speed of a client. Times are in milliseconds. */
export type ReadingPace = ReturnType<typeof watchReading>

interface Mark {
  readonly at: number
  readonly bytes: number
}

const window = 10_000

export function watchReading(res: ServerResponse, startedAt: number) {
  let key: string | null = null
  let movedAt = startedAt
  let last: Mark | null = null
  let marks: readonly [Mark, Mark] | null = null
  return {
    /** Samples the progress of the client. Call this function periodically. */
    sample: (queues: KernelQueues, now: number): void => {
      const { socket } = res
      // A response has no socket while an earlier response on the connection is being sent. In this case, the earlier
      // response is watched.
      if (!socket) return
      key ??= connectionKey(socket)
      const bytes = socket.bytesWritten - socket.writableLength - (queues.get(key) ?? 0)
      if (socket.writableLength === 0 || bytes !== last?.bytes) movedAt = now
      last = { at: now, bytes }
      marks ??= [last, last]
      if (now - marks[1].at >= window) marks = [marks[1], last]
    },
    /** Returns the time, in milliseconds, for which the client has read nothing although bytes were waiting. */
    idle: (now: number) => now - movedAt,
    /**
     * Returns the mean number of bytes per second over the last 10 to 20 seconds, or Infinity if the rate is unknown.
     */
    rate: (): number => {
      const time = last && marks ? last.at - marks[0].at : 0
      return last && marks && time > 0 ? (1000 * (last.bytes - marks[0].bytes)) / time : Number.POSITIVE_INFINITY
    },
  }
}
