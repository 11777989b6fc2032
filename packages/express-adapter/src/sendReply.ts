import { createHash, hash } from 'node:crypto'
import {
  type JsonObject,
  type Language,
  type LanguageSettings,
  type Work,
  writeJson,
  writeJsonOnce,
} from '@plenum/core'
import type { Request, Response } from 'express'
import { namesTag } from './entityTags.js'
import type { AnswerRoom } from './guards/answerRoom.js'
import { writeAnswer } from './guards/writeAnswer.js'
import type { KeptAnswers } from './kept/keepAnswers.js'
import type { ReadyAnswer } from './kept/readyAnswer.js'
import { tokenSize, withFormToken } from './pages/formToken.js'
import type { Reply } from './reply.js'

type SentLanguage = Pick<Language, 'language' | 'isNegotiated'>

export interface Sending {
  /** As of `Exchange`. */
  readonly standing: readonly string[] | null
  /** The language that texts in JSON are in. */
  readonly language: SentLanguage
  /** The settings that it was chosen by, where they were read for this answer. */
  readonly settings: LanguageSettings | undefined
  readonly work: Work
  /** Where it waits for the client. */
  readonly room: AnswerRoom
  /** Headers that answers depend on beside the language. */
  readonly vary: string
  /** Called before anything is sent; the answer is complete but not ended until what it gives resolves. */
  settle(): Promise<void> | null
  /** Where answers are kept that are ready; see `KeptAnswers`. */
  readonly keep: KeptAnswers['keep'] | undefined
}

/** Sends the body of an answer. Resolves when the client has taken it; throws `abandoned` when the client went away. */
export type SendBody = () => Promise<void>

/**
 * Written by hand: `res.json` would compute an ETag that nobody asked for and add a charset that Plone does not send.
 * Nothing has been sent when the body cannot be worded. What sends the body refers to its bytes alone: what they were made
 * from takes several times their memory, and is not to wait for the client.
 */
export async function sendHead(res: Response, sent: Reply, sending: Sending): Promise<SendBody> {
  const made = bytesOf(sent, sending.work)
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

/** That the caller has an answer already. */
const unchanged = ({ headers = {} }: Reply): Reply => ({ kind: 'empty', status: 304, headers })

interface Tagged {
  readonly reply: Reply
  /** Of what is sent, where the caller may have it already. */
  readonly tag: string | null
}

/** What has no tag of its own is known by its bytes, and is not sent again to who has it. */
function withTag(req: Request, reply: Reply, bytes: Bytes): Tagged {
  if (!isReading(req) || !isText(reply) || reply.status !== 200) return { reply, tag: null }
  if (reply.kind === 'html' && (reply.fill || reply.isForOne)) return { reply, tag: null }
  const own = reply.headers?.ETag
  if (own !== undefined) return { reply, tag: own.slice(1, -1) }
  if (lengthOf(bytes) > maxTagged || reply.headers?.['Cache-Control']?.includes('no-store')) return { reply, tag: null }
  const tag = digestOf(bytes)
  return { reply: { ...reply, headers: { ETag: `"${tag}"`, ...reply.headers } }, tag }
}

/** Bytes that are digested in less than a turn. */
const maxTagged = 1024 * 1024

function digestOf(bytes: Bytes): string {
  const [first, ...others] = bytes
  // Takes half as long, and is all that most answers need.
  if (first && others.length === 0) return hash('sha256', first, 'base64url').slice(0, 22)
  const digest = createHash('sha256')
  for (const piece of bytes) digest.update(piece)
  return digest.digest('base64url').slice(0, 22)
}

type TextReply = Extract<Reply, { readonly kind: 'json' | 'html' }>

const isText = (reply: Reply): reply is TextReply => reply.kind === 'json' || reply.kind === 'html'

/** Copying more costs milliseconds; such answers are too large to be kept, too. */
const maxInOnePiece = 256 * 1024

/** Keeps an answer of which it is known how long it lasts. */
function keepReady(res: Response, { reply, tag }: Tagged, bytes: Bytes, sending: Sending): void {
  if (!sending.keep || !isText(reply) || reply.status !== 200 || !reply.lasting) return
  const { lasting } = reply
  // Pages may say anything of their address.
  const namesQuery = reply.kind === 'html' || reply.namesQuery === true
  const ready = (): ReadyAnswer => {
    const fill = reply.kind === 'html' ? reply.fill : null
    const size = lengthOf(bytes) + (fill ? (bytes.length - 1) * tokenSize : 0)
    const headers = [...headOf(res, reply, sending), 'Content-Length', String(size)]
    // Each piece costs microseconds whenever it is sent.
    const pieces = fill || bytes.length < 2 || size > maxInOnePiece ? bytes : [Buffer.concat(bytes)]
    return { tag, headers, headersWhenKnown: headOf(res, unchanged(reply), sending), bytes: pieces, size, fill }
  }
  sending.keep(res.req, ready, { namesQuery, settings: sending.settings, ...lasting })
}

/**
 * In one go where the bytes are known: what comes from elsewhere may fail before its first byte, and then another answer
 * has to be possible.
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

/** Sets headers, given as names and values in turn; what an application in front says of Vary stays. */
export function setHeaders(res: Response, headers: readonly string[]): void {
  for (let i = 0; i < headers.length; i += 2) {
    const name = headers[i] ?? ''
    const value = headers[i + 1] ?? ''
    if (name === 'Vary' && res.hasHeader(name)) res.vary(value)
    else res.setHeader(name, value)
  }
}

/** The headers of a reply beside its length, names and values in turn. */
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

/** What nothing else is said of is kept by nobody but who asked, who has to ask again; what was written not even then. */
function usualCacheControl(res: Response): string {
  const standing = res.getHeader('Cache-Control')
  if (typeof standing === 'string') return standing
  return isReading(res.req) ? 'private, no-cache' : 'private, no-store'
}

type Bytes = readonly Uint8Array[]

const encode = (text: string): Uint8Array => Buffer.from(text)

const lengthOf = (pieces: Bytes): number => pieces.reduce((sum, { length }) => sum + length, 0)

function bytesOf(reply: Reply, work: Work): Bytes | Promise<Bytes> {
  if (reply.kind === 'html') return reply.parts.map(encode)
  if (reply.kind !== 'json') return []
  return reply.isKept ? writeJsonOnce(reply.body as JsonObject, work, encode) : writeJson(reply.body, work, encode)
}
