import { write as writeBeside, writeSync } from 'node:fs'

export interface LogLines {
  write(line: string): void
  /** Writes all buffered lines synchronously. An asynchronous write that is already in progress may finish later. */
  flushSync(): void
  /** Resolves when all lines have been written. */
  flush(): Promise<void>
}

/** The default maximum number of characters per write. */
const defaultPieceLength = 32 * 1024
/**
 * The maximum number of pieces (strings for one write) that wait while nothing can be written. Further lines are
 * dropped.
 */
const maxPieces = 500
/** The maximum time for which a line is buffered, in milliseconds. */
const flushDelay = 250
/**
 * The time between attempts to write to a full pipe, in milliseconds (`pause`), and the number of attempts after which
 * a piece is dropped (`tries`).
 */
const [pause, tries] = [50, 100]

/**
 * Buffers log lines and writes them asynchronously to a file descriptor, in pieces of complete lines with at most
 * `together` characters. Lines that cannot be written are dropped, and the service continues. When the process exits
 * normally, the remaining lines are written. Pino's own buffer is not used, because it measures its complete content
 * for each line, which takes more than half the time of a request.
 */
export function logLines(fd: number, together: number = defaultPieceLength): LogLines {
  const pieces: string[] = []
  let gathered = ''
  let isWriting = false
  let timer: NodeJS.Timeout | null = null
  let waiting: (() => void)[] = []
  const close = (): void => {
    if (gathered !== '') pieces.push(gathered)
    gathered = ''
  }
  const writePiece = (bytes: Buffer, triesLeft = tries): void => {
    isWriting = true
    writeBeside(fd, bytes, (error, count) => {
      const rest = bytes.subarray(count)
      if (error?.code === 'EAGAIN' && triesLeft > 0) setTimeout(writePiece, pause, bytes, triesLeft - 1)
      else if (!error && rest.length > 0) writePiece(rest)
      else begin()
    })
  }
  const begin = (): void => {
    isWriting = false
    const piece = pieces.shift()
    if (piece !== undefined) writePiece(Buffer.from(piece))
    else for (const resolve of waiting.splice(0)) resolve()
  }
  const enqueue = (): void => {
    if (timer) clearTimeout(timer)
    timer = null
    close()
    if (!isWriting) begin()
  }
  const flushSync = (): void => {
    close()
    for (const piece of pieces.splice(0)) writeAll(fd, Buffer.from(piece))
  }
  let isRegistered = false
  /**
   * Flushes the lines when the process exits. The handler is registered when the first line is written, so that an
   * unused log registers no handler.
   */
  const flushAtExit = (): void => {
    if (!isRegistered) process.once('exit', flushSync)
    isRegistered = true
  }
  return {
    write: line => {
      if (pieces.length >= maxPieces) return
      flushAtExit()
      if (gathered.length + line.length > together) enqueue()
      gathered += line
      if (gathered.length >= together) enqueue()
      else timer ??= setTimeout(enqueue, flushDelay).unref()
    },
    flushSync,
    flush: () =>
      new Promise(resolve => {
        waiting = [...waiting, resolve]
        enqueue()
      }),
  }
}

/**
 * Writes bytes synchronously. If a pipe is full, retries only a limited number of times, because the process is about
 * to exit.
 */
function writeAll(fd: number, bytes: Buffer): void {
  for (let rest = bytes, triesLeft = tries; rest.length > 0 && triesLeft > 0; triesLeft--)
    try {
      rest = rest.subarray(writeSync(fd, rest))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
    }
}
