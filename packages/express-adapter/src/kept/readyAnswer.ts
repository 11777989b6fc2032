import type { Request, Response } from 'express'
import { namesTag } from '../entityTags.js'
import type { AnswerRoom } from '../guards/answerRoom.js'
import { endNow } from '../guards/endTogether.js'
import { type FormToken, withFormToken } from '../pages/formToken.js'

/** An answer as it is sent. */
export interface ReadyAnswer {
  /** Without its quotes; null for one that is sent again whoever has it. */
  readonly tag: string | null
  /** Names and values in turn: of the answer, and of the one that says that the client has it. */
  readonly headers: readonly string[]
  readonly headersWhenKnown: readonly string[]
  readonly bytes: readonly Uint8Array[]
  /** Of all bytes that are sent. */
  readonly size: number
  /** Makes the form token that comes between the bytes of a page; null for what is sent to all alike. */
  readonly fill: ((req: Request) => FormToken) | null
}

interface Sending {
  /** Headers of this answer alone, names and values in turn. */
  readonly own: readonly string[]
  /** Where it waits for the client. */
  readonly room: AnswerRoom
}

/** Sends it, or that it has not changed. */
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

/** A page with a form token has no tag: whoever has it may have another token by now. */
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
