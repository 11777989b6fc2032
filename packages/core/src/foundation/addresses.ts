const leading = /^[\p{Cc}\p{Cf}\p{Z}]+/u
const within = /[\t\n\r\p{Cf}]+/gu
const scheme = /^(?:javascript|data|vbscript):/i

/**
 * Returns the scheme of a URL that a browser would execute as a script or render as a page, such as `javascript:` for
 * `JavaScript:x`, or undefined for other URLs. Browsers ignore control characters and whitespace before a URL, and tabs
 * and line breaks inside it, so this function ignores them, too. It also ignores zero-width characters
 * (docs/content-and-access.md, Limits of fields, rule 5).
 */
export const runnableScheme = (address: string): string | undefined =>
  scheme.exec(address.replace(leading, '').replace(within, ''))?.[0].toLowerCase()
