const leading = /^[\p{Cc}\p{Cf}\p{Z}]+/u
const within = /[\t\n\r\p{Cf}]+/gu
const scheme = /^(?:javascript|data|vbscript):/i

/**
 * The scheme of an address that a browser would run or show as a page of its own; undefined for all other texts.
 * Browsers pass over control characters and blanks before an address, and tabs and line breaks within; characters
 * without width are passed over as well (docs/content-and-access.md, Limits of fields, rule 5).
 */
export function runnableScheme(address: string): string | undefined {
  return scheme.exec(address.replace(leading, '').replace(within, ''))?.[0].toLowerCase()
}
