import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { BodyChunks } from './bodyChunks.js'
import type { BodySender, Share } from './bodyRoom.js'
import { isBodyHeldBack } from './expectContinue.js'
import type { EdgeLimits } from './limits.js'
import { watchPace } from './pace.js'

/** Progress of reading a body. */
export interface Taking {
  readonly req: IncomingMessage
  readonly limits: EdgeLimits
  limit: number
  /** Bytes received on the wire. */
  received: number
  isTooSlow: boolean
  readonly chunks: BodyChunks
  isMember: boolean
  readonly sender: () => BodySender
  share: Share | null
}

/** Does not wait for a body that is too slow or needs `100 Continue`; the connection cannot be reused then. */
export function settleBody(taking: Taking, res: ServerResponse, declared: number | null): Promise<void> | null {
  const { req, limits } = taking
  const isTooLong = declared === null ? taking.received > taking.limit : declared > taking.limit
  const hasTooSmallChunks = taking.chunks.areTooSmall()
  const isToEnd = taking.isTooSlow || hasTooSmallChunks || isBodyHeldBack(req) || isTooLong
  if (isToEnd) res.shouldKeepAlive = false
  if (hasTooSmallChunks) return closedOrAfter(req.socket, limits.linger)
  if (isToEnd && !isTooLong) return Promise.resolve()
  const thrownAway = throwAway(taking)
  if (isToEnd) return thrownAway.then(isEnded => (isEnded ? undefined : closedOrAfter(req.socket, limits.linger)))
  void thrownAway.then(isEnded => isEnded || req.socket.destroy())
  return null
}

/** Discards the body up to its end, or until it is too long or too slow. Resolves to true at its end. */
function throwAway({ req, limits, limit, received, chunks }: Taking): Promise<boolean> {
  return new Promise(resolve => {
    let left = limit - received
    const finish = (isEnded: boolean): void => {
      watch.end()
      req.off('data', drop)
      req.socket.off('close', vanish)
      if (!isEnded) req.pause()
      resolve(isEnded)
    }
    const watch = watchPace(limits.pace, () => finish(false))
    chunks.onTooSmall(() => finish(false))
    const drop = (chunk: Buffer): void => {
      left -= chunk.length
      watch.saw(chunk.length)
      if (left < 0) finish(false)
    }
    const vanish = (): void => finish(false)
    req.on('data', drop).once('end', () => finish(true))
    // After its answer, a request no longer emits `close` for its connection.
    req.socket.once('close', vanish)
    req.resume()
    // After the answer, Node removes the listeners of a body that has not been read at all.
    req.read(0)
  })
}

/**
 * Closing a connection with unread input resets it, and the answer may be lost: this gives the client time to read it.
 */
function closedOrAfter(socket: Socket, milliseconds: number): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(resolve, milliseconds)
    socket.once('close', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
