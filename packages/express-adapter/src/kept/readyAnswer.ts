import type { Response } from 'express'
import { namesTag } from '../entityTags.js'
import { endNow } from '../guards/endTogether.js'

/** An answer as it is sent. */
export interface ReadyAnswer {
  /** Without its quotes; null for one that is sent again whoever has it. */
  readonly tag: string | null
  /** Names and values in turn: of the answer, and of the one that says that the client has it. */
  readonly headers: readonly string[]
  readonly headersWhenKnown: readonly string[]
  readonly bytes: readonly Uint8Array[]
  /** Of all bytes. */
  readonly size: number
}

interface Sending {
  /** Headers of this answer alone, names and values in turn. */
  readonly own: readonly string[]
  /** Milliseconds that the client may take no byte. */
  readonly patience: number
}

/** Sends it, or that it has not changed. */
export function sendReady(res: Response, ready: ReadyAnswer, { own, patience }: Sending): void {
  const { method, headers } = res.req
  const sent = headers['if-none-match']
  const isKnown = sent !== undefined && ready.tag !== null && namesTag(sent, ready.tag)
  res.writeHead(isKnown ? 304 : 200, own.concat(isKnown ? ready.headersWhenKnown : ready.headers))
  if (isKnown || method === 'HEAD') res.end()
  else endNow(res, ready.bytes, patience)
}
