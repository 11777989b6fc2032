import type { Environment } from './recordReads.js'

/**
 * Returns the names of the environment variables that are set but affect only new sites. `LANGUAGE` is omitted if its
 * value has the format that desktop environments use, because such a value is not intended for Plenum.
 */
export function newSiteVariables(env: Environment): readonly string[] {
  const isOfDesktop = /[:.]/.test(env.LANGUAGE ?? '')
  const names = ['ADMIN_USER', 'ADMIN_PASSWORD', 'EMPTY_SITE', ...(isOfDesktop ? [] : ['LANGUAGE'])]
  return names.filter(name => env[name])
}

export function ignoredVariables(names: readonly string[]): string | null {
  if (names.length === 0) return null
  const help = names.includes('ADMIN_PASSWORD') ? ' `plenum user password NAME` sets a password.' : ''
  return `The site already exists, so these variables, which apply only to new sites, are ignored: ${names.join(', ')}.${help}`
}
