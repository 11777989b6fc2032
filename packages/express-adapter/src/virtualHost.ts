import { isHost } from './baseUrl.js'

/** Where a proxy says that the client sees the site, and what the client asks for there. */
export interface VirtualHost {
  /** URL of the site root as the client sees it, without a slash at its end. */
  readonly base: string
  /** Below the site root, percent-encoded as it was sent. */
  readonly path: string
}

const form =
  /^\/VirtualHostBase\/(https?)\/([^/]+)(?:\/Plone)?(?:\/\+\+api\+\+)?\/VirtualHostRoot((?:\/_vh_[\w.~%-]+)*)(\/.*)?$/

const usualPorts: Readonly<Record<string, string>> = { http: '80', https: '443' }

/** Whether a path is of the form by which proxies name virtual hosts; it may be a wrong one. */
export const namesVirtualHost = (rawPath: string): boolean => rawPath.startsWith('/VirtualHostBase/')

/**
 * Reads the path that a proxy has put in the place of the client's (docs/http-answers.md, Virtual hosts). `ownPort` is
 * the one that the proxy has connected to: it counts where the path has none. Null for a path of another form, and for
 * one that leads to another site than this.
 *
 * @example
 * readVirtualHost('/VirtualHostBase/https/example.org:443/Plone/++api++/VirtualHostRoot/_vh_cms/news', 8080)
 * // { base: 'https://example.org/cms', path: '/news' }
 */
export function readVirtualHost(rawPath: string, ownPort: number | undefined): VirtualHost | null {
  const [, scheme = '', host = '', shown = '', path = '/'] = form.exec(rawPath) ?? []
  if (!isHost(host)) return null
  const prefix = shown.replaceAll('/_vh_', '/')
  return { base: `${scheme}://${withPort(scheme, host, ownPort)}${prefix}`, path: withoutApi(path) }
}

/** Addresses do not tell the usual port of their scheme. */
function withPort(scheme: string, host: string, ownPort: number | undefined): string {
  const [, name = '', port = String(ownPort ?? '')] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(host) ?? []
  return port === '' || port === usualPorts[scheme] ? name : `${name}:${port}`
}

/** Behind the virtual host it is the proxy that asks for JSON, so addresses of answers do not show it. */
const withoutApi = (path: string): string => path.replace(/^\/\+\+api\+\+(?=\/|$)/, '') || '/'
