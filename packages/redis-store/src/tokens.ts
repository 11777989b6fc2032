import { randomBytes } from 'node:crypto'

/**
 * What values of a function carry; another makes them stale (docs/caching.md, Invalidation tokens). It comes of two
 * that the server keeps, one for the function and one for all functions: thus everything is void as soon as that one is
 * gone, however many keys there are.
 */
export interface Token {
  readonly text: string
  /** 16 bytes, as they stand in an envelope. */
  readonly bytes: Buffer
}

/** What the server keeps for all functions and for one. */
export interface Kept {
  readonly all: Buffer | null
  readonly own: Buffer | null
}

export const newToken = (): string => randomBytes(16).toString('base64url')

export function isToken(kept: Buffer | null): kept is Buffer {
  return kept !== null && kept.length === 22 && /^[\w-]+$/.test(kept.toString('latin1'))
}

/** The tokens of functions, as they were read last. */
export interface Tokens {
  /** Null when one of the two that the server keeps is nothing, or no token. */
  read(name: string, kept: Kept): Token | null
  /** Whether there was one for the function. */
  isKnown(name: string): boolean
}

export function knownTokens(): Tokens {
  // The same nearly always, so that comparing bytes is all there is to do.
  const last = new Map<string, Token & { readonly all: Buffer; readonly own: Buffer }>()
  return {
    isKnown: name => last.has(name),
    read: (name, { all, own }) => {
      const known = last.get(name)
      if (all && own && known?.all.equals(all) && known.own.equals(own)) return known
      last.delete(name)
      if (!isToken(all) || !isToken(own)) return null
      const bytes = joined(all, own)
      const token = { text: bytes.toString('base64url'), bytes, all: Buffer.from(all), own: Buffer.from(own) }
      last.set(name, token)
      return token
    },
  }
}

/** Another when either is another. */
function joined(all: Buffer, own: Buffer): Buffer {
  const [ours, theirs] = [all, own].map(text => Buffer.from(text.toString('latin1'), 'base64url'))
  return Buffer.from((ours ?? []).map((byte, i) => byte ^ (theirs?.[i] ?? 0)))
}
