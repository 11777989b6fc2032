import { translateEnglish } from '@plenum/core'
import type { ErrorRequestHandler, Request, Response } from 'express'
import { type PlainRefusal, plainBody } from '../guards/connections/plainRefusal.js'
import { requestIdOf } from '../guards/requestId.js'
import { internalErrorReply } from './errors.js'

export interface FaultOptions {
  /** The service calls this function with each fault that the client did not cause, and with the id of the request. */
  onError?(error: unknown, requestId: string): void
}

/**
 * Creates a handler for errors of middleware that precedes the service, because Express's own handler would send the
 * stack trace.
 */
export function answerFaults(options: FaultOptions): ErrorRequestHandler {
  return (error: unknown, req, res, _next) => answerFault(options, error, { req, res })
}

export function answerFault(
  options: FaultOptions,
  error: unknown,
  { req, res }: { readonly req: Request; readonly res: Response },
): void {
  const requestId = requestIdOf(req)
  const refusal = refusalOf(error)
  if (!refusal) notifyFault(options, error, requestId)
  if (res.headersSent) {
    res.destroy()
    return
  }
  res.setHeader('X-Request-Id', requestId)
  if (refusal) send(res, refusal.status, plainBody(refusal))
  else {
    const reply = internalErrorReply({ base: '', translate: translateEnglish, requestId })
    send(res, reply.status, JSON.stringify(reply.kind === 'json' ? reply.body : null))
  }
}

export function notifyFault(options: FaultOptions, error: unknown, requestId: string): void {
  try {
    options.onError?.(error, requestId)
  } catch {
    // An error in the listener must not prevent the response.
  }
}

/**
 * Returns the refusal for an error with a status from 400 to 499, and otherwise undefined. The refusal contains the
 * error message only if `expose` is true.
 */
function refusalOf(error: unknown): PlainRefusal | undefined {
  const { status, expose, message } = Object(error) as { status?: unknown; expose?: unknown; message?: unknown }
  if (typeof status !== 'number' || !(status >= 400 && status < 500)) return undefined
  const text = expose === true && typeof message === 'string' ? message : 'The request is invalid.'
  return { status, type: 'BadRequest', message: text }
}

function send(res: Response, status: number, body: string): void {
  res.statusCode = status
  res.setHeader('Content-Type', 'application/json')
  res.setHeader('Content-Length', Buffer.byteLength(body))
  res.end(res.req.method === 'HEAD' ? undefined : body)
}
