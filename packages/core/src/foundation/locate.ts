import { urlOf } from './paths.js'

/** The path segment that requests JSON explicitly (docs/http-answers.md, Addresses). */
const apiSegment = '++api++'

/** The location of a content object or of one of its endpoints. */
export interface Resource {
  readonly kind: 'resource'
  /** The decoded path of the object, such as `/` or `/a/b`. */
  readonly path: string
  /**
   * The name of the endpoint, including `@` or `@@`, such as `@search` or `@@download`. The name is null for the object
   * itself.
   */
  readonly view: string | null
  /** The decoded path segments after the endpoint name. */
  readonly rest: readonly string[]
  /** Whether the request path contains `++api++`. */
  readonly api: boolean
}

/** The target of a request path (docs/http-answers.md, Addresses). */
export type Location =
  | Resource
  /**
   * A path with two consecutive `++api++` segments (status 302). `to` is relative to the mount point and excludes the
   * query.
   */
  | { readonly kind: 'redirect'; readonly to: string }
  /** A path that is not valid percent-encoded UTF-8 (status 400). */
  | { readonly kind: 'malformed' }
  /** A path that no content can have (status 404). */
  | { readonly kind: 'nowhere' }

export const nowhere: Location = { kind: 'nowhere' }

interface Segment {
  readonly raw: string
  readonly text: string
}

/**
 * Parses a percent-encoded request path that is relative to the mount point and excludes the query. Never throws. Drops
 * empty and `.` segments. `..` goes up one level, but never above the mount point.
 */
export function locate(rawPath: string): Location {
  const decoded = decodedSegments(rawPath)
  if (decoded === null) return { kind: 'malformed' }
  if (decoded.some(({ text }) => unstorable(text))) return nowhere
  const segments = withoutDots(decoded)
  const at = segments.findIndex(({ text }) => text.startsWith('@'))
  const content = at < 0 ? segments : segments.slice(0, at)
  const service = at < 0 ? [] : segments.slice(at)
  if (service.some(isApi)) return nowhere
  const single = content.filter((segment, index) => !isApi(segment) || !isApi(content[index - 1]))
  if (single.filter(isApi).length > 1) return nowhere
  if (single.length < content.length) return { kind: 'redirect', to: rawPathOf([...single, ...service]) }
  return resource(content, service)
}

/** Returns the URL of an object or of one of its endpoints. This function is the inverse of `locate`. */
export function addressOf(base: string, { path, view, rest }: Pick<Resource, 'path' | 'view' | 'rest'>): string {
  return [urlOf(base, path), ...(view === null ? [] : [encodeView(view), ...rest.map(encodeURIComponent)])].join('/')
}

/** Percent-encodes an endpoint name, except for the leading `@` or `@@`. */
const encodeView = (view: string): string =>
  encodeURIComponent(view).replace(/^(?:%40){1,2}/, marks => (marks.length > 3 ? '@@' : '@'))

function resource(content: readonly Segment[], service: readonly Segment[]): Location {
  const ids = content.filter(segment => !isApi(segment)).map(({ text }) => text)
  const [view = null, ...rest] = service.map(({ text }) => text)
  return { kind: 'resource', path: `/${ids.join('/')}`, view, rest, api: ids.length < content.length }
}

function decodedSegments(rawPath: string): readonly Segment[] | null {
  // Non-ASCII octets, which Node decodes as Latin-1, are not allowed in request paths (RFC 3986, section 2).
  if (/\P{ASCII}/u.test(rawPath)) return null
  try {
    return rawPath.split('/').map(raw => ({ raw, text: raw.includes('%') ? decodeURIComponent(raw) : raw }))
  } catch {
    return null
  }
}

const unstorable = (text: string): boolean => /[/\\]|\p{Cc}/u.test(text)

// Removes dot segments. Segments are already decoded, so `%2e%2e` cannot be mistaken for an id.
function withoutDots(segments: readonly Segment[]): readonly Segment[] {
  const result: Segment[] = []
  for (const segment of segments) {
    if (segment.text === '..') result.pop()
    else if (segment.text !== '' && segment.text !== '.') result.push(segment)
  }
  return result
}

const isApi = (segment: Segment | undefined): boolean => segment?.text === apiSegment

// Returns the encoded path. Segments are never empty, so the path never begins with `//`, which a browser would
// interpret as the beginning of a host name.
const rawPathOf = (segments: readonly Segment[]): string => `/${segments.map(({ raw }) => raw).join('/')}`
