import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

/** The id of a request, which its answer carries. One that the caller chose is kept, so that logs of several services fit together. */
export function identify(req: IncomingMessage, res: ServerResponse): string {
  const given = req.headers['x-request-id']
  const id = typeof given === 'string' && /^[\w.:-]{1,128}$/.test(given) ? given : randomUUID()
  res.setHeader('X-Request-Id', id)
  return id
}
