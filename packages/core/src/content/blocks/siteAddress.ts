import { decodePath, parentPath, urlOf } from '../../foundation/paths.js'
import { withoutTrailing } from '../../foundation/trailing.js'
import { uidLink } from './uidLinks.js'

export interface SiteAddress {
  readonly path: string
  /** The part after the path: an endpoint, a query or a fragment. */
  readonly suffix: string
}

export interface AddressBases {
  /** The base URLs of the site, without trailing slashes. */
  readonly bases: readonly string[]
  /** The path of the object that contains the address, against which relative addresses are resolved. */
  readonly at: string
}

const maxLength = 2000

/**
 * Splits an address within the site into a path and a suffix. Returns undefined for links by UID, the site root,
 * fragments, other sites and other schemes. Addresses may be HTML-escaped.
 */
export function siteAddress(address: string, bases: AddressBases): SiteAddress | undefined {
  if (address.length > maxLength || uidLink(address)) return undefined
  const local = localAddress(address, bases)
  const [, encoded = '', tail = ''] = /^([^?#]*)(.*)$/s.exec(local ?? '') ?? []
  const [objectPath, service] = splitPath(encoded.replaceAll('&amp;', '&'))
  const path = decodePath(objectPath)
  return path === undefined || path === '' ? undefined : { path, suffix: service + tail }
}

function localAddress(address: string, { bases, at }: AddressBases): string | undefined {
  const base = bases.find(
    base => base !== '' && address.startsWith(base) && /^(?:[/?#]|$)/.test(address.slice(base.length)),
  )
  if (base !== undefined) return address.slice(base.length)
  if (address.startsWith('/')) return address.startsWith('//') ? undefined : address
  if (address === '' || /^(?:[?#\\]|[a-z][a-z0-9+.-]*:)/i.test(address)) return undefined
  return resolved(address, at)
}

function resolved(address: string, at: string): string {
  const [, relative = '', tail = ''] = /^([^?#]*)(.*)$/s.exec(address) ?? []
  const segments = urlOf('', parentPath(at))
    .split('/')
    .filter(segment => segment !== '')
  for (const segment of relative.split('/')) {
    if (segment === '..') segments.pop()
    else if (segment !== '.') segments.push(segment)
  }
  return `/${segments.join('/')}${tail}`
}

function splitPath(path: string): readonly [objectPath: string, service: string] {
  const content = path.replace(/^\/\+\+api\+\+(?=\/|$)/, '')
  const service = /\/(?:@|\+\+)/.exec(content)?.index ?? content.length
  const end = withoutTrailing(content.slice(0, service), '/').length
  return [content.slice(0, end), content.slice(end)]
}
