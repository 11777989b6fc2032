import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { BodyLimits } from '../limits.js'
import type { BodySender, Share } from './bodyBudget.js'
import type { BodyChunks } from './bodyChunks.js'
import { isBodyHeldBack } from './expectContinue.js'
import { watchPace } from './pace.js'

export interface BodyProgress {
  readonly req: IncomingMessage
  readonly limits: BodyLimits
  limit: number
  /** The number of bytes of the body that were received from the network. */
  received: number
  /** The memory used by the body, in bytes. */
  held: number
  isTooSlow: boolean
  readonly chunks: BodyChunks
  isMember: boolean
  readonly sender: () => BodySender
  share: Share | null
}

/**
 * Discards an unread body (see `IncomingBody`). A body that is too slow or needs `100 Continue` is not awaited, and
 * its connection cannot be reused.
 */
export function settleBody(progress: BodyProgress, res: ServerResponse, declared: number | null): Promise<void> | null {
  const { req, limits } = progress
  const isTooLong = declared === null ? progress.received > progress.limit : declared > progress.limit
  const hasTooSmallChunks = progress.chunks.areTooSmall()
  const isToEnd = progress.isTooSlow || hasTooSmallChunks || isBodyHeldBack(req) || isTooLong
  if (isToEnd) res.shouldKeepAlive = false
  if (hasTooSmallChunks) return closedOrAfter(req.socket, limits.linger)
  if (isToEnd && !isTooLong) return Promise.resolve()
  const discarded = discard(progress)
  if (isToEnd) return discarded.then(isEnded => (isEnded ? undefined : closedOrAfter(req.socket, limits.linger)))
  void discarded.then(isEnded => isEnded || req.socket.destroy())
  return null
}

/**
 * Reads and discards the body until it ends, or until it is too long, arrives too slowly or arrives in chunks that are
 * too small. Resolves to true if the body has ended.
 */
const discard = ({ req, limits, limit, received, chunks }: BodyProgress): Promise<boolean> =>
  new Promise(resolve => {
    let remaining = limit - received
    const finish = (isEnded: boolean): void => {
      watch.end()
      req.off('data', onData)
      req.socket.off('close', onClose)
      if (!isEnded) req.pause()
      resolve(isEnded)
    }
    const watch = watchPace(limits.pace, () => finish(false))
    chunks.onTooSmall(() => finish(false))
    const onData = (chunk: Buffer): void => {
      remaining -= chunk.length
      watch.add(chunk.length)
      if (remaining < 0) finish(false)
    }
    const onClose = (): void => finish(false)
    req.on('data', onData).once('end', () => finish(true))
    // The listener is added to the socket, because a request no longer emits `close` after the response has been sent.
    req.socket.once('close', onClose)
    req.resume()
    // Without `read(0)`, Node would remove the listeners of a completely unread body after the response.
    req.read(0)
  })

/**
 * Resolves when the client has closed the connection or the delay has passed. If a connection with unread input were
 * closed immediately, a reset could destroy the response before the client reads it.
 */
const closedOrAfter = (socket: Socket, milliseconds: number): Promise<void> =>
  new Promise(resolve => {
    const timer = setTimeout(resolve, milliseconds)
    socket.once('close', () => {
      clearTimeout(timer)
      resolve()
    })
  })
