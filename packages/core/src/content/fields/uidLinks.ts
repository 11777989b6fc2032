import type { JsonObject, JsonValue } from '../../foundation/json.js'
import type { Field } from './field.js'

/** The maximum number of distinct targets of one field. */
const maxTargets = 1000

/**
 * The UIDs in links of the form `resolveuid/{UID}`, with any prefix and suffix; at most 1,000
 * (docs/content-and-access.md, References, rule 6).
 */
export function linkedUids(field: Field, value: JsonValue): readonly string[] {
  const uids = new Set<string>()
  mapAddresses(field, value, address => {
    const uid = linkedUid(address)
    if (uid !== undefined && uids.size < maxTargets) uids.add(uid)
    return address
  })
  return [...uids]
}

/** The value with the addresses of the linked objects; links to a UID without an address stay unchanged. */
export function withAddresses(
  field: Field,
  value: JsonValue,
  addressOf: (uid: string) => string | undefined,
): JsonValue {
  return mapAddresses(field, value, address => resolvedAddress(address, addressOf))
}

/** The UID that an address names; undefined for all other addresses. */
export const linkedUid = (address: string): string | undefined => partsOf(address)?.uid

/** Like `withAddresses`, for one address. */
export function resolvedAddress(address: string, addressOf: (uid: string) => string | undefined): string {
  const parts = partsOf(address)
  const target = parts && addressOf(parts.uid)
  return target === undefined ? address : target + parts?.suffix
}

interface UidLink {
  readonly uid: string
  /** The rest of the address after the UID: an anchor, a query or a service. */
  readonly suffix: string
}

function partsOf(address: string): UidLink | undefined {
  if (!/resolveuid\//i.test(address)) return undefined
  const [, uid, suffix = ''] = /^(?:[^?#]*\/)?resolve[uU]id\/([0-9a-f]{32})((?:[/?#].*)?)$/s.exec(address) ?? []
  return uid === undefined ? undefined : { uid, suffix }
}

/** Maps an address to its replacement. */
type MapAddress = (address: string) => string

/** Keys of blocks whose values are links or lists of links. */
const addressKeys: ReadonlySet<string> = new Set(['url', 'href', '@id', 'src'])

/**
 * The value of a field with its links mapped: links in rich text, in blocks at any depth and their HTML, and a line
 * that is an address. Returns a value without links unchanged; addresses in HTML are passed in their escaped form.
 */
function mapAddresses(field: Field, value: JsonValue, map: MapAddress): JsonValue {
  if (field.kind === 'line') return field.isAddress && typeof value === 'string' ? map(value) : value
  return field.kind === 'richText' || field.kind === 'json' ? mapValue(value, '', map) : value
}

function mapValue(value: JsonValue, key: string, map: MapAddress): JsonValue {
  if (typeof value === 'string') return addressKeys.has(key) ? map(value) : mapHtml(value, map)
  if (typeof value !== 'object' || value === null) return value
  return Array.isArray(value) ? mapList(value, key, map) : mapObject(value as JsonObject, map)
}

function mapList(list: readonly JsonValue[], key: string, map: MapAddress): JsonValue {
  const mapped = list.map(item => mapValue(item, key, map))
  return mapped.every((item, i) => item === list[i]) ? list : mapped
}

function mapObject(object: JsonObject, map: MapAddress): JsonObject {
  let changed: Record<string, JsonValue> | undefined
  for (const key in object) {
    const value = object[key] ?? null
    const mapped = mapValue(value, key, map)
    if (mapped === value) continue
    changed ??= { ...object }
    changed[key] = mapped
  }
  return changed ?? object
}

/** Stored HTML was sanitized, so its attributes are in double quotes. */
function mapHtml(text: string, map: MapAddress): string {
  if (!text.includes('href="') && !text.includes('src="')) return text
  return text.replace(/\b(href|src)="([^"]*)"/g, (_, name, address) => `${name}="${map(address)}"`)
}
