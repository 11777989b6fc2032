import type { Address } from '@plenum/memoize'

/** The cache keys of an application. Function names contain neither `~` nor `:`, so keys cannot collide. */
export type Keys = ReturnType<typeof keysUnder>

/**
 * Matches a key without its prefix: the key of a token, a lease or a value. The key of a value consists of the name of
 * its function, the format and a digest.
 */
const ownKey = /^(?:~g:[\w$@./-]*|~[klt]:[^\s]{1,400}|([\w$@./-]{1,200}):\d+\.[^:~]+:[\w-]+)$/

/**
 * Returns the cache keys of an application, which begin with `prefix`. `form` identifies the format of the bytes: a
 * version, a dot, and further characters without a colon. Programs that use a different format use different keys
 * (docs/caching.md, Keys).
 */
export function keysUnder(prefix: string, form: string) {
  const beginning = (name: string | null): string => (name === null ? `${prefix}:` : `${prefix}:${name}:`)
  return {
    value: ({ name, digest }: Address): string => `${beginning(name)}${form}:${digest}`,
    /** Returns the key for the token of a function, or for the common token of all functions if `name` is null. */
    token: (name: string | null): string => `${prefix}:~g:${name ?? ''}`,
    callToken: ({ name, digest }: Address): string => `${prefix}:~k:${name}:${digest}`,
    tagToken: (tag: string): string => `${prefix}:~t:${tag}`,
    lease: ({ name, digest }: Address, token: string): string => `${prefix}:~l:${name}:${digest}:${token}`,
    /** The channel on which processes announce invalidations. */
    channel: `${prefix}:~i`,
    /**
     * Returns a SCAN pattern for the values of a function, or for all keys with the prefix if `name` is null. Special
     * characters in the prefix are escaped.
     */
    pattern: (name: string | null): string => `${beginning(name).replace(/[\\*?[\]^-]/g, '\\$&')}*`,
    /**
     * Whether a key belongs to a function, or to any function if `name` is null. SCAN may return other keys, because
     * pattern syntax differs between servers and other programs may use the same prefix.
     */
    isOf: (name: string | null, key: string): boolean => {
      const match = key.startsWith(beginning(null)) ? ownKey.exec(key.slice(prefix.length + 1)) : null
      return match !== null && (name === null || match[1] === name)
    },
    isValue: (key: string): boolean => !key.startsWith(`${prefix}:~`),
  }
}
