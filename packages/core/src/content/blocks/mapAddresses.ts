import type { JsonObject, JsonValue } from '../../foundation/json.js'
import { addressKeys } from '../fields/addressKeys.js'
import type { Field } from '../fields/field.js'

export interface AddressMapping {
  address(address: string): string
  /**
   * Called for each JSON object after the addresses in its members have been replaced. Returns a replacement for the
   * object. If this function is omitted, only addresses are replaced.
   */
  object?(mapped: JsonObject, original: JsonObject): JsonObject
}

export const hasAddresses = (field: Field): boolean =>
  field.kind === 'richText' || field.kind === 'json' || (field.kind === 'line' && field.isAddress === true)

/**
 * Replaces the addresses in rich text, in blocks at any depth, in the HTML of blocks, and in address fields. Returns
 * the original value if nothing changes. Addresses in HTML are passed to `address` in HTML-escaped form.
 */
export function mapAddresses(field: Field, value: JsonValue, mapping: AddressMapping): JsonValue {
  if (!hasAddresses(field)) return value
  if (field.kind === 'line') return typeof value === 'string' ? mapping.address(value) : value
  return mapValue(value, '', mapping)
}

function mapValue(value: JsonValue, key: string, mapping: AddressMapping): JsonValue {
  if (typeof value === 'string') return addressKeys.has(key) ? mapping.address(value) : mapHtml(value, mapping)
  if (typeof value !== 'object' || value === null) return value
  return Array.isArray(value) ? mapList(value, key, mapping) : mapObject(value as JsonObject, mapping)
}

function mapList(list: readonly JsonValue[], key: string, mapping: AddressMapping): JsonValue {
  const mapped = list.map(item => mapValue(item, key, mapping))
  return mapped.every((item, i) => item === list[i]) ? list : mapped
}

function mapObject(object: JsonObject, mapping: AddressMapping): JsonObject {
  let changed: Record<string, JsonValue> | undefined
  for (const key in object) {
    const value = object[key] ?? null
    const mapped = mapValue(value, key, mapping)
    if (mapped === value) continue
    changed ??= { ...object }
    changed[key] = mapped
  }
  return mapping.object?.(changed ?? object, object) ?? changed ?? object
}

/**
 * Replaces the addresses in stored HTML. All attribute values are in double quotes, because stored HTML has been
 * sanitized.
 */
function mapHtml(text: string, { address }: AddressMapping): string {
  if (!text.includes('href="') && !text.includes('src="')) return text
  return text.replace(/\b(href|src)="([^"]*)"/g, (_, name, link) => `${name}="${address(link)}"`)
}
