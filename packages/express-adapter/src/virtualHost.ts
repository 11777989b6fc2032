import { isHost } from './baseUrl.js'

/** Where a proxy says that the client sees the site, and what the client asks for there. */
export interface VirtualHost {
  /** URL of the site root as the client sees it, without a slash at its end. */
  readonly base: string
  /** Below the site root, percent-encoded as it was sent. */
  readonly path: string
}

const begin = '/VirtualHostBase/'
const root = '/VirtualHostRoot'

/** What may stand before the root: the id of the site in Plone, and that JSON is asked for. */
const ways = ['', 'Plone', '++api++', 'Plone/++api++']

const usualPorts: Readonly<Record<string, string>> = { http: '80', https: '443' }

/** Whether a path is of the form by which proxies name virtual hosts; it may be a wrong one. */
export const namesVirtualHost = (rawPath: string): boolean => rawPath.startsWith(begin)

/**
 * Reads the path that a proxy has put in the place of the client's (docs/http-answers.md, Virtual hosts). `ownPort` is
 * the one that the proxy has connected to: it counts where the path has none. Null for a path of another form, and for
 * one that leads to another site than this.
 *
 * @example
 * readVirtualHost('/VirtualHostBase/https/example.org:443/Plone/++api++/VirtualHostRoot/_vh_cms/news', 8080)
 * // { base: 'https://example.org/cms', path: '/news' }
 */
export function readVirtualHost(sent: string, ownPort: number | undefined): VirtualHost | null {
  const rawPath = `${sent}/`
  const end = rawPath.indexOf(`${root}/`)
  const [scheme = '', host = '', ...way] = rawPath.slice(begin.length, end).split('/')
  if (end < 0 || !Object.hasOwn(usualPorts, scheme) || !isHost(host) || !ways.includes(way.join('/'))) return null
  const below = sent.slice(end + root.length + 1).split('/')
  const shown = [...below, ''].findIndex(segment => !shownForm.test(segment))
  const prefix = below.slice(0, shown).map(segment => `/${segment.slice(marker.length)}`)
  // That JSON is asked for is no part of the address that the client sees.
  const path = `/${below.slice(below[shown] === '++api++' ? shown + 1 : shown).join('/')}`
  return { base: `${scheme}://${withPort(scheme, host, ownPort)}${prefix.join('')}`, path }
}

const marker = '_vh_'
const shownForm = /^_vh_[\w~%-][\w.~%-]*$/

/** Addresses do not tell the usual port of their scheme. */
function withPort(scheme: string, host: string, ownPort: number | undefined): string {
  const [, name = '', port = String(ownPort ?? '')] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(host) ?? []
  return port === '' || port === usualPorts[scheme] ? name : `${name}:${port}`
}
