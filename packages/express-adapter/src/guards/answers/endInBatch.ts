import type { ServerResponse } from 'node:http'
import type { AnswerBudget } from './answerBudget.js'

interface Ending {
  readonly res: ServerResponse
  readonly pieces: readonly Uint8Array[]
  readonly budget: AnswerBudget
}

/** Milliseconds that an answer may wait for others. */
const maxDelay = 5

let waiting: Ending[] = []
let startedAt = 0

/**
 * Ends an answer together with others of the same event loop iteration: each separate write wakes the receiving program
 * (a front end or proxy), which costs as much again as the write.
 */
export function endInBatch(res: ServerResponse, pieces: readonly Uint8Array[], budget: AnswerBudget): void {
  if (waiting.length === 0) {
    startedAt = performance.now()
    setImmediate(endAll)
  }
  waiting.push({ res, pieces, budget })
  if (performance.now() - startedAt > maxDelay) endAll()
}

function endAll(): void {
  const batch = waiting
  waiting = []
  for (const { res, pieces, budget } of batch) endNow(res, pieces, budget)
}

/**
 * Ends an answer whose pieces are all in memory: writing all of it at once takes no more memory. There is no
 * notification of the end.
 */
export function endNow(res: ServerResponse, pieces: readonly Uint8Array[], budget: AnswerBudget): void {
  const last = pieces.length - 1
  if (last > 0) res.cork()
  for (let i = 0; i < last; i++) res.write(pieces[i])
  res.end(pieces[last])
  if (last > 0) res.uncork()
  // Usually false: the kernel has taken all bytes.
  if (res.socket?.writableLength) budget.enter(res).hold(pieces)
}
