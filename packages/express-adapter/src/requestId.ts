import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const ids = new WeakMap<IncomingMessage, string>()

/** The id of a request, which its answer carries. One that the caller chose is kept, so that logs of several services fit together. */
export function requestIdOf(req: IncomingMessage): string {
  const known = ids.get(req)
  if (known !== undefined) return known
  const given = req.headers['x-request-id']
  const id = typeof given === 'string' && /^[\w.:-]{1,128}$/.test(given) ? given : randomUUID()
  ids.set(req, id)
  return id
}
