import type { Response } from 'express'
import { namesTag } from '../entityTags.js'
import { writeAnswer } from '../guards/writeAnswer.js'

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

/** Sends it, or that it has not changed. `own`: headers of this answer alone, names and values in turn. */
export function sendReady(res: Response, ready: ReadyAnswer, { own, patience }: Sending): void {
  const { method, headers } = res.req
  const isKnown = ready.tag !== null && namesTag(headers['if-none-match'], ready.tag)
  res.writeHead(isKnown ? 304 : 200, [...own, ...(isKnown ? ready.headersWhenKnown : ready.headers)])
  if (isKnown || method === 'HEAD') res.end()
  // One who went away is told nothing any more.
  else void writeAnswer(res, ready.bytes, { patience, ending: null }).catch(() => {})
}

interface Sending {
  readonly own: readonly string[]
  /** Milliseconds that the client may take no byte. */
  readonly patience: number
}
