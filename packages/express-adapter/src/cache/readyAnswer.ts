import type { Request, Response } from 'express'
import { namesTag } from '../entityTags.js'
import type { AnswerRoom } from '../guards/answerRoom.js'
import { endNow } from '../guards/endTogether.js'
import { type FormToken, withFormToken } from '../pages/formToken.js'

/** A finished answer, ready to be sent. */
export interface ReadyAnswer {
  /** The ETag without quotes; null if the answer has none. */
  readonly tag: string | null
  /** Names and values alternating, for status 200 and for 304. */
  readonly headers: readonly string[]
  readonly headersWhenKnown: readonly string[]
  readonly bytes: readonly Uint8Array[]
  /** Total bytes of the body. */
  readonly size: number
  /**
   * Creates the form token that is inserted between the bytes of a page; null if the body is the same for everybody.
   */
  readonly fill: ((req: Request) => FormToken) | null
}

interface Sending {
  /** Headers of this answer alone, names and values alternating. */
  readonly own: readonly string[]
  /** Memory budget while it waits for the client. */
  readonly room: AnswerRoom
}

/** Sends the answer, or 304. */
export function sendReady(res: Response, ready: ReadyAnswer, { own, room }: Sending): void {
  const { method, headers } = res.req
  const sent = headers['if-none-match']
  if (ready.fill) {
    sendFilled(res, ready, { form: ready.fill(res.req), own, room })
    return
  }
  const isKnown = sent !== undefined && ready.tag !== null && namesTag(sent, ready.tag)
  res.writeHead(isKnown ? 304 : 200, own.concat(isKnown ? ready.headersWhenKnown : ready.headers))
  if (isKnown || method === 'HEAD') res.end()
  else endNow(res, ready.bytes, room)
}

/** A page with a form token has no ETag: its reader may have another token by now. */
function sendFilled(
  res: Response,
  ready: ReadyAnswer,
  { form, own, room }: Sending & { readonly form: FormToken },
): void {
  const cookies = form.cookie === null ? [] : ['Set-Cookie', form.cookie]
  res.writeHead(200, own.concat(ready.headers, cookies))
  if (res.req.method === 'HEAD') res.end()
  else endNow(res, withFormToken(ready.bytes, form), room)
}
