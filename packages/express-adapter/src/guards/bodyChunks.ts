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
    skipChunks(req)
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

/** Node's parser, as far as it is used here. */
type Parser = Record<number, unknown> & { readonly constructor: { readonly kOnBody?: number } }

/**
 * Makes the parser skip the remaining chunks of the connection, which ends with this request: Node reads 64 KiB at once,
 * and would make a Buffer of each of ten thousand chunks. The parser serves other connections later.
 */
function skipChunks({ socket }: IncomingMessage): void {
  const { parser } = socket as { readonly parser?: Parser | null }
  const slot = parser?.constructor.kOnBody
  if (!parser || slot === undefined) return
  const onBody = parser[slot]
  parser[slot] = null
  socket.once('close', () => {
    parser[slot] = onBody
  })
}

export const tooSmallChunks = (): DomainError =>
  new DomainError('bad-request', message('body.small-chunks', { chunks: free, bytes: mean }))
