import type { Address } from '@plenum/core'

/** The keys of one application. `~` and `:` are in no name of a function, so that none of them is another's. */
export interface Keys {
  value(address: Address): string
  /** Keeps the token of a function. */
  token(name: string): string
  /** Matches the values of a function, or for null every key; whatever the prefix has in it. */
  pattern(name: string | null): string
  /** Whether a key is what the pattern is to find: patterns of servers differ. */
  isOf(name: string | null, key: string): boolean
  isValue(key: string): boolean
}

/** What follows the name of a function in keys of its values, and only there: a form and a digest. */
const formAndDigest = /^[^:~]+:[^:]+$/

/** `form` is that of the bytes, without a colon: programs that write another one do not meet ours (memoize sheet, 4.2 and 4.4). */
export function keysUnder(prefix: string, form: string): Keys {
  const beginning = (name: string | null): string => (name === null ? `${prefix}:` : `${prefix}:${name}:`)
  return {
    value: ({ name, digest }) => `${beginning(name)}${form}:${digest}`,
    token: name => `${prefix}:~g:${name}`,
    pattern: name => `${beginning(name).replace(/[\\*?[\]^-]/g, '\\$&')}*`,
    // A longer prefix may look like a function of this one: keys under it are no values of that function.
    isOf: (name, key) =>
      key.startsWith(beginning(name)) && (name === null || formAndDigest.test(key.slice(beginning(name).length))),
    isValue: key => !key.startsWith(`${prefix}:~`),
  }
}
