import { randomBytes } from 'node:crypto'

/**
 * Each value contains the token of its function; if the function's token differs, the value is stale (docs/caching.md,
 * Invalidation tokens). The token combines two tokens on the server, one of the function and one of all functions:
 * deleting the latter makes every value stale, regardless of the number of keys.
 */
export interface Token {
  readonly text: string
  /** The 16 bytes of the token, as in an envelope. */
  readonly bytes: Buffer
}

export const newToken = (): string => randomBytes(16).toString('base64url')

export const isToken = (value: Buffer | null): value is Buffer =>
  value !== null && value.length === 22 && /^[\w-]+$/.test(value.toString('latin1'))

/** A cache of the tokens of functions, as last read. */
export type Tokens = ReturnType<typeof createTokenCache>

export function createTokenCache() {
  // Tokens rarely change, so comparing the bytes is usually all the work that is needed.
  const last = new Map<string, Token & { readonly all: Buffer; readonly own: Buffer }>()
  return {
    /** Whether a token of the function has been read before. */
    isKnown: (name: string): boolean => last.has(name),
    /**
     * The token of a function, combined from two tokens on the server: the token of all functions and the function's
     * own. Null if either is missing or malformed.
     */
    tokenOf: (name: string, all: Buffer | null = null, own: Buffer | null = null): Token | null => {
      const cached = last.get(name)
      if (all && own && cached?.all.equals(all) && cached.own.equals(own)) return cached
      last.delete(name)
      if (!isToken(all) || !isToken(own)) return null
      const bytes = combine(all, own)
      const token = { text: bytes.toString('base64url'), bytes, all: Buffer.from(all), own: Buffer.from(own) }
      last.set(name, token)
      return token
    },
  }
}

/** Combines two tokens into one that changes when either of them changes. */
function combine(all: Buffer, own: Buffer): Buffer {
  const [ours, theirs] = [all, own].map(text => Buffer.from(text.toString('latin1'), 'base64url'))
  return Buffer.from((ours ?? []).map((byte, i) => byte ^ (theirs?.[i] ?? 0)))
}
