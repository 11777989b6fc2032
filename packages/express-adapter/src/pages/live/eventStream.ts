import { Readable } from 'node:stream'

/** A stream of server-sent events for one reader (`text/event-stream`). */
export interface EventStream {
  readonly pieces: AsyncIterable<Uint8Array>
  send(data: string): void
  /** Sends a comment, which browsers ignore, so that the connection does not appear idle. */
  keepAlive(): void
  end(): void
}

/**
 * The maximum number of bytes that may wait to be sent to a reader. If more bytes wait, the reader is disconnected.
 */
const maxWaitingBytes = 64 * 1024
/** The time after which a disconnected browser reconnects, in milliseconds. */
const retryMilliseconds = 15_000

export function eventStream(): EventStream {
  const waiting = new Readable({ read: () => {} })
  let isOver = false
  const end = (): void => {
    if (!isOver) waiting.push(null)
    isOver = true
  }
  const write = (text: string): void => {
    if (isOver) return
    waiting.push(text)
    if (waiting.readableLength > maxWaitingBytes) end()
  }
  write(`retry: ${retryMilliseconds}\n\n`)
  return { pieces: waiting, send: data => write(`data: ${data}\n\n`), keepAlive: () => write(':\n\n'), end }
}
