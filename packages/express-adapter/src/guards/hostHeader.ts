import type { IncomingMessage } from 'node:http'

/**
 * Whether a request has at most one Host header (RFC 9112, 3.2). If a proxy used a different header than this server,
 * it would see a different site.
 */
export function hasOneHost({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts < 2
}
