/**
 * Whether JSON gives a shareable value back exactly. It does not where something is undefined, a number that is not
 * finite, or -0; where an array has holes or names; where an object is neither plain nor an array, or stands in two places.
 */
export function isExactInJson(value: unknown): boolean {
  if (!isObject(value)) return isExactAlone(value)
  const ahead = [value]
  const seen = new Set<object>()
  for (let next = ahead.pop(); next; next = ahead.pop()) {
    if (seen.has(next) || !isExactAround(next)) return false
    seen.add(next)
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
  // A method of this name, which anybody may add to all objects, decides what is written.
  if ('toJSON' in value) return false
  // A hole is found later, as an item that is undefined.
  return Array.isArray(value)
    ? Object.keys(value).length === value.length
    : Object.getPrototypeOf(value) === Object.prototype
}
