import type { ServerResponse } from 'node:http'
import type { AnswerRoom } from './answerRoom.js'

interface Ending {
  readonly res: ServerResponse
  readonly pieces: readonly Uint8Array[]
  readonly room: AnswerRoom
}

/** Milliseconds that an answer waits for others. */
const longest = 5

let waiting: Ending[] = []
let begun = 0

/**
 * Ends an answer together with those that are made in the same turn of the event loop: each that goes out alone wakes
 * the program at the other end, a front end or a proxy, which costs as much again as to send it.
 */
export function endTogether(res: ServerResponse, pieces: readonly Uint8Array[], room: AnswerRoom): void {
  if (waiting.length === 0) {
    begun = performance.now()
    setImmediate(endAll)
  }
  waiting.push({ res, pieces, room })
  if (performance.now() - begun > longest) endAll()
}

function endAll(): void {
  const all = waiting
  waiting = []
  for (const { res, pieces, room } of all) endNow(res, pieces, room)
}

/**
 * Ends an answer of which each piece waits in memory anyway: to give all of it to the connection at once takes no more.
 * Nobody is told of the end.
 */
export function endNow(res: ServerResponse, pieces: readonly Uint8Array[], room: AnswerRoom): void {
  const last = pieces.length - 1
  if (last > 0) res.cork()
  for (let i = 0; i < last; i++) res.write(pieces[i])
  res.end(pieces[last])
  if (last > 0) res.uncork()
  // Most answers end here: the system has taken all of it.
  if (res.socket?.writableLength) room.enter(res).hold(pieces)
}
