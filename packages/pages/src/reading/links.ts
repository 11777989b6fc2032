const safeSchemes = new Set(['http:', 'https:', 'mailto:', 'tel:'])
/**
 * Returns the URL if it is safe in `href`: a path on this site, or a URL with the scheme `http:`, `https:`, `mailto:`
 * or `tel:`. Returns undefined for other URLs, such as `javascript:` URLs, which browsers would execute.
 */
export const safeLink = (address: string): string | undefined =>
  address !== '' && safeSchemes.has(schemeOf(address)) ? address : undefined

/**
 * Returns the image URL if it is safe in `src`: a relative URL, or a URL on this site (`base`). Returns undefined for
 * URLs on other sites, because browsers would load the images without any action by the visitor.
 */
export function safeSource(address: string, base: string): string | undefined {
  const isOwn =
    address !== '' && (isRelative(address) || (originOf(address) !== '' && originOf(address) === originOf(base)))
  return isOwn ? address : undefined
}

/**
 * Whether a URL is relative, so that it resolves to the host of the page on both `http:` and `https:` pages. A URL such
 * as `http:x` does so only on `http:` pages.
 */
const isRelative = (address: string): boolean =>
  samplePages.every(page => URL.canParse(address, page) && new URL(address, page).origin === new URL(page).origin)

const samplePages = ['http://here.invalid', 'https://here.invalid']

function originOf(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined
  return url && (url.protocol === 'http:' || url.protocol === 'https:') ? url.origin : ''
}

/**
 * Returns the scheme of a URL, `http:` for a relative URL, or an empty string for an invalid URL. Leading whitespace
 * and control characters are ignored, as in browsers.
 */
const schemeOf = (address: string): string =>
  URL.canParse(address, 'http://here.invalid') ? new URL(address, 'http://here.invalid').protocol : ''
