const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Encodes bytes as base64, padded with `=` (RFC 4648, section 4). */
export function base64Of(bytes: Uint8Array): string {
  const parts: string[] = []
  for (let i = 0; i < bytes.length; i += 3) parts.push(groupOf(bytes.subarray(i, i + 3)))
  return parts.join('')
}

function groupOf([first = 0, second, third]: Uint8Array): string {
  const bits = (first << 16) | ((second ?? 0) << 8) | (third ?? 0)
  const digit = (position: number): string => digits[(bits >> (6 * position)) & 63] ?? ''
  return digit(3) + digit(2) + (second === undefined ? '=' : digit(1)) + (third === undefined ? '=' : digit(0))
}

/** Encodes a string as UTF-8 and then as base64. Throws a URIError if the string contains a lone surrogate. */
export const base64OfText = (text: string): string =>
  base64Of(Uint8Array.from(utf8Of(text), character => character.charCodeAt(0)))

/** Returns the UTF-8 bytes of a string as a binary string, one character per byte. */
const utf8Of = (text: string): string =>
  encodeURIComponent(text).replace(/%([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))

/**
 * Decodes base64 as UTF-8. If the bytes are not valid UTF-8, decodes each byte as one character, like the browser
 * function `atob`. Returns undefined if the string is not base64.
 */
export function textInBase64(base64: string): string | undefined {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64) || base64.length % 4 !== 0) return undefined
  const values = [...base64.replaceAll('=', '')].map(digit => digits.indexOf(digit))
  const bytes = values.flatMap((value, i) => {
    const before = values[i - 1]
    // Four base64 digits encode three bytes, so the first digit of a group does not complete a byte.
    return before === undefined || i % 4 === 0 ? [] : [((before << (2 * (i % 4))) | (value >> (6 - 2 * (i % 4)))) & 255]
  })
  const hex = bytes.map(byte => `%${byte.toString(16).padStart(2, '0')}`).join('')
  try {
    return decodeURIComponent(hex)
  } catch {
    return String.fromCharCode(...bytes)
  }
}
