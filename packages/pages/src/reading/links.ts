const followed = new Set(['http:', 'https:', 'mailto:', 'tel:'])
/**
 * An address that may stand in `href`: of the web, of mail, a telephone, or a path of this site. Undefined for all else,
 * such as `javascript:`, which a browser would run.
 */
export function safeLink(address: string): string | undefined {
  return address !== '' && followed.has(schemeOf(address)) ? address : undefined
}

/**
 * An address of an image that may stand in `src`: of this site, whose URL is `base`, or relative. Undefined for all else,
 * since browsers ask for it without the reader's doing.
 */
export function safeSource(address: string, base: string): string | undefined {
  const isOwn =
    address !== '' && (isRelative(address) || (originOf(address) !== '' && originOf(address) === originOf(base)))
  return isOwn ? address : undefined
}

/** Whether it leads to the host of the page, wherever that is: `http:x` does so only where the page itself is at `http:`. */
const isRelative = (address: string): boolean =>
  here.every(place => URL.canParse(address, place) && new URL(address, place).origin === new URL(place).origin)

const here = ['http://here.invalid', 'https://here.invalid']

/** Empty for what is no address of the web. */
function originOf(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined
  return url && (url.protocol === 'http:' || url.protocol === 'https:') ? url.origin : ''
}

/** As browsers read it, who skip blanks and control characters; that of the page where the address names none. */
function schemeOf(address: string): string {
  return URL.canParse(address, 'http://here.invalid') ? new URL(address, 'http://here.invalid').protocol : ''
}
