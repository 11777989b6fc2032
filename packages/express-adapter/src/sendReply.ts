import { createHash, hash } from 'node:crypto'
import {
  type JsonObject,
  type Language,
  type LanguageSettings,
  type Task,
  writeJson,
  writeJsonOnce,
} from '@plenum/core'
import type { Request, Response } from 'express'
import type { CachedAnswers } from './cache/cacheAnswers.js'
import type { ReadyAnswer } from './cache/readyAnswer.js'
import { namesTag } from './entityTags.js'
import type { AnswerRoom } from './guards/answerRoom.js'
import { writeAnswer } from './guards/writeAnswer.js'
import { tokenSize, withFormToken } from './pages/formToken.js'
import type { Reply } from './reply.js'

type SentLanguage = Pick<Language, 'language' | 'isNegotiated'>

export interface Sending {
  /** See `Exchange`. */
  readonly standing: readonly string[] | null
  /** The language of texts in JSON. */
  readonly language: SentLanguage
  /** The settings that determined the language, if they were read for this answer. */
  readonly settings: LanguageSettings | undefined
  readonly task: Task
  /** Memory budget while it waits for the client. */
  readonly room: AnswerRoom
  /** Headers besides the language that answers depend on. */
  readonly vary: string
  /** Called before anything is sent; the answer is complete but not ended until the returned promise resolves. */
  settle(): Promise<void> | null
  /** Stores finished answers; see `CachedAnswers`. */
  readonly keep: CachedAnswers['keep'] | undefined
}

/**
 * Sends the body of an answer. Resolves when the client has received it; throws `abandoned` if the client has
 * disconnected.
 */
export type SendBody = () => Promise<void>

/**
 * Handwritten: `res.json` would compute an unneeded ETag and add a charset that Plone does not send. If serializing the
 * body fails, nothing has been sent. The returned function references only the bytes of the body: the values they were
 * built from take several times their memory, and must not be retained until the client has received them.
 */
export async function sendHead(res: Response, sent: Reply, sending: Sending): Promise<SendBody> {
  const made = bytesOf(sent, sending.task)
  const unfilled = made instanceof Promise ? await made : made
  const tagged = withTag(res.req, sent, unfilled)
  keepReady(res, tagged, unfilled, sending)
  const whole = filled(res, sent, unfilled)
  const isKnown = tagged.tag !== null && namesTag(res.req.headers['if-none-match'], tagged.tag)
  const reply = isKnown ? unchanged(tagged.reply) : tagged.reply
  const bytes = isKnown ? [] : whole
  const ending = sending.settle()
  const head = headOf(res, reply, sending)
  const length = reply.kind === 'bytes' ? reply.size : lengthOf(bytes)
  if (length !== null && (reply.kind !== 'empty' || (ending && !isBodiless(reply))))
    head.push('Content-Length', String(length))
  tellHead(res, reply, { head, standing: sending.standing })
  const body = reply.kind === 'bytes' ? reply.pieces : bytes
  return bodySender(res, res.req.method === 'HEAD' ? [] : body, { room: sending.room, ending })
}

const bodySender = (...written: Parameters<typeof writeAnswer>): SendBody => {
  return () => writeAnswer(...written)
}

/** The bytes of a page with the form token of its reader. */
function filled(res: Response, reply: Reply, bytes: Bytes): Bytes {
  const form = reply.kind === 'html' ? reply.fill?.(res.req) : null
  if (!form) return bytes
  if (form.cookie !== null) res.appendHeader('Set-Cookie', form.cookie)
  return withFormToken(bytes, form)
}

const isReading = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD'

const isBodiless = ({ status }: Reply): boolean => status === 204 || status === 304

/** The 304 for a reply. */
const unchanged = ({ headers = {} }: Reply): Reply => ({ kind: 'empty', status: 304, headers })

interface Tagged {
  readonly reply: Reply
  /** The ETag of the body, for conditional requests. */
  readonly tag: string | null
}

/** Adds a digest of the bytes as the ETag, if the reply has none. */
function withTag(req: Request, reply: Reply, bytes: Bytes): Tagged {
  if (!isReading(req) || !isText(reply) || reply.status !== 200) return { reply, tag: null }
  if (reply.kind === 'html' && (reply.fill || reply.isForOne)) return { reply, tag: null }
  const own = reply.headers?.ETag
  if (own !== undefined) return { reply, tag: own.slice(1, -1) }
  if (lengthOf(bytes) > maxTagged || reply.headers?.['Cache-Control']?.includes('no-store')) return { reply, tag: null }
  const tag = digestOf(bytes)
  return { reply: { ...reply, headers: { ETag: `"${tag}"`, ...reply.headers } }, tag }
}

/** Larger bodies would take longer than a time slice to hash. */
const maxTagged = 1024 * 1024

function digestOf(bytes: Bytes): string {
  const [first, ...others] = bytes
  // Half the time of a hash object, and enough for most answers.
  if (first && others.length === 0) return hash('sha256', first, 'base64url').slice(0, 22)
  const digest = createHash('sha256')
  for (const piece of bytes) digest.update(piece)
  return digest.digest('base64url').slice(0, 22)
}

type TextReply = Extract<Reply, { readonly kind: 'json' | 'html' }>

const isText = (reply: Reply): reply is TextReply => reply.kind === 'json' || reply.kind === 'html'

/** Copying more costs milliseconds; larger answers are not cached anyway. */
const maxInOnePiece = 256 * 1024

/** Caches an answer whose expiry is known. */
function keepReady(res: Response, { reply, tag }: Tagged, bytes: Bytes, sending: Sending): void {
  if (!sending.keep || !isText(reply) || reply.status !== 200 || !reply.lasting) return
  const { lasting } = reply
  // Pages may contain any part of their URL.
  const namesQuery = reply.kind === 'html' || reply.namesQuery === true
  const ready = (): ReadyAnswer => {
    const fill = reply.kind === 'html' ? reply.fill : null
    const size = lengthOf(bytes) + (fill ? (bytes.length - 1) * tokenSize : 0)
    const headers = [...headOf(res, reply, sending), 'Content-Length', String(size)]
    // Each piece costs microseconds on every send.
    const pieces = fill || bytes.length < 2 || size > maxInOnePiece ? bytes : [Buffer.concat(bytes)]
    return { tag, headers, headersWhenKnown: headOf(res, unchanged(reply), sending), bytes: pieces, size, fill }
  }
  sending.keep(res.req, ready, { namesQuery, settings: sending.settings, ...lasting })
}

/**
 * In one call if the bytes are known: a streamed body may fail before its first byte, and then an error answer must
 * still be possible.
 */
function tellHead(
  res: Response,
  reply: Reply,
  { head, standing }: Pick<Sending, 'standing'> & { readonly head: readonly string[] },
): void {
  if (standing && (isText(reply) || isBodiless(reply))) {
    res.writeHead(reply.status, standing.concat(head))
    return
  }
  res.statusCode = reply.status
  setHeaders(res, standing ? standing.concat(head) : head)
}

/** Sets headers, names and values alternating; adds to a `Vary` header that the application in front has set. */
export function setHeaders(res: Response, headers: readonly string[]): void {
  for (let i = 0; i < headers.length; i += 2) {
    const name = headers[i] ?? ''
    const value = headers[i + 1] ?? ''
    if (name === 'Vary' && res.hasHeader(name)) res.vary(value)
    else res.setHeader(name, value)
  }
}

/** The headers of a reply except its length, names and values alternating. */
function headOf(res: Response, reply: Reply, { language, vary }: Pick<Sending, 'language' | 'vary'>): string[] {
  const isJson = reply.kind === 'json'
  const isWorded = isJson ? reply.isWorded !== false : reply.kind === 'html' || reply.status === 304
  const head = ['Vary', isWorded && language.isNegotiated ? `${vary}, Accept-Language` : vary]
  const own = reply.headers ?? {}
  if (own['Cache-Control'] === undefined) head.push('Cache-Control', usualCacheControl(res))
  if (isJson && own['Content-Type'] === undefined) head.push('Content-Type', 'application/json')
  for (const name in own) head.push(name, own[name] ?? '')
  if (isText(reply) && isWorded) head.push('Content-Language', language.language)
  return head
}

/** Default Cache-Control: GET is private and revalidated, answers to writes are not stored. */
function usualCacheControl(res: Response): string {
  const standing = res.getHeader('Cache-Control')
  if (typeof standing === 'string') return standing
  return isReading(res.req) ? 'private, no-cache' : 'private, no-store'
}

type Bytes = readonly Uint8Array[]

const encode = (text: string): Uint8Array => Buffer.from(text)

const lengthOf = (pieces: Bytes): number => pieces.reduce((sum, { length }) => sum + length, 0)

function bytesOf(reply: Reply, task: Task): Bytes | Promise<Bytes> {
  if (reply.kind === 'html') return reply.parts.map(encode)
  if (reply.kind !== 'json') return []
  return reply.isKept ? writeJsonOnce(reply.body as JsonObject, task, encode) : writeJson(reply.body, task, encode)
}
