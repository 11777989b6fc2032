import type { Address } from '@plenum/core/memoize'

/** The cache keys of one application. Function names contain neither `~` nor `:`, so keys cannot collide. */
export interface Keys {
  value(address: Address): string
  /** The key of the token of a function, or with null the token of all functions. */
  token(name: string | null): string
  /** A SCAN pattern for the values of a function, or with null for every key; the prefix is escaped. */
  pattern(name: string | null): string
  /**
   * Whether a key belongs to a function, or with null to any: pattern syntax differs between servers, and others may
   * have keys below the prefix.
   */
  isOf(name: string | null, key: string): boolean
  isValue(key: string): boolean
}

/** The part after the prefix: a token, or a value with its function's name, the format and a digest. */
const ownKey = /^(?:~g:[\w$@./-]*|([\w$@./-]{1,200}):\d+\.[^:~]+:[\w-]+)$/

/**
 * `form` identifies the format of the bytes: a version, a dot and more without a colon. Programs with another format
 * use other keys (docs/caching.md, Keys).
 */
export function keysUnder(prefix: string, form: string): Keys {
  const beginning = (name: string | null): string => (name === null ? `${prefix}:` : `${prefix}:${name}:`)
  return {
    value: ({ name, digest }) => `${beginning(name)}${form}:${digest}`,
    token: name => `${prefix}:~g:${name ?? ''}`,
    pattern: name => `${beginning(name).replace(/[\\*?[\]^-]/g, '\\$&')}*`,
    isOf: (name, key) => {
      const match = key.startsWith(beginning(null)) ? ownKey.exec(key.slice(prefix.length + 1)) : null
      return match !== null && (name === null || match[1] === name)
    },
    isValue: key => !key.startsWith(`${prefix}:~`),
  }
}
