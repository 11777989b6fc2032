import type { Address } from '@plenum/core/memoize'

/** The keys of one application. `~` and `:` are in no name of a function, so that none of them is another's. */
export interface Keys {
  value(address: Address): string
  /** Keeps the token of a function, or for null that of all of them. */
  token(name: string | null): string
  /** Matches the values of a function, or for null every key; whatever the prefix has in it. */
  pattern(name: string | null): string
  /**
   * Whether a key is what the pattern is to find: patterns of servers differ, and others may have keys below the
   * prefix.
   */
  isOf(name: string | null, key: string): boolean
  isValue(key: string): boolean
}

/** What stands behind the prefix: a token, or a value with the name of its function, a form and a digest. */
const ownKey = /^(?:~g:[\w$@./-]*|([\w$@./-]{1,200}):\d+\.[^:~]+:[\w-]+)$/

/**
 * `form` is that of the bytes, a version, a dot and more without a colon: programs that write another one do not meet
 * ours (docs/caching.md, Keys).
 */
export function keysUnder(prefix: string, form: string): Keys {
  const beginning = (name: string | null): string => (name === null ? `${prefix}:` : `${prefix}:${name}:`)
  return {
    value: ({ name, digest }) => `${beginning(name)}${form}:${digest}`,
    token: name => `${prefix}:~g:${name ?? ''}`,
    pattern: name => `${beginning(name).replace(/[\\*?[\]^-]/g, '\\$&')}*`,
    isOf: (name, key) => {
      const own = key.startsWith(beginning(null)) ? ownKey.exec(key.slice(prefix.length + 1)) : null
      return own !== null && (name === null || own[1] === name)
    },
    isValue: key => !key.startsWith(`${prefix}:~`),
  }
}
