import { type JsonObject, type Language, type Work, writeJson, writeJsonOnce } from '@plenum/core'
import type { Response } from 'express'
import { writeAnswer } from './guards/writeAnswer.js'
import type { Reply } from './reply.js'

type SentLanguage = Pick<Language, 'language' | 'isNegotiated'>

export interface Sending {
  /** The language that texts in JSON are in. */
  readonly language: SentLanguage
  readonly work: Work
  /** Milliseconds that the client may take no byte. */
  readonly patience: number
  /** Called before anything is sent; the answer is complete but not ended until what it gives resolves. */
  settle(): Promise<void> | null
}

/**
 * Written by hand: `res.json` would compute an ETag that nobody asked for and add a charset that Plone does not send.
 * Nothing has been sent when the body cannot be worded.
 */
export async function sendReply(res: Response, reply: Reply, sending: Sending): Promise<void> {
  const made = bytesOf(reply, sending.work)
  const bytes = made instanceof Promise ? await made : made
  const ending = sending.settle()
  writeHead(res, reply, sending.language)
  const length = reply.kind === 'bytes' ? reply.size : lengthOf(bytes)
  if (reply.kind !== 'empty' || (ending && reply.status !== 204)) res.setHeader('Content-Length', length)
  const body = reply.kind === 'bytes' ? reply.pieces : bytes
  await writeAnswer(res, res.req.method === 'HEAD' ? [] : body, { patience: sending.patience, ending })
}

function writeHead(res: Response, reply: Reply, language: SentLanguage): void {
  res.statusCode = reply.status
  if (reply.kind === 'json') res.setHeader('Content-Type', 'application/json')
  for (const [name, value] of Object.entries(reply.headers ?? {})) res.setHeader(name, value)
  if (reply.kind !== 'json') return
  if (reply.isWorded !== false) tellLanguage(res, language)
}

/** Caches are to know what the language depends on, where it depends on the request. */
function tellLanguage(res: Response, { language, isNegotiated }: SentLanguage): void {
  if (isNegotiated) res.vary('Accept-Language')
  res.setHeader('Content-Language', language)
}

type Bytes = readonly Uint8Array[]

const encode = (text: string): Uint8Array => Buffer.from(text)

const lengthOf = (pieces: Bytes): number => pieces.reduce((sum, { length }) => sum + length, 0)

function bytesOf(reply: Reply, work: Work): Bytes | Promise<Bytes> {
  if (reply.kind !== 'json') return []
  return reply.isKept ? writeJsonOnce(reply.body as JsonObject, work, encode) : writeJson(reply.body, work, encode)
}
