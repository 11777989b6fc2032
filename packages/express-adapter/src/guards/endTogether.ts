import type { ServerResponse } from 'node:http'

interface Ending {
  readonly res: ServerResponse
  readonly pieces: readonly Uint8Array[]
  readonly patience: number
}

/** Milliseconds that an answer waits for others. */
const longest = 5

let waiting: Ending[] = []
let begun = 0

/**
 * Ends an answer together with those that are made in the same turn of the event loop: each that goes out alone wakes
 * the program at the other end, a front end or a proxy, which costs as much again as to send it.
 */
export function endTogether(res: ServerResponse, pieces: readonly Uint8Array[], patience: number): void {
  if (waiting.length === 0) {
    begun = performance.now()
    setImmediate(endAll)
  }
  waiting.push({ res, pieces, patience })
  if (performance.now() - begun > longest) endAll()
}

function endAll(): void {
  const all = waiting
  waiting = []
  for (const { res, pieces, patience } of all) endNow(res, pieces, patience)
}

/**
 * Ends an answer of which each piece waits in memory anyway: to give all of it to the connection at once takes no more.
 * A client that takes no byte of it for so many milliseconds is disconnected. Nobody is told of the end.
 */
export function endNow(res: ServerResponse, pieces: readonly Uint8Array[], patience: number): void {
  const last = pieces.length - 1
  if (last > 0) res.cork()
  for (let i = 0; i < last; i++) res.write(pieces[i])
  res.end(pieces[last])
  if (last > 0) res.uncork()
  // Most answers end here: the system has taken all of it.
  if (res.socket?.writableLength && !res.destroyed) disconnectIdle(res, patience)
}

/** Disconnects a client after so many milliseconds, unless the timer is refreshed or the answer ends before. */
export function disconnectIdle(res: ServerResponse, patience: number): NodeJS.Timeout {
  const timer = setTimeout(() => res.socket?.destroy(), patience)
  res.once('close', () => clearTimeout(timer))
  return timer
}
