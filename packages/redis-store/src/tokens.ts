import { randomBytes } from 'node:crypto'

/**
 * Each value carries the token of its function; another token makes it stale (docs/caching.md, Invalidation tokens). It
 * combines two tokens on the server, one of the function and one of all functions: deleting the latter makes every
 * value stale, however many keys there are.
 */
export interface Token {
  readonly text: string
  /** 16 bytes, as in an envelope. */
  readonly bytes: Buffer
}

export const newToken = (): string => randomBytes(16).toString('base64url')

export const isToken = (value: Buffer | null): value is Buffer =>
  value !== null && value.length === 22 && /^[\w-]+$/.test(value.toString('latin1'))

/** The tokens of functions, as last read. */
export type Tokens = ReturnType<typeof createTokenCache>

export function createTokenCache() {
  // Tokens rarely change, so that comparing bytes is usually all the work.
  const last = new Map<string, Token & { readonly all: Buffer; readonly own: Buffer }>()
  return {
    /** Whether a token of the function was read before. */
    isKnown: (name: string): boolean => last.has(name),
    /** From the tokens on the server, of all functions and of one. Null if one is missing or malformed. */
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

/** Changes when either token changes. */
function combine(all: Buffer, own: Buffer): Buffer {
  const [ours, theirs] = [all, own].map(text => Buffer.from(text.toString('latin1'), 'base64url'))
  return Buffer.from((ours ?? []).map((byte, i) => byte ^ (theirs?.[i] ?? 0)))
}
