import { trimPath } from '../../../foundation/paths.js'
import { referencedPath } from '../../run/referencedPath.js'

const maxLength = 2000

/**
 * The path of an alias, given as a path or as a URL of this site, percent-encoded or not; null for the site root and
 * for paths that no request can have (docs/content-and-access.md, Old addresses, rule 5).
 */
export function readAliasPath(address: string, base: string): string | null {
  const path = decodeIfPossible(referencedPath(address.trim(), base) ?? '')
  return isPossible(path) ? trimPath(path) : null
}

function decodeIfPossible(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function isPossible(path: string): boolean {
  if (!path.startsWith('/') || path === '/' || path.length > maxLength) return false
  return trimPath(path).slice(1).split('/').every(isSegment)
}

/** Names of services begin with `@`; empty and dot segments are removed before routing. */
function isSegment(segment: string): boolean {
  return !/^@|[?#\\\p{Cc}\p{Cs}]/u.test(segment) && !['', '.', '..', '++api++'].includes(segment)
}

const webAddress = /^https?:\/\/[^\s/?#<>"\\]+(?:[/?#][^\s<>"\\]*)?$/i

/** Whether a text is an http(s) URL that an alias may redirect to. */
export const isWebAddress = (text: string): boolean => text.length <= maxLength && webAddress.test(text)
