import type { IncomingMessage } from 'node:http'

/**
 * Whether a request has at most one Host header. If a request had several Host headers, a proxy and this server could
 * use different ones and serve different sites (RFC 9112, section 3.2).
 */
export function hasOneHost({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts < 2
}
