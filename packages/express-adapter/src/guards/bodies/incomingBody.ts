import type { ServerResponse } from 'node:http'
import { abandoned, type Caller, DomainError, message } from '@plenum/core'
import type { Request } from 'express'
import type { BodyLimits } from '../limits.js'
import { networkOfSender } from '../networkOf.js'
import { bodyBytes } from './bodyBytes.js'
import { tooSmallChunks, watchChunks } from './bodyChunks.js'
import { decode, decoderOf, type MakeDecoder } from './contentEncoding.js'
import { sendContinue } from './expectContinue.js'
import { watchPace } from './pace.js'
import { type BodyProgress, settleBody } from './settleBody.js'

/** A consumer that receives the bytes of a body as they arrive. */
export interface BodySink {
  /** Processes a chunk, or throws an error to refuse the body. */
  add(chunk: Buffer): void
  /** Returns the memory that the consumer uses, in bytes. */
  memory(): number
}

/** The body of a request, which remains in the socket until it is read. */
export interface IncomingBody {
  /** Whether the request has a body, which may be empty. */
  readonly hasBody: boolean
  /** Whether the entire body has arrived and is so small that reading it takes no noticeable time or memory. */
  hasArrived(): boolean
  /** Sets the size limit in bytes. The limit also applies when the body is discarded after a refusal. */
  allow(bytes: number): void
  /**
   * Reads and decodes the bytes. Members and visitors have separate memory budgets. Throws a DomainError: `too-large`
   * if the limit is exceeded, `request-timeout` if the body arrives too slowly, `bad-request` if decoding fails or the
   * chunks are tiny, `unsupported-media-type` for an unknown content encoding, or `busy` if too many bodies wait for a
   * decoder or the body has waited for memory too long. Throws `abandoned` if the client has disconnected.
   */
  read(caller: Pick<Caller, 'kind'>): Promise<Buffer>
  /**
   * Passes the decoded bytes to `sink` while they arrive. An encoded body is decoded after it has arrived completely.
   * Throws the same errors as `read`, and the errors of the sink.
   */
  readInto(caller: Pick<Caller, 'kind'>, sink: BodySink): Promise<void>
  /**
   * Reserves `bytes` more bytes of memory until `release` is called. If memory is exhausted, the method waits, and
   * throws the same errors as `read`.
   */
  reserve(bytes: number): Promise<void>
  /**
   * Discards an unread body. Call this method before the response is sent. Returns null if the connection can be
   * reused. Otherwise, returns a promise that resolves when the response may end.
   */
  settle(): Promise<void> | null
  release(): void
}

/**
 * The maximum size, in bytes, of a body that the memory budget ignores. Most bodies are not larger, and each connection
 * uses as much memory anyway.
 */
const maxUncounted = 64 * 1024

/** The maximum size, in bytes, of a received body that is read before the permission check. */
const maxUnchecked = 16 * 1024

export function incomingBody(
  req: Request,
  res: ServerResponse,
  { limits, limit }: { readonly limits: BodyLimits; readonly limit: number },
): IncomingBody {
  const declared = declaredLength(req)
  if (declared === 0 || req.readableEnded || req.destroyed) return noBody
  const progress: BodyProgress = {
    req,
    limits,
    limit,
    chunks: watchChunks(req),
    received: 0,
    held: 0,
    isTooSlow: false,
    isMember: false,
    sender: () => ({ isMember: progress.isMember, network: networkOfSender(req, limits.isShared) }),
    share: null,
  }
  const begin = ({ kind }: Pick<Caller, 'kind'>): MakeDecoder | null => {
    const make = decoderOf(req)
    if (declared !== null && declared > progress.limit) throw tooLarge(progress.limit)
    progress.isMember = kind === 'member'
    sendContinue(req, res)
    return make
  }
  return {
    hasBody: true,
    hasArrived: () =>
      req.complete && req.readableLength <= maxUnchecked && req.headers['content-encoding'] === undefined,
    allow: bytes => {
      progress.limit = bytes
    },
    read: async caller => {
      const make = begin(caller)
      const bytes = await collectBytes(progress, declared)
      return make && bytes.length > 0 ? decodeBody(progress, bytes, make) : bytes
    },
    readInto: async (caller, sink) => {
      const make = begin(caller)
      if (!make) return collect(progress, declared, sink)
      const bytes = await decodeBody(progress, await collectBytes(progress, declared), make)
      sink.add(bytes)
      hold(progress, bytes.length + sink.memory())
    },
    reserve: async bytes => {
      hold(progress, progress.held + bytes)
      await progress.share?.waitForMemory()
    },
    settle: () => (!req.readableEnded && !req.destroyed ? settleBody(progress, res, declared) : null),
    release: () => progress.share?.leave(),
  }
}

const noBody: IncomingBody = {
  hasBody: false,
  hasArrived: () => false,
  allow: () => {},
  read: async () => Buffer.alloc(0),
  readInto: async () => {},
  reserve: async () => {},
  settle: () => null,
  release: () => {},
}

/** Returns the `Content-Length` in bytes, or null if only the end of the body determines its size. */
function declaredLength({ headers }: Request): number | null {
  if (headers['transfer-encoding'] !== undefined) return null
  return Number(headers['content-length'] ?? 0)
}

export const tooLarge = (limit: number): DomainError =>
  new DomainError('too-large', message('body.too-large', { limit }))

function tooSlow({ limits: { pace } }: BodyProgress, rate: number): DomainError {
  const reason = message('body.too-slow', { rate: Math.ceil(rate), seconds: Math.ceil(pace.idle / 1000) })
  return new DomainError('request-timeout', reason)
}

/** The maximum time, in milliseconds, for a body to arrive when memory is exhausted. */
const maxArrivalTime = 30_000

/**
 * Returns the minimum speed at which the body must arrive, in bytes per second. The speed increases as memory becomes
 * scarce.
 */
function requiredRate({ limits: { pace }, limit, share }: BodyProgress, declared: number | null): number {
  const fastest = (1000 * (declared ?? limit)) / maxArrivalTime
  return pace.rate + (share?.scarcity() ?? 0) * Math.max(0, fastest - pace.rate)
}

async function collectBytes(progress: BodyProgress, declared: number | null): Promise<Buffer> {
  const bytes = bodyBytes(declared)
  await collect(progress, declared, bytes)
  return bytes.toBuffer()
}

function collect(progress: BodyProgress, declared: number | null, sink: BodySink): Promise<void> {
  const { req, limits } = progress
  return new Promise((resolve, reject) => {
    let isOver = false
    const finish = (): void => {
      isOver = true
      watch.end()
      req.off('data', onData).off('close', onClose)
    }
    const fail = (error: unknown): void => {
      if (isOver) return
      finish()
      req.pause()
      reject(error)
    }
    const refuseSlow = (): void => {
      const error = tooSlow(progress, requiredRate(progress, declared))
      progress.isTooSlow = true
      fail(error)
    }
    const watch = watchPace(limits.pace, refuseSlow, () => requiredRate(progress, declared))
    const onData = (chunk: Buffer): void => {
      progress.received += chunk.length
      watch.add(chunk.length)
      if (progress.received > progress.limit) {
        fail(tooLarge(progress.limit))
        return
      }
      try {
        sink.add(chunk)
      } catch (error) {
        fail(error)
        return
      }
      hold(progress, sink.memory())
      const waiting = progress.share?.waitForMemory()
      if (!waiting) return
      req.pause()
      watch.pause()
      waiting.then(() => {
        if (isOver) return
        watch.resume()
        req.resume()
      }, fail)
    }
    const onClose = (): void => {
      if (!req.complete) fail(abandoned)
    }
    if (req.destroyed) return fail(abandoned)
    if (progress.chunks.areTooSmall()) return fail(tooSmallChunks())
    progress.chunks.onTooSmall(() => fail(tooSmallChunks()))
    req.on('data', onData).once('close', onClose)
    req.once('end', () => {
      if (isOver) return
      finish()
      resolve()
    })
  })
}

function hold(progress: BodyProgress, bytes: number): void {
  progress.held = bytes
  if (bytes > maxUncounted) progress.share ??= progress.limits.bodyBudget.enter(progress.sender())
  progress.share?.hold(bytes)
}

const decodeBody = (progress: BodyProgress, encoded: Buffer, make: MakeDecoder): Promise<Buffer> =>
  decode(encoded, {
    make,
    network: progress.sender().network ?? '',
    hold: bytes => hold(progress, bytes),
    waitForMemory: bytes => progress.share?.waitForMemory(bytes),
    maxBytes: progress.limit,
    check: size => {
      if (size > progress.limit) throw tooLarge(progress.limit)
    },
  })
