import type { Request, Response } from 'express'
import type { FormToken } from '../exchange/reply.js'
import type { AnswerBudget } from '../guards/answers/answerBudget.js'
import { endNow } from '../guards/answers/endInBatch.js'
import { matchesETag } from '../headers/entityTags.js'
import { withFormToken } from '../pages/forms/formToken.js'

export interface ReadyAnswer {
  readonly etag: string | null
  /** The headers for status 200, as alternating names and values. */
  readonly headers: readonly string[]
  readonly headersWhenUnmodified: readonly string[]
  readonly bytes: readonly Uint8Array[]
  readonly size: number
  /** Creates the form token to insert into the page. The value is null if all readers receive the same body. */
  readonly fill: ((req: Request) => FormToken) | null
}

interface Sending {
  readonly ownHeaders: readonly string[]
  /** The memory budget for the response while it waits for the client. */
  readonly budget: AnswerBudget
}

/** Sends the cached response, or status 304 if `If-None-Match` contains its ETag. */
export function sendReady(res: Response, ready: ReadyAnswer, { ownHeaders, budget }: Sending): void {
  const { method, headers } = res.req
  const ifNoneMatch = headers['if-none-match']
  if (ready.fill) {
    sendFilled(res, ready, { form: ready.fill(res.req), ownHeaders, budget })
    return
  }
  const isUnmodified = ifNoneMatch !== undefined && ready.etag !== null && matchesETag(ifNoneMatch, ready.etag)
  res.writeHead(isUnmodified ? 304 : 200, ownHeaders.concat(isUnmodified ? ready.headersWhenUnmodified : ready.headers))
  if (isUnmodified || method === 'HEAD') res.end()
  else endNow(res, ready.bytes, budget)
}

/**
 * Sends a page with the reader's form token. The response has no ETag, because the token may have changed since the
 * last response.
 */
function sendFilled(
  res: Response,
  ready: ReadyAnswer,
  { form, ownHeaders, budget }: Sending & { readonly form: FormToken },
): void {
  const cookies = form.cookie === null ? [] : ['Set-Cookie', form.cookie]
  res.writeHead(200, ownHeaders.concat(ready.headers, cookies))
  if (res.req.method === 'HEAD') res.end()
  else endNow(res, withFormToken(ready.bytes, form), budget)
}
