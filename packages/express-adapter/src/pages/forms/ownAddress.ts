import { locate } from '@plenum/core'

/**
 * An address of this site, from its URL or from a path below it; null for every other, so that no form leads to another
 * site.
 */
export function ownAddress(text: string | undefined, base: string): string | null {
  if (text === undefined || text === '') return null
  const below = text.startsWith(`${base}/`) ? text.slice(base.length) : text
  // Beyond printable ASCII there are line ends, which would begin another header.
  if (!below.startsWith('/') || /[^\x21-\x7e]|[\\#]/.test(below)) return null
  const [path = '', query] = below.split('?', 2)
  if (locate(path).kind !== 'resource') return null
  // It begins with the host of the site, so that two slashes name no other.
  return `${base}${path}${query === undefined ? '' : `?${query}`}`
}
