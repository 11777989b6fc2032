import type { ServerResponse } from 'node:http'
import { abandoned, type Caller, DomainError, message } from '@plenum/core'
import type { Request } from 'express'
import { bodyBytes } from './bodyBytes.js'
import { tooSmallChunks, watchChunks } from './bodyChunks.js'
import { decode, decoderOf, type MakeDecoder } from './contentEncoding.js'
import { askForBody } from './expectContinue.js'
import type { EdgeLimits } from './limits.js'
import { networkOfSender } from './networkOf.js'
import { watchPace } from './pace.js'
import { settleBody, type Taking } from './settleBody.js'

/** The body of a request, which stays in the socket until it is read. */
export interface IncomingBody {
  /** Whether there is a body, possibly empty. */
  readonly isThere: boolean
  /** Whether the whole body has arrived and is small, so that reading it costs no time and memory. */
  hasCome(): boolean
  /** Raises or lowers the limit in bytes; also for discarding the body after a refusal. */
  allow(bytes: number): void
  /**
   * The decoded bytes; members and visitors have separate memory budgets. Throws DomainErrors: `too-large` beyond the
   * limit, `request-timeout` if it arrives too slowly, `bad-request` if decoding fails or its chunks are tiny,
   * `unsupported-media-type` for an unknown content encoding, `busy` if too many bodies wait for a decoder or it has
   * waited for memory too long; and `abandoned` if the client has disconnected.
   */
  take(caller: Pick<Caller, 'kind'>): Promise<Buffer>
  /**
   * Call it before sending the answer: handles an unread body. Returns a promise if the connection has to close, which
   * resolves when the answer may end; null if the connection can be reused.
   */
  settle(): Promise<void> | null
  /** Releases the memory budget. */
  release(): void
}

/** Bodies up to this size are not counted: most are smaller, and a connection takes as much memory itself. */
const small = 64 * 1024

/** Bodies up to this size are read without a separate permission check, in bytes. */
const atHand = 16 * 1024

export function incomingBody(
  req: Request,
  res: ServerResponse,
  { limits, limit }: { readonly limits: EdgeLimits; readonly limit: number },
): IncomingBody {
  const declared = declaredLength(req)
  if (declared === 0 || req.readableEnded || req.destroyed) return noBody
  const taking: Taking = {
    req,
    limits,
    limit,
    chunks: watchChunks(req),
    received: 0,
    isTooSlow: false,
    isMember: false,
    sender: () => ({ isMember: taking.isMember, network: networkOfSender(req, limits.isShared) }),
    share: null,
  }
  return {
    isThere: true,
    hasCome: () => req.complete && req.readableLength <= atHand && req.headers['content-encoding'] === undefined,
    allow: bytes => {
      taking.limit = bytes
    },
    take: async caller => {
      const make = decoderOf(req)
      if (declared !== null && declared > taking.limit) throw tooLarge(taking.limit)
      taking.isMember = caller.kind === 'member'
      askForBody(req, res)
      const bytes = await collect(taking, declared)
      return make && bytes.length > 0 ? decoded(taking, bytes, make) : bytes
    },
    settle: () => (!req.readableEnded && !req.destroyed ? settleBody(taking, res, declared) : null),
    release: () => taking.share?.leave(),
  }
}

/** For requests without a body, and for bodies that the surrounding application has read. */
const noBody: IncomingBody = {
  isThere: false,
  hasCome: () => false,
  allow: () => {},
  take: async () => Buffer.alloc(0),
  settle: () => null,
  release: () => {},
}

/** Null if only the end of the body determines it. */
function declaredLength({ headers }: Request): number | null {
  if (headers['transfer-encoding'] !== undefined) return null
  return Number(headers['content-length'] ?? 0)
}

export const tooLarge = (limit: number): DomainError =>
  new DomainError('too-large', message('body.too-large', { limit }))

function tooSlow({ limits: { pace } }: Taking, rate: number): DomainError {
  const reason = message('body.too-slow', { rate: Math.ceil(rate), seconds: Math.ceil(pace.idle / 1000) })
  return new DomainError('request-timeout', reason)
}

/** Milliseconds in which a body has to arrive when the memory is exhausted. */
const emptying = 30_000

/** The required bytes per second, which rises with the scarcity of memory. */
function demandedRate({ limits: { pace }, limit, share }: Taking, declared: number | null): number {
  const fastest = (1000 * (declared ?? limit)) / emptying
  return pace.rate + (share?.scarcity() ?? 0) * Math.max(0, fastest - pace.rate)
}

function collect(taking: Taking, declared: number | null): Promise<Buffer> {
  const { req, limits } = taking
  return new Promise((resolve, reject) => {
    const bytes = bodyBytes(declared)
    let isOver = false
    const finish = (): void => {
      isOver = true
      watch.end()
      req.off('data', gather).off('close', vanish)
    }
    const fail = (error: unknown): void => {
      if (isOver) return
      finish()
      req.pause()
      reject(error)
    }
    const refuseSlow = (): void => {
      const error = tooSlow(taking, demandedRate(taking, declared))
      taking.isTooSlow = true
      fail(error)
    }
    const watch = watchPace(limits.pace, refuseSlow, () => demandedRate(taking, declared))
    const gather = (chunk: Buffer): void => {
      taking.received += chunk.length
      watch.saw(chunk.length)
      if (taking.received > taking.limit) {
        fail(tooLarge(taking.limit))
        return
      }
      bytes.add(chunk)
      hold(taking, bytes.held())
      const waiting = taking.share?.waitForRoom()
      if (!waiting) return
      req.pause()
      watch.pause()
      waiting.then(() => {
        if (isOver) return
        watch.resume()
        req.resume()
      }, fail)
    }
    const vanish = (): void => {
      if (!req.complete) fail(abandoned)
    }
    if (req.destroyed) return fail(abandoned)
    if (taking.chunks.areTooSmall()) return fail(tooSmallChunks())
    taking.chunks.onTooSmall(() => fail(tooSmallChunks()))
    req.on('data', gather).once('close', vanish)
    req.once('end', () => {
      if (isOver) return
      finish()
      resolve(bytes.whole())
    })
  })
}

/** Counts the memory of a body once it is large. */
function hold(taking: Taking, bytes: number): void {
  if (bytes > small) taking.share ??= taking.limits.room.enter(taking.sender())
  taking.share?.hold(bytes)
}

function decoded(taking: Taking, encoded: Buffer, make: MakeDecoder): Promise<Buffer> {
  return decode(encoded, {
    make,
    network: taking.sender().network ?? '',
    hold: bytes => hold(taking, bytes),
    waitForRoom: bytes => taking.share?.waitForRoom(bytes),
    most: taking.limit,
    check: size => {
      if (size > taking.limit) throw tooLarge(taking.limit)
    },
  })
}
