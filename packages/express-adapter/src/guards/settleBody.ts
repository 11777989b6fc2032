import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { BodyChunks } from './bodyChunks.js'
import type { BodySender, Share } from './bodyRoom.js'
import { isBodyHeldBack } from './expectContinue.js'
import type { EdgeLimits } from './limits.js'
import { watchPace } from './pace.js'

/** How far a body has been taken. */
export interface Taking {
  readonly req: IncomingMessage
  readonly limits: EdgeLimits
  limit: number
  /** Bytes that came over the wire. */
  received: number
  isTooSlow: boolean
  readonly chunks: BodyChunks
  isMember: boolean
  readonly sender: () => BodySender
  share: Share | null
}

/** What came too slowly, or waits to be asked for, is not waited for; the connection cannot be used again then. */
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

/** Reads on to the end, or until there was too much or too little of it. True when it came to its end. */
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
    // A request that has been answered is not told any more that its connection was closed.
    req.socket.once('close', vanish)
    req.resume()
    // Node drops the listeners of a body that nobody has begun to read when the answer has been sent.
    req.read(0)
  })
}

/**
 * A connection that is closed while bytes come in is reset, and the answer may be lost: the client may read it before.
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
