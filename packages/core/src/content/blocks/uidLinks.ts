import { isJsonObject, type JsonObject, type JsonValue } from '../../foundation/json.js'
import { addressKeys } from '../fields/addressKeys.js'
import type { Field } from '../fields/field.js'
import { mapAddresses } from './mapAddresses.js'

/** The maximum number of distinct link targets per field. */
export const maxTargets = 1000

/** A link of the form `resolveuid/{UID}`, with an optional prefix and suffix. */
export interface UidLink {
  readonly uid: string
  readonly suffix: string
}

export function uidLink(address: string): UidLink | undefined {
  if (!/resolveuid\//i.test(address)) return undefined
  const [, uid, suffix = ''] = /^(?:[^?#]*\/)?resolve[uU]id\/([0-9a-f]{32})((?:[/?#].*)?)$/s.exec(address) ?? []
  return uid === undefined ? undefined : { uid, suffix }
}

export const linkedUid = (address: string): string | undefined => uidLink(address)?.uid

export interface LinkedUids {
  /** The UIDs of the link targets, at most 1,000 (docs/content-and-access.md, Blocks and values, rule 1). */
  readonly links: readonly string[]
  /** The UIDs of targets whose metadata is shown: the targets of teasers and of list items with `descriptiveKeys`. */
  readonly described: readonly string[]
}

export function linkedUids(field: Field, value: JsonValue): LinkedUids {
  const links = new Set<string>()
  const described = new Set<string>()
  mapAddresses(field, value, {
    address(address) {
      const uid = linkedUid(address)
      if (uid !== undefined && links.size < maxTargets) links.add(uid)
      return address
    },
    object(block) {
      const uid = isTeaser(block) ? teaserTarget(block) : describedUid(block)
      if (uid !== undefined && links.has(uid)) described.add(uid)
      return block
    },
  })
  return { links: [...links], described: [...described] }
}

/**
 * Replaces a link by UID with the result of `addressOf`. Returns the address unchanged if it contains no link by UID or
 * if `addressOf` returns undefined.
 */
export function resolvedAddress(address: string, addressOf: (uid: string) => string | undefined): string {
  const link = uidLink(address)
  const target = link && addressOf(link.uid)
  return target === undefined ? address : target + link?.suffix
}

export const isTeaser = (block: JsonObject): boolean => block['@type'] === 'teaser' && 'href' in block

/**
 * Returns the address in the `href` of a teaser. Clients send `href` as a string, as a list that contains a string, or
 * as a list that contains an object.
 */
export function teaserAddress({ href = null }: JsonObject): JsonValue {
  const item = Array.isArray(href) ? ((href as readonly JsonValue[])[0] ?? null) : href
  return isJsonObject(item) ? (item['@id'] ?? null) : item
}

/** The teaser keys whose values are copied from the target, unless the editor overrides them. */
const derivedKeys: ReadonlySet<string> = new Set(['title', 'description', 'head_title'])

export const withoutDerivedKeys = (teaser: JsonObject): JsonObject =>
  teaser.overwrite === false ? withoutKeys(teaser, derivedKeys) : teaser

export const withoutKeys = (object: JsonObject, keys: ReadonlySet<string>): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([key]) => !keys.has(key)))

export function teaserTarget(teaser: JsonObject): string | undefined {
  const address = teaserAddress(teaser)
  return typeof address === 'string' ? linkedUid(address) : undefined
}

/** The keys that clients add to a list item to describe the object at `@id`. */
export const descriptiveKeys: ReadonlySet<string> = new Set([
  'Description',
  'Subject',
  'Title',
  'description',
  'getRemoteUrl',
  'head_title',
  'image_field',
  'image_scales',
  'nav_title',
  'review_state',
  'subjects',
  'title',
])

export function describedUid(item: JsonObject): string | undefined {
  const { '@id': address } = item
  const uid = typeof address === 'string' ? linkedUid(address) : undefined
  return uid !== undefined && Object.keys(item).some(key => descriptiveKeys.has(key)) ? uid : undefined
}

export function linkedUidIn(object: JsonObject): string | undefined {
  for (const key of addressKeys) {
    const address = object[key]
    const uid = typeof address === 'string' ? linkedUid(address) : undefined
    if (uid !== undefined) return uid
  }
  return undefined
}
