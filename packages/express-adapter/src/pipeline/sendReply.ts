import { createHash, hash } from 'node:crypto'
import {
  type JsonObject,
  type Language,
  type NegotiatedLanguage,
  type Task,
  writeJson,
  writeJsonOnce,
} from '@plenum/core'
import type { Request, Response } from 'express'
import type { CacheOptions } from '../cache/cacheAnswers.js'
import type { ReadyAnswer } from '../cache/readyAnswer.js'
import type { Exchange } from '../exchange/exchange.js'
import type { Reply } from '../exchange/reply.js'
import type { BudgetOptions } from '../guards/answers/answerBudget.js'
import { writeAnswer } from '../guards/answers/writeAnswer.js'
import type { IncomingBody } from '../guards/bodies/incomingBody.js'
import { defaultAnswerBudget } from '../guards/limits.js'
import type { LoginOptions } from '../headers/authenticate.js'
import { variesByOrigin } from '../headers/cors.js'
import { matchesETag } from '../headers/entityTags.js'
import type { OriginOptions } from '../headers/foreignOrigin.js'
import { tokenSize, withFormToken } from '../pages/forms/formToken.js'
import type { PageRequest } from '../pages/pageRequest.js'

export interface SendExchange extends Pick<Exchange, 'res' | 'task'> {
  /**
   * The headers that all responses share, as alternating names and values, or null if these headers have already been
   * set.
   */
  readonly commonHeaders: readonly string[] | null
  readonly negotiatedLanguage: NegotiatedLanguage
  readonly incoming: Pick<IncomingBody, 'settle' | 'release'>
  readonly page: PageRequest | null
  readonly options: BudgetOptions & CacheOptions & LoginOptions & OriginOptions
}

interface Variants {
  readonly language: Language
  /** The `Vary` header without the language. */
  readonly vary: string
}

/**
 * Sends the body. Resolves when all bytes have been passed to the client. Throws `abandoned` if the client has
 * disconnected.
 */
export type SendBody = () => Promise<void>

/**
 * Sends the head of a response, and returns a function that sends the body. `res.json` is not used, because it would
 * compute an unneeded ETag and add a charset that Plone does not send. If the body cannot be serialized, nothing is
 * sent. The returned function references only the bytes of the body, because the values from which they were built take
 * several times as much memory.
 */
export async function sendHead(exchange: SendExchange, original: Reply): Promise<SendBody> {
  const { res, commonHeaders, task, incoming, negotiatedLanguage, options } = exchange
  const variants = { language: await negotiatedLanguage.language(), vary: varyOf(exchange, original) }
  const encoded = bytesOf(original, task)
  const unfilled = encoded instanceof Promise ? await encoded : encoded
  const tagged = withETag(res.req, original, unfilled)
  storeReply(exchange, variants, { tagged, bytes: unfilled })
  const filledBytes = fillForm(res, original, unfilled)
  const isUnmodified = tagged.etag !== null && matchesETag(res.req.headers['if-none-match'], tagged.etag)
  const reply = isUnmodified ? notModifiedReply(tagged.reply) : tagged.reply
  const bytes = isUnmodified ? [] : filledBytes
  const ending = incoming.settle()
  const head = headOf(res, reply, variants)
  const length = reply.kind === 'bytes' ? reply.size : lengthOf(bytes)
  if (length !== null && (reply.kind !== 'empty' || (ending && !isBodiless(reply))))
    head.push('Content-Length', String(length))
  applyHead(res, reply, { head, commonHeaders })
  const body = reply.kind === 'bytes' ? reply.pieces : bytes
  const { answerBudget: budget = defaultAnswerBudget } = options
  return bodySender(res, res.req.method === 'HEAD' ? [] : body, { budget, ending })
}

/**
 * Returns the `Vary` header, which prevents shared caches from sending visitors' responses to members. Public files
 * are the same for all clients and do not vary by the session cookie.
 */
function varyOf({ options, page }: SendExchange, { headers }: Reply): string {
  const isPublicFile = page?.view === null && headers?.['Cache-Control']?.startsWith('public')
  const cookie = options.callerOf || (page?.hasSession && !isPublicFile) ? ', Cookie' : ''
  const origin = variesByOrigin(options.corsOrigins ?? []) ? ', Origin' : ''
  return `Authorization${page?.view ? ', Accept' : ''}${cookie}${origin}`
}

const bodySender = (...args: Parameters<typeof writeAnswer>): SendBody => {
  return () => writeAnswer(...args)
}

function fillForm(res: Response, reply: Reply, bytes: Bytes): Bytes {
  const form = reply.kind === 'html' ? reply.fill?.(res.req) : null
  if (!form) return bytes
  if (form.cookie !== null) res.appendHeader('Set-Cookie', form.cookie)
  return withFormToken(bytes, form)
}

const isReading = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD'

const isBodiless = ({ status }: Reply): boolean => status === 204 || status === 304

const notModifiedReply = ({ headers = {} }: Reply): Reply => ({ kind: 'empty', status: 304, headers })

interface Tagged {
  readonly reply: Reply
  /** The ETag of the body, or null if the body has no ETag. */
  readonly etag: string | null
}

/** Adds a digest of the bytes as the ETag, if the reply can have an ETag and does not already have one. */
function withETag(req: Request, reply: Reply, bytes: Bytes): Tagged {
  if (!isReading(req) || !isText(reply) || reply.status !== 200) return { reply, etag: null }
  if (reply.kind === 'html' && (reply.fill || reply.isForOne)) return { reply, etag: null }
  const ownETag = reply.headers?.ETag
  if (ownETag !== undefined) return { reply, etag: ownETag.slice(1, -1) }
  if (lengthOf(bytes) > maxHashed || reply.headers?.['Cache-Control']?.includes('no-store'))
    return { reply, etag: null }
  const etag = digestOf(bytes)
  return { reply: { ...reply, headers: { ETag: `"${etag}"`, ...reply.headers } }, etag }
}

/** The maximum size, in bytes, of a body that is hashed. Hashing a larger body would take longer than a time slice. */
const maxHashed = 1024 * 1024

function digestOf(bytes: Bytes): string {
  const [first, ...further] = bytes
  // The one-shot function takes half the time of a hash object, and most responses consist of a single piece.
  if (first && further.length === 0) return hash('sha256', first, 'base64url').slice(0, 22)
  const digest = createHash('sha256')
  for (const piece of bytes) digest.update(piece)
  return digest.digest('base64url').slice(0, 22)
}

type TextReply = Extract<Reply, { readonly kind: 'json' | 'html' }>

const isText = (reply: Reply): reply is TextReply => reply.kind === 'json' || reply.kind === 'html'

/**
 * The maximum size, in bytes, of a response whose pieces are joined. Larger responses are not cached, and copying
 * them would take milliseconds.
 */
const maxInOnePiece = 256 * 1024

function storeReply(
  { res, options, negotiatedLanguage }: SendExchange,
  variants: Variants,
  { tagged: { reply, etag }, bytes }: { readonly tagged: Tagged; readonly bytes: Bytes },
): void {
  if (!options.answers || !isText(reply) || reply.status !== 200 || !reply.expiry) return
  const { expiry } = reply
  // A page may contain any part of its URL, including undeclared parameters.
  const namesQuery = reply.kind === 'html' || reply.namesQuery === true
  const ready = (): ReadyAnswer => {
    const fill = reply.kind === 'html' ? reply.fill : null
    const size = lengthOf(bytes) + (fill ? (bytes.length - 1) * tokenSize : 0)
    const headers = [...headOf(res, reply, variants), 'Content-Length', String(size)]
    // The pieces are joined, because each write takes several microseconds.
    const pieces = fill || bytes.length < 2 || size > maxInOnePiece ? bytes : [Buffer.concat(bytes)]
    return {
      etag,
      headers,
      headersWhenUnmodified: headOf(res, notModifiedReply(reply), variants),
      bytes: pieces,
      size,
      fill,
    }
  }
  options.answers.store(res.req, ready, { namesQuery, settings: negotiatedLanguage.settings(), ...expiry })
}

/**
 * Sets the status and the headers. The head is sent immediately only if the bytes of the body are known, because a
 * streamed body may fail before its first byte and an error response must then still be possible.
 */
function applyHead(
  res: Response,
  reply: Reply,
  { head, commonHeaders }: Pick<SendExchange, 'commonHeaders'> & { readonly head: readonly string[] },
): void {
  if (commonHeaders && (isText(reply) || isBodiless(reply))) {
    res.writeHead(reply.status, commonHeaders.concat(head))
    return
  }
  res.statusCode = reply.status
  setHeaders(res, commonHeaders ? commonHeaders.concat(head) : head)
}

/** Sets headers. An existing `Vary` header is extended instead of replaced. */
export function setHeaders(res: Response, headers: readonly string[]): void {
  for (let i = 0; i < headers.length; i += 2) {
    const name = headers[i] ?? ''
    const value = headers[i + 1] ?? ''
    if (name === 'Vary' && res.hasHeader(name)) res.vary(value)
    else res.setHeader(name, value)
  }
}

/** Returns the headers, except for the length, as alternating names and values. */
function headOf(res: Response, reply: Reply, { language, vary }: Variants): string[] {
  const isJson = reply.kind === 'json'
  const isTranslated = isJson ? reply.isTranslated !== false : reply.kind === 'html' || reply.status === 304
  const head = ['Vary', isTranslated && language.isNegotiated ? `${vary}, Accept-Language` : vary]
  const ownHeaders = reply.headers ?? {}
  if (ownHeaders['Cache-Control'] === undefined) head.push('Cache-Control', defaultCacheControl(res))
  if (isJson && ownHeaders['Content-Type'] === undefined) head.push('Content-Type', 'application/json')
  for (const name in ownHeaders) head.push(name, ownHeaders[name] ?? '')
  if (isText(reply) && isTranslated) head.push('Content-Language', language.language)
  return head
}

/**
 * Returns the default `Cache-Control`: responses to GET are private and revalidated, and responses to writes are not
 * stored.
 */
function defaultCacheControl(res: Response): string {
  const existing = res.getHeader('Cache-Control')
  if (typeof existing === 'string') return existing
  return isReading(res.req) ? 'private, no-cache' : 'private, no-store'
}

type Bytes = readonly Uint8Array[]

const encode = (text: string): Uint8Array => Buffer.from(text)

const lengthOf = (pieces: Bytes): number => pieces.reduce((sum, { length }) => sum + length, 0)

function bytesOf(reply: Reply, task: Task): Bytes | Promise<Bytes> {
  if (reply.kind === 'html') return reply.parts.map(encode)
  if (reply.kind !== 'json') return []
  return reply.isCached ? writeJsonOnce(reply.body as JsonObject, task, encode) : writeJson(reply.body, task, encode)
}
