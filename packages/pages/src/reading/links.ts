const safeSchemes = new Set(['http:', 'https:', 'mailto:', 'tel:'])
/**
 * Returns a URL that is safe in `href`: `http:`, `https:`, `mailto:`, `tel:`, or a path of this site. Returns undefined
 * for other schemes, such as `javascript:`, which a browser would execute.
 */
export const safeLink = (address: string): string | undefined =>
  address !== '' && safeSchemes.has(schemeOf(address)) ? address : undefined

/**
 * Returns an image URL that is safe in `src`: a relative URL, or a URL on this site (`base` is its base URL). Returns
 * undefined for URLs on other sites, because browsers load images without any action by the reader.
 */
export function safeSource(address: string, base: string): string | undefined {
  const isOwn =
    address !== '' && (isRelative(address) || (originOf(address) !== '' && originOf(address) === originOf(base)))
  return isOwn ? address : undefined
}

/**
 * Whether a URL is relative: on a page at `http:` and on a page at `https:`, it resolves to the host of the page. An
 * absolute URL such as `http:x` does so only on a page at `http:`.
 */
const isRelative = (address: string): boolean =>
  samplePages.every(page => URL.canParse(address, page) && new URL(address, page).origin === new URL(page).origin)

const samplePages = ['http://here.invalid', 'https://here.invalid']

function originOf(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined
  return url && (url.protocol === 'http:' || url.protocol === 'https:') ? url.origin : ''
}

/**
 * Returns the scheme of a URL, or an empty string if the URL cannot be parsed. Like browsers, ignores leading
 * whitespace and control characters. Returns `http:` for a relative URL.
 */
const schemeOf = (address: string): string =>
  URL.canParse(address, 'http://here.invalid') ? new URL(address, 'http://here.invalid').protocol : ''
