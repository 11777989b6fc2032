import type { ServerResponse } from 'node:http'
import type { AnswerBudget } from './answerBudget.js'

interface Ending {
  readonly res: ServerResponse
  readonly pieces: readonly Uint8Array[]
  readonly budget: AnswerBudget
}

/** The maximum time for which a response waits for other responses, in milliseconds. */
const maxDelay = 5

let waiting: Ending[] = []
let startedAt = 0

/**
 * Ends a response together with other responses of the same event loop iteration. Each separate write would wake the
 * receiving program (a front end or proxy), which takes as long as the write itself.
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
 * Ends a response immediately. Writing all pieces in one step takes no additional memory, because they are already in
 * memory. The caller is not notified when the response has been sent.
 */
export function endNow(res: ServerResponse, pieces: readonly Uint8Array[], budget: AnswerBudget): void {
  const last = pieces.length - 1
  if (last > 0) res.cork()
  for (let i = 0; i < last; i++) res.write(pieces[i])
  res.end(pieces[last])
  if (last > 0) res.uncork()
  // Usually, no bytes are left in the socket, because the kernel has accepted all of them.
  if (res.socket?.writableLength) budget.enter(res).hold(pieces)
}
