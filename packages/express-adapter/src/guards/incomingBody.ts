import type { IncomingMessage, ServerResponse } from 'node:http'
import { abandoned, DomainError, message } from '@plenum/core'
import { askForBody } from './expectContinue.js'
import type { EdgeLimits } from './limits.js'
import { watchPace } from './pace.js'
import { settleBody, type Taking } from './settleBody.js'
import { malformed, unpacked } from './unpacked.js'

/** The body of a request, which lies in the connection until it is taken. */
export interface IncomingBody {
  /** Whether there is one to be taken, be it of no byte. */
  readonly isThere: boolean
  /** Whether it is small and has come whole, so that taking it takes neither time nor memory. */
  hasCome(): boolean
  /** Allows for so many bytes: more are not taken, nor thrown away when it is refused. */
  allow(bytes: number): void
  /**
   * The bytes, unpacked. Throws DomainErrors: `too-large` beyond the limit, `request-timeout` when it comes too slowly,
   * `bad-request` when it cannot be unpacked; and `abandoned` when the client went away.
   */
  take(): Promise<Buffer>
  /**
   * To be called when the answer is known, before it is sent: sees to what was not taken. A promise when the connection
   * is to end, which resolves when the answer may be ended; null when it can be used for the next request.
   */
  settle(): Promise<void> | null
  /** Gives back the memory that it was counted in. */
  release(): void
}

/** Bytes of a body that need no room: most bodies are as small, and a connection takes as much memory by itself. */
const small = 64 * 1024

/** Bytes of a body that is worth no question of its own whether it may be sent. */
const atHand = 16 * 1024

export function incomingBody(
  req: IncomingMessage,
  res: ServerResponse,
  { limits, limit }: { readonly limits: EdgeLimits; readonly limit: number },
): IncomingBody {
  const declared = declaredLength(req)
  if (declared === 0 || req.readableEnded || req.destroyed) return noBody
  const taking: Taking = { req, limits, limit, received: 0, isTooSlow: false, share: null }
  return {
    isThere: true,
    hasCome: () => req.complete && req.readableLength <= atHand && req.headers['content-encoding'] === undefined,
    allow: bytes => {
      taking.limit = bytes
    },
    take: async () => {
      if (declared !== null && declared > taking.limit) throw tooLarge(taking.limit)
      askForBody(req, res)
      return collect(taking)
    },
    settle: () => (!req.readableEnded && !req.destroyed ? settleBody(taking, res, declared) : null),
    release: () => taking.share?.leave(),
  }
}

/** Of requests that have none, or whose body the application that mounts the router has read. */
const noBody: IncomingBody = {
  isThere: false,
  hasCome: () => false,
  allow: () => {},
  take: async () => Buffer.alloc(0),
  settle: () => null,
  release: () => {},
}

/** Null when only its end will tell. */
function declaredLength({ headers }: IncomingMessage): number | null {
  if (headers['transfer-encoding'] !== undefined) return null
  return Number(headers['content-length'] ?? 0)
}

export const tooLarge = (limit: number): DomainError =>
  new DomainError('too-large', message('body.too-large', { limit }))

function tooSlow({ limits: { pace } }: Taking): DomainError {
  const wording = message('body.too-slow', { rate: pace.rate, seconds: Math.ceil(pace.idle / 1000) })
  return new DomainError('request-timeout', wording)
}

function collect(taking: Taking): Promise<Buffer> {
  const { req, limits } = taking
  return new Promise((resolve, reject) => {
    const source = unpacked(req)
    const chunks: Buffer[] = []
    let size = 0
    let isOver = false
    const finish = (): void => {
      isOver = true
      watch.end()
      req.off('data', arrive).off('close', vanish)
      source.off('data', gather)
      if (source === req) return
      req.unpipe()
      source.destroy()
    }
    const fail = (error: unknown): void => {
      if (isOver) return
      finish()
      req.pause()
      reject(error)
    }
    const watch = watchPace(limits.pace, () => {
      taking.isTooSlow = true
      fail(tooSlow(taking))
    })
    const arrive = (chunk: Buffer): void => {
      taking.received += chunk.length
      watch.saw(chunk.length)
      if (taking.received > taking.limit) fail(tooLarge(taking.limit))
    }
    const gather = (chunk: Buffer): void => {
      if (isOver) return
      size += chunk.length
      if (size > taking.limit) {
        fail(tooLarge(taking.limit))
        return
      }
      chunks.push(chunk)
      const room = countIn(taking, chunk.length, size)
      if (!room) return
      source.pause()
      watch.pause()
      void room.then(() => {
        if (isOver) return
        watch.resume()
        source.resume()
      })
    }
    const vanish = (): void => {
      if (!req.complete) fail(abandoned)
    }
    if (req.destroyed) {
      fail(abandoned)
      return
    }
    req.on('data', arrive).once('close', vanish)
    source.on('data', gather)
    source.once('error', () => fail(malformed()))
    source.once('end', () => {
      if (isOver) return
      finish()
      resolve(Buffer.concat(chunks, size))
    })
  })
}

function countIn(taking: Taking, bytes: number, size: number): Promise<void> | undefined {
  if (size <= small) return undefined
  if (taking.share) return taking.share.take(bytes)
  taking.share = taking.limits.room.enter()
  return taking.share.take(size)
}
