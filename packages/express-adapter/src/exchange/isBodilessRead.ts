import type { IncomingMessage } from 'node:http'

export function isBodilessRead({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  const length = headers['content-length']
  return (
    (length === undefined || length === '0') &&
    headers['transfer-encoding'] === undefined &&
    headers.expect === undefined
  )
}
