/**
 * Returns the URL for a decoded path, such as `/news/über uns`, or for an `@id` from a response. Throws a TypeError if
 * the path has no leading slash or if the URL is not below the base URL, so that the token is never sent to another
 * host.
 */
export function urlOf(baseUrl: string, path: string): string {
  if (typeof path !== 'string') throw new TypeError("The first argument must be a path, such as '/news/first'.")
  if (/^https?:/.test(path)) return urlOfId(baseUrl, path)
  if (!path.startsWith('/')) throw new TypeError(`The path '${path}' must begin with a slash, such as '/news/first'.`)
  return baseUrl + path.split('/').filter(Boolean).map(asPathSegment).join('')
}

/** Returns the URL for an `@id`. An `@id` never contains the segment `++api++`, even if the base URL contains it. */
function urlOfId(baseUrl: string, id: string): string {
  const root = baseUrl.replace(/\/\+\+api\+\+$/, '')
  const below = [baseUrl, root].find(base => id === base || id.startsWith(`${base}/`))
  const rest = below === undefined ? '' : id.slice(below.length)
  if (below === undefined || new URL(id).href.replace(/\/$/, '') !== id.replace(/\/$/, ''))
    throw new TypeError(`The URL '${id}' is not below '${baseUrl}'. Pass an @id of this site or a path.`)
  return baseUrl + rest.replace(/\/$/, '')
}

/** Removes trailing slashes from a base URL. Throws a TypeError if it is not an `http` or `https` URL. */
export function checkedBase(baseUrl: string): string {
  if (!/^https?:$/.test(new URL(baseUrl).protocol))
    throw new TypeError(`'${baseUrl}' is not a base URL, such as 'https://www.example.org'.`)
  let end = baseUrl.length
  while (baseUrl[end - 1] === '/') end--
  return baseUrl.slice(0, end)
}

/** Encodes a path segment but preserves a leading `@`, with which the names of endpoints begin. */
const asPathSegment = (segment: string): string => `/${encodeSegment(segment).replace(/^(?:%40)+/, decodeURIComponent)}`

/**
 * Encodes a path segment. Throws a TypeError for `.` and `..`, which URL parsers remove, and for an empty segment,
 * which would select the complete list instead of one entry.
 */
export function encodeSegment(segment: string): string {
  if (/^\.{0,2}$/.test(segment)) throw new TypeError(`'${segment}' is not a valid segment of a path.`)
  return encodeURIComponent(segment)
}
