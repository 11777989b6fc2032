import type { IncomingMessage } from 'node:http'
import { DomainError, message } from '@plenum/core'

/** The chunks in which a body comes. */
export interface BodyChunks {
  /** Whether they are so small that their number costs more than their bytes; no more of them are held then. */
  areTooSmall(): boolean
  /** Called once, when that is found. */
  onTooSmall(refuse: () => void): void
}

/** Chunks whose size does not count, and bytes that those of a body must have on average when there are more. */
const [free, mean] = [1000, 64]

const watched = new WeakMap<IncomingMessage, BodyChunks>()

/**
 * Watches the chunks of a body from the moment it comes, as the parser hands them over: a body that waits behind another
 * request of its connection collects them before anybody reads it. Idempotent.
 */
export function watchChunks(req: IncomingMessage): BodyChunks {
  const known = watched.get(req)
  if (known) return known
  let [count, bytes, isRefused] = [0, 0, false]
  let refuse = (): void => {}
  const push = req.push
  req.push = (chunk: Buffer | null, encoding?: BufferEncoding): boolean => {
    if (chunk === null) return push.call(req, chunk, encoding)
    if (isRefused) return false
    count += 1
    bytes += chunk.length
    if (count <= free || bytes >= count * mean) return push.call(req, chunk, encoding)
    isRefused = true
    refuse()
    return false
  }
  const chunks: BodyChunks = {
    areTooSmall: () => isRefused,
    onTooSmall: listener => {
      refuse = listener
    },
  }
  watched.set(req, chunks)
  return chunks
}

export const tooSmallChunks = (): DomainError =>
  new DomainError('bad-request', message('body.small-chunks', { chunks: free, bytes: mean }))
