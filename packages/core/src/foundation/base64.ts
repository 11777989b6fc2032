const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Bytes in base64, with `=` at the end (RFC 4648, 4). */
export function base64Of(bytes: Uint8Array): string {
  const parts: string[] = []
  for (let i = 0; i < bytes.length; i += 3) parts.push(groupOf(bytes.subarray(i, i + 3)))
  return parts.join('')
}

function groupOf([first = 0, second, third]: Uint8Array): string {
  const bits = (first << 16) | ((second ?? 0) << 8) | (third ?? 0)
  const digit = (place: number): string => digits[(bits >> (6 * place)) & 63] ?? ''
  return digit(3) + digit(2) + (second === undefined ? '=' : digit(1)) + (third === undefined ? '=' : digit(0))
}

/** Text as UTF-8 in base64. Throws for half a surrogate pair. */
export const base64OfText = (text: string): string => base64Of(Uint8Array.from(utf8Of(text), one => one.charCodeAt(0)))

/** A character for each byte of UTF-8. */
function utf8Of(text: string): string {
  return encodeURIComponent(text).replace(/%([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
}

/**
 * The text that base64 stands for: UTF-8 or, where it is none, a character for each byte, as `btoa` of browsers makes
 * it. Undefined for what is no base64.
 */
export function textInBase64(base64: string): string | undefined {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64) || base64.length % 4 !== 0) return undefined
  const values = [...base64.replaceAll('=', '')].map(digit => digits.indexOf(digit))
  const bytes = values.flatMap((value, i) => {
    const before = values[i - 1]
    // Four digits are three bytes: the first of four ends none.
    return before === undefined || i % 4 === 0 ? [] : [((before << (2 * (i % 4))) | (value >> (6 - 2 * (i % 4)))) & 255]
  })
  const hex = bytes.map(byte => `%${byte.toString(16).padStart(2, '0')}`).join('')
  try {
    return decodeURIComponent(hex)
  } catch {
    return String.fromCharCode(...bytes)
  }
}
