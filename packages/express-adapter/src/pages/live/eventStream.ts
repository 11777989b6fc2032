import { Readable } from 'node:stream'

/** Events on their way to one reader (`text/event-stream`). */
export interface EventStream {
  readonly pieces: AsyncIterable<Uint8Array>
  /** Sends data, as one event. */
  send(data: string): void
  /** Sends what readers pass over, so that the connection is seen to be in use. */
  keepAlive(): void
  end(): void
}

/** Bytes that wait for a reader: whoever takes none of so many events is not sent more. */
const mostWaiting = 64 * 1024
/** Milliseconds after which a browser comes again whose stream has ended. */
const comeAgain = 15_000

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
    if (waiting.readableLength > mostWaiting) end()
  }
  write(`retry: ${comeAgain}\n\n`)
  return { pieces: waiting, send: data => write(`data: ${data}\n\n`), keepAlive: () => write(':\n\n'), end }
}
