import { answerInvalidation, answerStatus, type HandlerAnswer, type HandlerOptions } from './statusHandlers.js'

export interface ExpressRequest {
  readonly method: string
  readonly path: string
  /** The parsed body of the request, for example from `express.json()`. */
  readonly body?: unknown
}

export interface ExpressResponse {
  status(code: number): ExpressResponse
  json(body: unknown): unknown
}

/**
 * Returns a handler for Express. After `app.use('/cache', express.json(), expressHandler({ memoizer, permit }))`, `GET
 * /cache` returns the status, and `POST /cache/invalidate` invalidates values. Other requests are passed to the next
 * handler.
 */
export function expressHandler<Request extends ExpressRequest>(options: HandlerOptions<Request>) {
  return (request: Request, response: ExpressResponse, next: (error?: unknown) => void): void => {
    const answer = answerOf(options, request)
    if (answer) answer.then(({ status, body }) => response.status(status).json(body)).catch(next)
    else next()
  }
}

function answerOf<Request extends ExpressRequest>(
  options: HandlerOptions<Request>,
  request: Request,
): Promise<HandlerAnswer> | null {
  const endpoint = `${request.method} ${request.path}`
  if (endpoint === 'GET /') return answerStatus(options, request)
  return endpoint === 'POST /invalidate' ? answerInvalidation(options, request, request.body) : null
}
