import type { ServerResponse } from 'node:http'
import type { AnswerRoom } from './answerRoom.js'

interface Ending {
  readonly res: ServerResponse
  readonly pieces: readonly Uint8Array[]
  readonly room: AnswerRoom
}

/** Milliseconds that an answer may wait for others. */
const longest = 5

let waiting: Ending[] = []
let begun = 0

/**
 * Ends an answer together with others of the same event loop iteration: each separate write wakes the receiving program
 * (a front end or proxy), which costs as much again as the write.
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
 * Ends an answer whose pieces are all in memory: writing all of it at once takes no more memory. There is no
 * notification of the end.
 */
export function endNow(res: ServerResponse, pieces: readonly Uint8Array[], room: AnswerRoom): void {
  const last = pieces.length - 1
  if (last > 0) res.cork()
  for (let i = 0; i < last; i++) res.write(pieces[i])
  res.end(pieces[last])
  if (last > 0) res.uncork()
  // Usually false: the kernel has taken all bytes.
  if (res.socket?.writableLength) room.enter(res).hold(pieces)
}
