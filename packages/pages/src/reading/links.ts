const schemes = new Set(['http:', 'https:', 'mailto:', 'tel:'])

/**
 * An address that may stand in `href`: of the web, mail, a telephone, or a path of this site. Null for all else, such as
 * `javascript:`, which a browser would run.
 */
export function safeLink(address: string): string | null {
  if (address.startsWith('#')) return address
  const url = URL.canParse(address, 'http://here.invalid') ? new URL(address, 'http://here.invalid') : null
  return url && schemes.has(url.protocol) ? address : null
}

/** An address of an image that may stand in `src`. */
export function safeSource(address: string): string | null {
  const url = URL.canParse(address, 'http://here.invalid') ? new URL(address, 'http://here.invalid') : null
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? address : null
}
