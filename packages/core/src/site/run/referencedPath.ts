import { trimPath } from '../../foundation/paths.js'

/** Path prefix of JSON requests; not part of the address (docs/http-answers.md, Addresses). */
const apiSegment = '/++api++'

/** The path of an object, given as a path or as a URL of this site; undefined for anything else. */
export function referencedPath(reference: string, base: string): string | undefined {
  const encoded = reference.startsWith(`${base}/`) ? withoutApi(reference.slice(base.length)) : undefined
  const path = encoded === undefined ? reference : decodePath(encoded)
  return path?.startsWith('/') ? trimPath(path) : undefined
}

function withoutApi(path: string): string {
  return path === apiSegment || path.startsWith(`${apiSegment}/`) ? path.slice(apiSegment.length) || '/' : path
}

function decodePath(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}
