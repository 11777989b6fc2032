/** Any JSON value, such as a node field or a payload. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject

export interface JsonObject {
  readonly [key: string]: JsonValue
}

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether two values are equal as JSON, regardless of the order of object keys. */
export function sameJson(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (a === b) return true
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, i) => sameJson(item, b[i]))
  if (!isJsonObject(a) || !isJsonObject(b)) return false
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every(key => Object.hasOwn(b, key) && sameJson(a[key], b[key]))
}

export function* partsOf(value: JsonValue): Generator<readonly JsonValue[] | JsonObject> {
  const stack = [value]
  for (let part = stack.pop(); part !== undefined; part = stack.pop()) {
    if (typeof part !== 'object' || part === null) continue
    yield part
    for (const inner of Object.values(part)) if (typeof inner === 'object') stack.push(inner)
  }
}

/** Returns the first 100 characters of a value for use in a message, or `…` for a list or an object. */
export const excerptOf = (raw: JsonValue): string =>
  typeof raw === 'object' && raw !== null ? '…' : String(raw).slice(0, 100)
