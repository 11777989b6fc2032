/** The base URL and the path that a proxy encodes in a rewritten path. */
export interface VirtualHost {
  /** The public URL of the site root, without a trailing slash. */
  readonly base: string
  /** The path below the site root, percent-encoded as in the request. */
  readonly path: string
}

const hostForm = /^(?:[\w.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i

/** Whether a string is a host name or an IP address, with or without a port. */
export const isHost = (text: string): boolean => hostForm.test(text)

const begin = '/VirtualHostBase/'
const root = '/VirtualHostRoot'

/** The path segments that may precede `/VirtualHostRoot`: Plone's site id and `++api++`. */
const rootPrefixes = ['', 'Plone', '++api++', 'Plone/++api++']

const defaultPorts: Readonly<Record<string, string>> = { http: '80', https: '443' }

/**
 * Whether a path begins with the prefix that proxies use for virtual hosts, even if the rest of the path is malformed.
 */
export const namesVirtualHost = (rawPath: string): boolean => rawPath.startsWith(begin)

/**
 * Parses a path that a proxy has rewritten (docs/http-answers.md, Virtual hosts). If the path contains no port,
 * `ownPort`, which is the port of the server, is used. Returns null for other paths and for paths to another site.
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
  // `++api++` is not part of the public URL.
  const path = `/${below.slice(below[prefixLength] === '++api++' ? prefixLength + 1 : prefixLength).join('/')}`
  return { base: `${scheme}://${withPort(scheme, host, ownPort)}${prefix.join('')}`, path }
}

const marker = '_vh_'
const prefixForm = /^_vh_[\w~%-][\w.~%-]*$/

/** Returns the host with its port, but omits the default port of the scheme. */
function withPort(scheme: string, host: string, ownPort: number | undefined): string {
  const [, name = '', port = String(ownPort ?? '')] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(host) ?? []
  return port === '' || port === defaultPorts[scheme] ? name : `${name}:${port}`
}
