import { locate } from '@plenum/core'

/** A URL of this site, from a URL or a path below it; null for every other, so that forms are no open redirect. */
export function ownAddress(text: string | undefined, base: string): string | null {
  if (text === undefined || text === '') return null
  const below = text.startsWith(`${base}/`) ? text.slice(base.length) : text
  // Other characters include line ends, which would inject a header.
  if (!below.startsWith('/') || /[^\x21-\x7e]|[\\#]/.test(below)) return null
  const [path = '', query] = below.split('?', 2)
  if (locate(path).kind !== 'resource') return null
  // The host of the site comes first, so that a path with two slashes cannot name another.
  return `${base}${path}${query === undefined ? '' : `?${query}`}`
}
