import type { Request } from 'express'
import { originHeaders } from './guards/cors.js'
import { requestIdOf } from './requestId.js'

/** Headers that every answer to a request has, refusals too: names and values in turn. */
export function standingHeaders(req: Request, origins: readonly string[] = []): readonly string[] {
  return [
    'X-Request-Id',
    requestIdOf(req),
    'X-Content-Type-Options',
    'nosniff',
    'X-Frame-Options',
    'SAMEORIGIN',
    ...originHeaders(req, origins),
  ]
}
