import type { IncomingMessage } from 'node:http'
import { DomainError, message } from '@plenum/core'

export interface BodyChunks {
  /**
   * Whether the chunks are too small on average. Handling small chunks takes too much time, so further chunks are
   * dropped.
   */
  areTooSmall(): boolean
  /** Registers a listener that is called once, when the chunks have become too small. */
  onTooSmall(refuse: () => void): void
}

/**
 * The first `free` chunks of a body may have any size. After that, the chunks must have a mean size of at least `mean`
 * bytes.
 */
const [free, mean] = [1000, 64]

const chunksByRequest = new WeakMap<IncomingMessage, BodyChunks>()

/**
 * Returns a counter for the chunks in the body of a request. Each chunk is counted when the parser delivers it, because
 * the chunks of a pipelined request accumulate before the request is read. Later calls for the same request return the
 * same counter.
 */
export function watchChunks(req: IncomingMessage): BodyChunks {
  const existing = chunksByRequest.get(req)
  if (existing) return existing
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
  chunksByRequest.set(req, chunks)
  return chunks
}

type Parser = Record<number, unknown> & { readonly constructor: { readonly kOnBody?: number } }

/**
 * Makes the parser skip the remaining chunks. Node reads 64 KiB at a time, and would otherwise create up to ten
 * thousand Buffers. The connection closes after this request, but the parser is later reused for other connections.
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
