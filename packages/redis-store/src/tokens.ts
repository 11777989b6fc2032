import { randomBytes } from 'node:crypto'

/**
 * Identifies the current values of a function. Each value contains the token of its function, and is stale if the
 * current token differs (docs/caching.md, Invalidation tokens). A token combines two tokens on the server: the token of
 * the function and the token of all functions. Deleting the token of all functions makes every value stale, regardless
 * of the number of keys.
 */
export interface Token {
  readonly text: string
  /** The 16 bytes of the token, as in an envelope. */
  readonly bytes: Buffer
}

export const newToken = (): string => randomBytes(16).toString('base64url')

export const isToken = (value: Buffer | null): value is Buffer =>
  value !== null && value.length === 22 && /^[\w-]+$/.test(value.toString('latin1'))

export type Tokens = ReturnType<typeof createTokenCache>

export function createTokenCache() {
  // Tokens rarely change, so in most cases it is sufficient to compare the bytes with those of the last token.
  const last = new Map<string, Token & { readonly all: Buffer; readonly own: Buffer }>()
  return {
    isKnown: (name: string): boolean => last.has(name),
    /** Combines two tokens. Returns null if one of them is missing or malformed. */
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

/**
 * Combines the token of a function with the tokens of a call and its tags. The result changes when any of these tokens
 * changes. Missing and malformed tokens are ignored.
 */
export function combineTokens(token: Token, others: readonly (Buffer | null)[]): Token {
  const present = others.filter(isToken)
  if (present.length === 0) return token
  const bytes = present.map(bytesOf).reduce(xor, token.bytes)
  return { bytes, text: bytes.toString('base64url') }
}

const combine = (all: Buffer, own: Buffer): Buffer => xor(bytesOf(all), bytesOf(own))

const bytesOf = (text: Buffer): Buffer => Buffer.from(text.toString('latin1'), 'base64url')

/** Combines two tokens with XOR. Tokens are random and independent, so the result changes when one of them changes. */
const xor = (a: Buffer, b: Buffer): Buffer => Buffer.from(a.map((byte, i) => byte ^ (b[i] ?? 0)))
