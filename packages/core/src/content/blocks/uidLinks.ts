import { isJsonObject, type JsonObject, type JsonValue } from '../../foundation/json.js'
import { addressKeys } from '../fields/addressKeys.js'
import type { Field } from '../fields/field.js'
import { mapAddresses } from './mapAddresses.js'

/** The maximum number of distinct targets of one field. */
export const maxTargets = 1000

/** A link of the form `resolveuid/{UID}`, with any prefix. */
export interface UidLink {
  readonly uid: string
  /** The rest of the address after the UID: a fragment, a query or a service. */
  readonly suffix: string
}

/** The parts of a link by UID; undefined for all other addresses. */
export function uidLink(address: string): UidLink | undefined {
  if (!/resolveuid\//i.test(address)) return undefined
  const [, uid, suffix = ''] = /^(?:[^?#]*\/)?resolve[uU]id\/([0-9a-f]{32})((?:[/?#].*)?)$/s.exec(address) ?? []
  return uid === undefined ? undefined : { uid, suffix }
}

/** The UID in an address that is a link by UID; undefined for all other addresses. */
export const linkedUid = (address: string): string | undefined => uidLink(address)?.uid

export interface LinkedUids {
  /** The UIDs of all links; at most 1,000 (docs/content-and-access.md, Blocks and values, rule 1). */
  readonly links: readonly string[]
  /**
   * The UIDs of targets about which the value contains more than their URL: the targets of teasers and of items with a
   * title.
   */
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
 * Replaces `resolveuid/{UID}` in an address with the URL of the object. Returns the address unchanged if it contains no
 * such link, or if `addressOf` returns undefined.
 */
export function resolvedAddress(address: string, addressOf: (uid: string) => string | undefined): string {
  const link = uidLink(address)
  const target = link && addressOf(link.uid)
  return target === undefined ? address : target + link?.suffix
}

/** Whether a block is a teaser whose target is stored or shown in `href`. */
export const isTeaser = (block: JsonObject): boolean => block['@type'] === 'teaser' && 'href' in block

/** The address of a teaser's target: `href` is a string, a list with a string, or a list with an object. */
export function teaserAddress({ href = null }: JsonObject): JsonValue {
  const item = Array.isArray(href) ? ((href as readonly JsonValue[])[0] ?? null) : href
  return isJsonObject(item) ? (item['@id'] ?? null) : item
}

/** The keys of a teaser that come from its target, unless the editor overwrites them. */
const derivedKeys: ReadonlySet<string> = new Set(['title', 'description', 'head_title'])

/** A teaser without the keys that come from its target. */
export const withoutDerivedKeys = (teaser: JsonObject): JsonObject =>
  teaser.overwrite === false ? withoutKeys(teaser, derivedKeys) : teaser

export const withoutKeys = (object: JsonObject, keys: ReadonlySet<string>): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([key]) => !keys.has(key)))

/**
 * The UID of the target of a stored teaser; undefined if the teaser has no target or its address is not a link by UID.
 */
export function teaserTarget(teaser: JsonObject): string | undefined {
  const address = teaserAddress(teaser)
  return typeof address === 'string' ? linkedUid(address) : undefined
}

/** The keys that clients store in a list item to describe the object at its `@id`. */
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

/** The UID of the object that a stored item describes; undefined if the item describes no object. */
export function describedUid(item: JsonObject): string | undefined {
  const { '@id': address } = item
  const uid = typeof address === 'string' ? linkedUid(address) : undefined
  return uid !== undefined && Object.keys(item).some(key => descriptiveKeys.has(key)) ? uid : undefined
}

/** The UID of the first address in a stored object; undefined if no address is a link by UID. */
export function linkedUidIn(object: JsonObject): string | undefined {
  for (const key of addressKeys) {
    const address = object[key]
    const uid = typeof address === 'string' ? linkedUid(address) : undefined
    if (uid !== undefined) return uid
  }
  return undefined
}
