const safeSchemes = new Set(['http:', 'https:', 'mailto:', 'tel:'])
/**
 * A URL that is safe in `href`: `http:`, `https:`, `mailto:`, `tel:`, or a path of this site. Undefined for any other
 * scheme, such as `javascript:`, which a browser would run.
 */
export const safeLink = (address: string): string | undefined =>
  address !== '' && safeSchemes.has(schemeOf(address)) ? address : undefined

/**
 * An image URL that is safe in `src`: relative, or of this site, whose base URL is `base`. Undefined for other sites,
 * because browsers load images without any action of the reader.
 */
export function safeSource(address: string, base: string): string | undefined {
  const isOwn =
    address !== '' && (isRelative(address) || (originOf(address) !== '' && originOf(address) === originOf(base)))
  return isOwn ? address : undefined
}

/** Whether a URL resolves to the host of the page under both schemes: `http:x` does so only on a page at `http:`. */
const isRelative = (address: string): boolean =>
  samplePages.every(page => URL.canParse(address, page) && new URL(address, page).origin === new URL(page).origin)

const samplePages = ['http://here.invalid', 'https://here.invalid']

/** The origin of an `http:` or `https:` URL; otherwise empty. */
function originOf(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined
  return url && (url.protocol === 'http:' || url.protocol === 'https:') ? url.origin : ''
}

/** The scheme as browsers parse it, skipping blanks and control characters; for a relative URL, that of the page. */
const schemeOf = (address: string): string =>
  URL.canParse(address, 'http://here.invalid') ? new URL(address, 'http://here.invalid').protocol : ''
