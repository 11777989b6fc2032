import type { JsonObject, JsonValue } from '../../foundation/json.js'
import type { Field } from './field.js'

/** Maps an address to its replacement. */
type MapAddress = (address: string) => string

/** Keys of blocks whose values are links or lists of links. */
const addressKeys: ReadonlySet<string> = new Set(['url', 'href', '@id', 'src'])

/**
 * The value of a field with its links mapped: links in rich text, in blocks at any depth and their HTML, and a line
 * that is an address. Returns a value without links unchanged; addresses in HTML are passed in their escaped form.
 */
export function mapAddresses(field: Field, value: JsonValue, map: MapAddress): JsonValue {
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
