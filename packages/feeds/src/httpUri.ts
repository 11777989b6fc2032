/**
 * Converts an `http` or `https` URL to the form that RFC 3986 and the schemas of schedule files require: invalid
 * characters are percent-encoded, and credentials are removed. Returns null for other addresses.
 */
export function httpUri(address: string): string | null {
  if (!URL.canParse(address)) return null
  const { protocol, host, pathname, search, hash } = new URL(address)
  if (!['http:', 'https:'].includes(protocol) || !validHost.test(host)) return null
  return `${protocol}//${host}${encoded(pathname)}${encoded(search)}${encoded(hash)}`
}

const validHost = /^(?:[\w.~!$&'()*+,;=-]+|\[[\da-f:.]+\])(?::\d+)?$/

const encoded = (part: string): string =>
  part.slice(0, 1) + part.slice(1).replace(/%(?![\da-f]{2})|[^\w.~!$&'()*+,;=:@/?%-]/giu, encodeURIComponent)
