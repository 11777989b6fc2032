import { isJsonObject, type JsonObject, type JsonValue } from '../foundation/json.js'

/** The host names of each social network for which front ends provide an icon. Subdomains of these hosts also match. */
const hosts: Readonly<Record<string, readonly string[]>> = {
  bluesky: ['bsky.app'],
  github: ['github.com'],
  instagram: ['instagram.com'],
  linkedin: ['linkedin.com'],
  mastodon: ['mastodon.social', 'mastodon.online', 'fosstodon.org', 'plone.social'],
  x: ['x.com', 'twitter.com'],
  youtube: ['youtube.com', 'youtu.be'],
}

/** The network name of links to all other sites. Every front end provides an icon for this name. */
const anyPage = 'website'

/**
 * Returns the network of a link whose row id is not a network. The network is derived from the title of the link, or,
 * if the title is not a network, from its URL (docs/schedule.md, Social links, rule 2).
 *
 * @example networkOf({ title: 'Code', href: 'https://github.com/plone' }) // 'github'
 */
export function networkOf({ title = null, href = null }: JsonObject): string {
  const named = typeof title === 'string' ? title.trim().toLowerCase() : ''
  if (Object.hasOwn(hosts, named)) return named
  const host = hostOf(addressIn(href))
  return Object.keys(hosts).find(network => hosts[network]?.some(domain => isWithin(host, domain))) ?? anyPage
}

export function addressIn(href: JsonValue): string {
  const first: JsonValue = Array.isArray(href) ? ((href as readonly JsonValue[])[0] ?? null) : href
  const address = isJsonObject(first) ? first['@id'] : first
  return typeof address === 'string' ? address : ''
}

const hostOf = (address: string): string =>
  /^https?:\/\/(?:[^/?#@]*@)?([^/?#:]*)/i.exec(address)?.[1]?.toLowerCase() ?? ''

const isWithin = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`)
