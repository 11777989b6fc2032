import { type JsonObject, type JsonValue, sameJson } from '../../foundation/json.js'

/** Returns the values that differ, as `{from, to}` by name. A missing value is represented by null. */
export function changedValues(before: JsonObject, after: JsonObject): JsonObject {
  const changes: Record<string, JsonValue> = {}
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [from = null, to = null] = [before[name], after[name]]
    if (!sameJson(from, to)) changes[name] = { from, to }
  }
  return changes
}
