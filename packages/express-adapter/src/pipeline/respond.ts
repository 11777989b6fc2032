import { abandoned, DomainError, translateEnglish } from '@plenum/core'
import type { Response } from 'express'
import type { Reply } from '../exchange/reply.js'
import { targetOf } from '../exchange/target.js'
import { pageRequestOf } from '../pages/pageRequest.js'
import { refusalPage } from '../pages/refusalPage.js'
import { type FaultOptions, notifyFault } from '../refusals/answerFaults.js'
import { errorReply, internalErrorReply } from '../refusals/errors.js'
import { type Address, addressOf } from './addresses.js'
import { type DispatchExchange, dispatch } from './dispatch.js'
import { type SendBody, type SendExchange, sendHead } from './sendReply.js'

type WholeExchange = DispatchExchange &
  SendExchange & { readonly options: FaultOptions; readonly limits: Parameters<typeof targetOf>[0]['limits'] }

export async function respond(exchange: WholeExchange, leave: () => void): Promise<void> {
  const { req, res, task, incoming } = exchange
  let hasResponded = false
  res.once('close', () => {
    if (hasResponded) task.end()
    else if (req.method === 'GET' || req.method === 'HEAD') task.abandon()
  })
  await answer(exchange, leave)
  hasResponded = true
  incoming.release()
  if (res.closed || req.socket.destroyed) task.end()
}

/**
 * Answers a request. The promise never rejects, because Express would otherwise send an error page with the stack
 * trace. `leave` starts the next request on the connection.
 */
async function answer(initialExchange: WholeExchange, leave: () => void): Promise<void> {
  const { req, res, options, requestId, negotiatedLanguage } = initialExchange
  let exchange = initialExchange
  let base = options.publicUrl ?? ''
  try {
    const target = targetOf(exchange)
    base = target.base
    const address = addressOf(options, req.method, target)
    exchange = withPageRequest(exchange, address)
    const frame = { base, translate: translateEnglish, chooseTranslation: negotiatedLanguage.chooseTranslation }
    // This function must not reference the reply while it waits for the client, because the values from which the
    // body was built take more memory than its bytes.
    const sendBody = dispatch(exchange, { target, address, frame }).then(reply => sendHeadOf(exchange, reply, leave))
    await deliver(exchange, await sendBody)
  } catch (error) {
    if (isDisconnected(error, res)) return
    reportFault(exchange, error)
    const refusal = { base, translate: (await negotiatedLanguage.language()).translate, requestId }
    const reply = error instanceof DomainError ? errorReply(error, refusal) : internalErrorReply(refusal)
    await sendRefusal(exchange, { reply, base }, leave)
  }
}

function withPageRequest(exchange: WholeExchange, address: Address): WholeExchange {
  const page = exchange.pages && pageRequestOf(exchange.req, address)
  return page ? { ...exchange, page, hasSession: page.hasSession } : exchange
}

/**
 * Whether an error only means that the client has disconnected, so that no response and no error report are needed.
 */
const isDisconnected = (error: unknown, res: Response): boolean =>
  error === abandoned && (res.closed || res.req.socket.destroyed)

async function sendRefusal(
  exchange: WholeExchange,
  { reply, base }: { readonly reply: Reply; readonly base: string },
  leave: () => void,
): Promise<void> {
  const { res, pages, page } = exchange
  try {
    if (res.headersSent) res.destroy()
    else {
      const refusal = pages && page?.isHtml ? await refusalPage(exchange, pages, { reply, base }) : reply
      await deliver(exchange, await sendHeadOf(exchange, refusal, leave))
    }
  } catch (error) {
    if (!isDisconnected(error, res)) notifyFault(exchange.options, error, exchange.requestId)
    res.destroy()
  }
}

/**
 * Delivers a response. The permit is released first, so that the response does not block other tasks while the client
 * receives it.
 */
async function deliver({ task, incoming }: WholeExchange, sendBody: SendBody): Promise<void> {
  task.releasePermit()
  incoming.release()
  await sendBody()
}

async function sendHeadOf(exchange: SendExchange, reply: Reply, leave: () => void): Promise<SendBody> {
  // Without a socket, this response must wait for an earlier request on the connection. That request may still be
  // queued, and calling `leave` allows it to start.
  if (!exchange.res.socket) leave()
  return sendHead(exchange, reply)
}

const reportedErrors = new WeakSet<DomainError>()

/**
 * Reports an error through `onError` unless it is a refusal. A failure of the store is reported only once, even if it
 * affects several requests.
 */
function reportFault(exchange: WholeExchange, error: unknown): void {
  const isRefusal = error instanceof DomainError && (error.code !== 'store-unavailable' || error.cause === undefined)
  if (isRefusal || (error instanceof DomainError && reportedErrors.has(error))) return
  if (error instanceof DomainError) reportedErrors.add(error)
  notifyFault(exchange.options, error, exchange.requestId)
}
