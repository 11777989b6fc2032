import { trimPath } from '../../foundation/paths.js'

/** The segment with which clients ask for JSON; it names nothing (docs/http-answers.md, Addresses). */
const apiSegment = '/++api++'

/** The path that a path or a URL of this site means; undefined for anything else. */
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
