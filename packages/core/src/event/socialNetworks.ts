import { isJsonObject, type JsonObject, type JsonValue } from '../foundation/json.js'

/** Networks by the names that front ends have a picture for, and hosts of their pages; subdomains count. */
const hosts: Readonly<Record<string, readonly string[]>> = {
  bluesky: ['bsky.app'],
  github: ['github.com'],
  instagram: ['instagram.com'],
  linkedin: ['linkedin.com'],
  mastodon: ['mastodon.social', 'mastodon.online', 'fosstodon.org', 'plone.social'],
  x: ['x.com', 'twitter.com'],
  youtube: ['youtube.com', 'youtu.be'],
}

/** Front ends have a picture for it in any case. */
const anyPage = 'website'

/**
 * The network that a row of links is about, by its title or else by its address, for rows that do not say so by their
 * id (docs/schedule.md, Social links, rule 2).
 *
 * @example
 * networkOf({ title: 'Code', href: 'https://github.com/plone' }) // 'github'
 */
export function networkOf({ title = null, href = null }: JsonObject): string {
  const named = typeof title === 'string' ? title.trim().toLowerCase() : ''
  if (Object.hasOwn(hosts, named)) return named
  const host = hostOf(addressIn(href))
  return Object.keys(hosts).find(network => hosts[network]?.some(one => isWithin(host, one))) ?? anyPage
}

function addressIn(href: JsonValue): string {
  const first: JsonValue = Array.isArray(href) ? ((href as readonly JsonValue[])[0] ?? null) : href
  const address = isJsonObject(first) ? first['@id'] : first
  return typeof address === 'string' ? address : ''
}

function hostOf(address: string): string {
  return /^https?:\/\/(?:[^/?#@]*@)?([^/?#:]*)/i.exec(address)?.[1]?.toLowerCase() ?? ''
}

const isWithin = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`)
