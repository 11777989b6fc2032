const followed = new Set(['http:', 'https:', 'mailto:', 'tel:'])
const loaded = new Set(['http:', 'https:'])

/**
 * An address that may stand in `href`: of the web, of mail, a telephone, or a path of this site. Undefined for all else,
 * such as `javascript:`, which a browser would run.
 */
export function safeLink(address: string): string | undefined {
  return address !== '' && followed.has(schemeOf(address)) ? address : undefined
}

/** An address of an image that may stand in `src`. */
export function safeSource(address: string): string | undefined {
  return address !== '' && loaded.has(schemeOf(address)) ? address : undefined
}

/** As browsers read it, who skip blanks and control characters; that of the page where the address names none. */
function schemeOf(address: string): string {
  return URL.canParse(address, 'http://here.invalid') ? new URL(address, 'http://here.invalid').protocol : ''
}
