/** The base URL and the path that a proxy has encoded in a rewritten path. */
export interface VirtualHost {
  /** The URL of the site root as the client sees it, without a trailing slash. */
  readonly base: string
  /** The path below the site root, percent-encoded as in the request. */
  readonly path: string
}

const hostForm = /^(?:[\w.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i

/** Whether a string is a valid host: a name or an IP address, with or without a port. */
export const isHost = (text: string): boolean => hostForm.test(text)

const begin = '/VirtualHostBase/'
const root = '/VirtualHostRoot'

/** The segments that may precede the root marker: the id of the site in Plone, and the marker for JSON. */
const rootPrefixes = ['', 'Plone', '++api++', 'Plone/++api++']

const defaultPorts: Readonly<Record<string, string>> = { http: '80', https: '443' }

/**
 * Whether a path begins like the paths that proxies use for virtual hosts. The rest of the path may still be malformed.
 */
export const namesVirtualHost = (rawPath: string): boolean => rawPath.startsWith(begin)

/**
 * Parses the path that a proxy has rewritten (docs/http-answers.md, Virtual hosts). `ownPort` is the port that the
 * proxy has connected to; this port is used if the path contains no port. Returns null for a path of any other form,
 * and for a path that leads to another site.
 *
 * @example
 * readVirtualHost('/VirtualHostBase/https/example.org:443/Plone/++api++/VirtualHostRoot/_vh_cms/news', 8080)
 * // { base: 'https://example.org/cms', path: '/news' }
 */
export function readVirtualHost(rewrittenPath: string, ownPort: number | undefined): VirtualHost | null {
  const rawPath = `${rewrittenPath}/`
  const end = rawPath.indexOf(`${root}/`)
  const [scheme = '', host = '', ...segments] = rawPath.slice(begin.length, end).split('/')
  if (end < 0 || !Object.hasOwn(defaultPorts, scheme) || !isHost(host) || !rootPrefixes.includes(segments.join('/')))
    return null
  const below = rewrittenPath.slice(end + root.length + 1).split('/')
  const prefixLength = [...below, ''].findIndex(segment => !prefixForm.test(segment))
  const prefix = below.slice(0, prefixLength).map(segment => `/${segment.slice(marker.length)}`)
  // The marker for JSON is not part of the URL that the client sees.
  const path = `/${below.slice(below[prefixLength] === '++api++' ? prefixLength + 1 : prefixLength).join('/')}`
  return { base: `${scheme}://${withPort(scheme, host, ownPort)}${prefix.join('')}`, path }
}

const marker = '_vh_'
const prefixForm = /^_vh_[\w~%-][\w.~%-]*$/

/** The host with its port. The port is omitted if it is the default port of the scheme. */
function withPort(scheme: string, host: string, ownPort: number | undefined): string {
  const [, name = '', port = String(ownPort ?? '')] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(host) ?? []
  return port === '' || port === defaultPorts[scheme] ? name : `${name}:${port}`
}
