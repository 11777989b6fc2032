import type { JsonObject, JsonValue } from '../../foundation/json.js'
import { decodePath } from '../../foundation/paths.js'
import { addressKeys } from '../fields/addressKeys.js'
import type { Field } from '../fields/field.js'
import type { ContentNode } from '../node/node.js'
import type { Indexes } from '../store/catalog.js'

export interface Reference {
  readonly name: string
  /** The UID, path or external URL of the target, without a query, fragment or endpoint. */
  readonly to: string
}

export const linkReference = 'isReferencing'

/**
 * The limits per object: the number of distinct links, the number of checked addresses, and the number of values that
 * are searched for addresses.
 */
const maxLinks = 1000
const maxAddresses = 5000
const maxValues = 50_000

/**
 * Collects the references of an object: relations, and the distinct links in rich text, blocks and address fields
 * (docs/content-and-access.md, References). The limits keep the running time to a few milliseconds.
 */
export function referencesOf(
  { fields }: Pick<ContentNode, 'fields'>,
  selected: readonly Field[],
): readonly Reference[] {
  const relations: Reference[] = []
  const addresses: string[] = []
  for (const field of selected) {
    const value = fields[field.name] ?? null
    if (field.kind === 'relation' || field.kind === 'relations') relations.push(...relationsOf(field.name, value))
    else collectAddresses(field, value, addresses)
  }
  return [...relations, ...linksAmong(addresses).map(to => ({ name: linkReference, to }))]
}

function relationsOf(name: string, value: JsonValue): readonly Reference[] {
  const uids = (Array.isArray(value) ? value : [value]).filter(uid => typeof uid === 'string')
  return uids.map(to => ({ name, to }))
}

function linksAmong(addresses: readonly string[]): readonly string[] {
  const links = new Set<string>()
  for (const address of addresses) {
    const target = targetOf(address)
    if (target !== null) links.add(target)
    if (links.size === maxLinks) break
  }
  return [...links]
}

function collectAddresses(field: Field, value: JsonValue, addresses: string[]): void {
  if (field.kind === 'line' && field.isAddress && typeof value === 'string') addresses.push(value)
  if (field.kind === 'richText' || field.kind === 'json' || field.kind === 'links') collectFrom(value, addresses)
}

/** Collects the addresses in a value. Avoids `Object.keys`, which is slow for objects with many keys. */
function collectFrom(value: JsonValue, addresses: string[]): void {
  const pending: Part[] = isPart(value) ? [value] : []
  let values = 0
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    for (const key in part) {
      values += 1
      if (values > maxValues || addresses.length >= maxAddresses) return
      const inner = (part as JsonObject)[key] ?? null
      if (isPart(inner)) pending.push(inner)
      else if (typeof inner === 'string') collectFromText(key, inner, addresses)
    }
  }
}

type Part = JsonObject | readonly JsonValue[]

const isPart = (value: JsonValue): value is Part => typeof value === 'object' && value !== null

function collectFromText(key: string, text: string, addresses: string[]): void {
  if (addressKeys.has(key)) addresses.push(text)
  else for (const begin of ['href="', 'src="']) collectFromHtml(text, begin, addresses)
}

/**
 * Collects the addresses in stored HTML. All attribute values are in double quotes, because stored HTML has been
 * sanitized.
 */
function collectFromHtml(text: string, begin: string, addresses: string[]): void {
  for (let at = text.indexOf(begin); at !== -1 && addresses.length < maxAddresses; ) {
    const start = at + begin.length
    const end = text.indexOf('"', start)
    if (end === -1) return
    addresses.push(text.slice(start, end).replaceAll('&amp;', '&'))
    at = text.indexOf(begin, end)
  }
}

const maxAddress = 2000

export function targetOf(address: string): string | null {
  if (address.length > maxAddress) return null
  const [, uid] = /(?:^|\/)resolve[uU]id\/([0-9a-f]{32})(?:[/?#]|$)/.exec(address) ?? []
  if (uid !== undefined) return uid
  const [, origin = '', path = ''] = /^(https?:\/\/[^/?#]+)?([^?#]*)/i.exec(address) ?? []
  if (origin === '' && (!path.startsWith('/') || path.startsWith('//'))) return null
  return addressOf(origin.toLowerCase(), decodePath(path) ?? path)
}

function addressOf(origin: string, path: string): string {
  const segments = path.split('/').filter(segment => segment !== '' && segment !== '++api++')
  const service = segments.findIndex(segment => segment.startsWith('@'))
  const contentPath = segments.slice(0, service === -1 ? undefined : service).join('/')
  return origin === '' || contentPath !== '' ? `${origin}/${contentPath}` : origin
}

export function indexReferences(node: ContentNode, fields: readonly Field[]): Indexes {
  const references = referencesOf(node, fields)
  if (references.length === 0) return {}
  return {
    [referenceIndex]: [...new Set(references.map(({ to }) => to))],
    [referenceNameIndex]: [...new Set(references.map(({ name }) => name))],
  }
}

export const referenceIndex = 'references'
export const referenceNameIndex = 'reference_names'
