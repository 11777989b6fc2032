import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const id = Symbol('request id')

interface Named extends IncomingMessage {
  [id]?: string
}

/**
 * Returns the id of a request, which the response repeats. A valid id from the client is reused, so that the logs of
 * several services match.
 */
export function requestIdOf(req: Named): string {
  const header = req.headers['x-request-id']
  req[id] ??= typeof header === 'string' && /^[\w.:-]{1,128}$/.test(header) ? header : randomUUID()
  return req[id]
}
