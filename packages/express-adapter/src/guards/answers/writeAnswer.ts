import type { ServerResponse } from 'node:http'
import { abandoned } from '@plenum/core'
import type { AnswerBudget } from './answerBudget.js'
import { endInBatch } from './endInBatch.js'

export interface Writing {
  /** The memory budget for bytes that the client has not yet read. */
  readonly budget: AnswerBudget
  /** A promise that resolves when the response may end, or null if the connection does not close after the response. */
  readonly ending: Promise<void> | null
}

/** The maximum number of bytes per write. Small writes make the progress of the client visible. */
const pieceSize = 64 * 1024

/**
 * Writes a body as fast as the client reads it (docs/http-answers.md, Long requests). Throws `abandoned` if the client
 * has disconnected. A short response is written at the end of the event loop iteration, after the promise has resolved.
 */
export async function writeAnswer(
  res: ServerResponse,
  bytes: readonly Uint8Array[] | AsyncIterable<Uint8Array>,
  { budget, ending }: Writing,
): Promise<void> {
  if (Symbol.asyncIterator in bytes) return writeParts(res, bytes, { budget, ending })
  const pieces = piecesOf(bytes)
  if (ending === null && pieces.length <= 1) endInBatch(res, pieces, budget)
  else await writeParts(res, [pieces], { budget, ending })
}

type Parts = Iterable<readonly Uint8Array[]> | AsyncIterable<Uint8Array>

async function writeParts(res: ServerResponse, parts: Parts, { budget, ending }: Writing): Promise<void> {
  // A destroyed response emits no further events, so waiting for an event would never end.
  if (res.destroyed) throw abandoned
  const share = budget.enter(res)
  let count = 1
  for await (const part of parts) {
    const pieces = part instanceof Uint8Array ? piecesOf([part]) : part
    for (let start = 0; start < pieces.length; ) {
      const startedAt = performance.now()
      const group = pieces.slice(start, start + count)
      start += group.length
      if (!writeGroup(res, group)) {
        share.hold(pieces)
        await waitForDrain(res)
      }
      count = performance.now() - startedAt < quick ? Math.min(2 * count, maxGroup) : 1
    }
  }
  res.flushHeaders()
  await ending
  if (!res.destroyed) res.end()
}

/**
 * The maximum number of pieces that are written to a fast client before waiting for the client. Waiting after each
 * piece would make a large response a third slower.
 */
const maxGroup = 4
/** The maximum time, in milliseconds, that a fast client takes to accept a group of pieces. */
const quick = 500

function writeGroup(res: ServerResponse, group: readonly Uint8Array[]): boolean {
  res.cork()
  let isTaken = true
  for (const piece of group) isTaken = res.write(piece)
  res.uncork()
  return isTaken
}

function piecesOf(bytes: readonly Uint8Array[]): readonly Uint8Array[] {
  if (bytes.every(({ length }) => length <= pieceSize)) return bytes
  return bytes.flatMap(part => {
    const starts = Array.from({ length: Math.ceil(part.length / pieceSize) }, (_, i) => i * pieceSize)
    return starts.map(start => part.subarray(start, start + pieceSize))
  })
}

function waitForDrain(res: ServerResponse): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      res.off('drain', settle).off('close', settle)
      if (res.destroyed) reject(abandoned)
      else resolve()
    }
    if (res.destroyed) settle()
    else res.once('drain', settle).once('close', settle)
  })
}
