/**
 * Whether JSON preserves a shareable value exactly. It does not for undefined, non-finite numbers and -0; for arrays
 * with holes or named properties; for objects that are neither plain nor arrays, or occur twice.
 */
export function isExactInJson(value: unknown): boolean {
  if (!isObject(value)) return isExactAlone(value)
  const ahead = [value]
  const visited = new Set<object>()
  for (let next = ahead.pop(); next; next = ahead.pop()) {
    if (visited.has(next) || !isExactAround(next)) return false
    visited.add(next)
    for (const part of Array.isArray(next) ? next : Object.values(next)) {
      if (isObject(part)) ahead.push(part)
      else if (!isExactAlone(part)) return false
    }
  }
  return true
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

function isExactAlone(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0)
  return typeof value === 'string' || typeof value === 'boolean' || value === null
}

function isExactAround(value: object): boolean {
  // Anybody can add a `toJSON` method to all objects, and it decides the output.
  if ('toJSON' in value) return false
  // Holes are detected later, as undefined items.
  return Array.isArray(value)
    ? Object.keys(value).length === value.length
    : Object.getPrototypeOf(value) === Object.prototype
}
