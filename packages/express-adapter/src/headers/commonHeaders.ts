import type { Request } from 'express'
import { requestIdOf } from '../guards/requestId.js'
import { originHeaders } from './cors.js'

export function commonHeadersOf(req: Request, origins: readonly string[] = []): readonly string[] {
  const id = requestIdOf(req)
  const headers = ['X-Request-Id', id, 'X-Content-Type-Options', 'nosniff', 'X-Frame-Options', 'SAMEORIGIN']
  return origins.length === 0 ? headers : headers.concat(originHeaders(req, origins))
}
