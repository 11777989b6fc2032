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

/** The body of a request, which lies in the connection until it is taken. */
export interface IncomingBody {
  /** Whether there is one to be taken, be it of no byte. */
  readonly isThere: boolean
  /** Whether it is small and has come whole, so that taking it takes neither time nor memory. */
  hasCome(): boolean
  /** Allows for so many bytes: more are not taken, nor thrown away when it is refused. */
  allow(bytes: number): void
  /**
   * The bytes, decoded; members and visitors have memory of their own. Throws DomainErrors: `too-large` beyond the limit,
   * `request-timeout` when it comes too slowly, `bad-request` when it cannot be decoded or comes in tiny chunks,
   * `unsupported-media-type` for another content encoding, `busy` when too many wait for a decoder or it has waited for
   * memory for too long; and `abandoned` when
   * the client went away.
   */
  take(caller: Pick<Caller, 'kind'>): Promise<Buffer>
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
function declaredLength({ headers }: Request): number | null {
  if (headers['transfer-encoding'] !== undefined) return null
  return Number(headers['content-length'] ?? 0)
}

export const tooLarge = (limit: number): DomainError =>
  new DomainError('too-large', message('body.too-large', { limit }))

function tooSlow({ limits: { pace } }: Taking, rate: number): DomainError {
  const wording = message('body.too-slow', { rate: Math.ceil(rate), seconds: Math.ceil(pace.idle / 1000) })
  return new DomainError('request-timeout', wording)
}

/** Milliseconds in which a body has to come when the room for bodies is full. */
const emptying = 30_000

/** Bytes a second: more, the scarcer room is. */
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
      const slice = taking.share?.slice()
      if (!slice) return
      req.pause()
      watch.pause()
      slice.then(() => {
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

/** Counts the memory of a body that has become large. */
function hold(taking: Taking, bytes: number): void {
  if (bytes > small) taking.share ??= taking.limits.room.enter(taking.sender())
  taking.share?.hold(bytes)
}

function decoded(taking: Taking, encoded: Buffer, make: MakeDecoder): Promise<Buffer> {
  return decode(encoded, {
    make,
    network: taking.sender().network ?? '',
    hold: bytes => hold(taking, bytes),
    slice: bytes => taking.share?.slice(bytes),
    most: taking.limit,
    check: size => {
      if (size > taking.limit) throw tooLarge(taking.limit)
    },
  })
}
