import { createHash } from 'node:crypto'
import { type JsonObject, type Language, type Work, writeJson, writeJsonOnce } from '@plenum/core'
import type { Request, Response } from 'express'
import { namesTag } from './entityTags.js'
import { writeAnswer } from './guards/writeAnswer.js'
import type { Reply } from './reply.js'

type SentLanguage = Pick<Language, 'language' | 'isNegotiated'>

export interface Sending {
  /** The language that texts in JSON are in. */
  readonly language: SentLanguage
  readonly work: Work
  /** Milliseconds that the client may take no byte. */
  readonly patience: number
  /** Headers that answers depend on beside the language. */
  readonly vary: string
  /** Called before anything is sent; the answer is complete but not ended until what it gives resolves. */
  settle(): Promise<void> | null
}

/**
 * Written by hand: `res.json` would compute an ETag that nobody asked for and add a charset that Plone does not send.
 * Nothing has been sent when the body cannot be worded.
 */
export async function sendReply(res: Response, sent: Reply, sending: Sending): Promise<void> {
  const made = bytesOf(sent, sending.work)
  const whole = made instanceof Promise ? await made : made
  const { reply, bytes } = tagged(res.req, sent, whole)
  const ending = sending.settle()
  writeHead(res, reply, sending)
  const length = reply.kind === 'bytes' ? reply.size : lengthOf(bytes)
  if (reply.kind !== 'empty' || (ending && !isBodiless(reply))) res.setHeader('Content-Length', length)
  const body = reply.kind === 'bytes' ? reply.pieces : bytes
  await writeAnswer(res, res.req.method === 'HEAD' ? [] : body, { patience: sending.patience, ending })
}

const isBodiless = ({ status }: Reply): boolean => status === 204 || status === 304

/** What has no tag of its own is known by its bytes, and is not sent again to who has it. */
function tagged(req: Request, reply: Reply, bytes: Bytes): { readonly reply: Reply; readonly bytes: Bytes } {
  const isRead = req.method === 'GET' || req.method === 'HEAD'
  if (!isRead || reply.kind !== 'json' || reply.status !== 200 || reply.headers?.ETag !== undefined)
    return { reply, bytes }
  if (lengthOf(bytes) > maxTagged || reply.headers?.['Cache-Control']?.includes('no-store')) return { reply, bytes }
  const tag = digestOf(bytes)
  const headers = { ...reply.headers, ETag: `"${tag}"` }
  if (!namesTag(req.headers['if-none-match'], tag)) return { reply: { ...reply, headers }, bytes }
  return { reply: { kind: 'empty', status: 304, headers }, bytes: [] }
}

/** Bytes that are digested in less than a turn. */
const maxTagged = 1024 * 1024

function digestOf(bytes: Bytes): string {
  const hash = createHash('sha256')
  for (const piece of bytes) hash.update(piece)
  return hash.digest('base64url').slice(0, 22)
}

function writeHead(res: Response, reply: Reply, { language, vary }: Pick<Sending, 'language' | 'vary'>): void {
  const isWorded = reply.kind === 'json' ? reply.isWorded !== false : reply.status === 304
  res.statusCode = reply.status
  tellCaches(res, isWorded && language.isNegotiated ? `${vary}, Accept-Language` : vary)
  if (reply.kind === 'json') res.setHeader('Content-Type', 'application/json')
  for (const [name, value] of Object.entries(reply.headers ?? {})) res.setHeader(name, value)
  if (reply.kind === 'json' && isWorded) res.setHeader('Content-Language', language.language)
}

/** What nothing else is said of is kept by nobody but who asked, who has to ask again; what was written not even then. */
function tellCaches(res: Response, vary: string): void {
  const { method } = res.req
  if (res.hasHeader('Vary')) res.vary(vary)
  else res.setHeader('Vary', vary)
  if (!res.hasHeader('Cache-Control'))
    res.setHeader('Cache-Control', method === 'GET' || method === 'HEAD' ? 'private, no-cache' : 'private, no-store')
}

type Bytes = readonly Uint8Array[]

const encode = (text: string): Uint8Array => Buffer.from(text)

const lengthOf = (pieces: Bytes): number => pieces.reduce((sum, { length }) => sum + length, 0)

function bytesOf(reply: Reply, work: Work): Bytes | Promise<Bytes> {
  if (reply.kind !== 'json') return []
  return reply.isKept ? writeJsonOnce(reply.body as JsonObject, work, encode) : writeJson(reply.body, work, encode)
}
