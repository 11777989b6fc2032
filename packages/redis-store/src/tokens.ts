import { randomBytes } from 'node:crypto'

/** What values of a function carry; another makes them stale (memoize sheet, 4.11). */
export interface Token {
  readonly text: string
  /** 16 bytes, as they stand in an envelope. */
  readonly bytes: Buffer
}

export const newToken = (): string => randomBytes(16).toString('base64url')

/** The tokens of functions as the server keeps them. */
export interface Tokens {
  /** Null when what the server keeps is nothing, or no token. */
  read(name: string, kept: Buffer | null): Token | null
  /** Whether the server had one for the function when it was last read. */
  isKnown(name: string): boolean
}

export function knownTokens(): Tokens {
  // The same nearly always, so that comparing bytes is all there is to do.
  const last = new Map<string, Token & { readonly kept: Buffer }>()
  return {
    isKnown: name => last.has(name),
    read: (name, kept) => {
      const known = last.get(name)
      if (kept && known?.kept.equals(kept)) return known
      last.delete(name)
      const text = kept && kept.length < 50 ? kept.toString() : ''
      if (!/^[\w-]{22}$/.test(text)) return null
      const token = { text, bytes: Buffer.from(text, 'base64url'), kept: Buffer.from(text) }
      last.set(name, token)
      return token
    },
  }
}
