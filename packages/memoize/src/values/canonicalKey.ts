import { describeValue, isDense, kindOf } from './kinds.js'

/** The maximum nesting depth. If a value is nested more deeply, it is assumed to contain a cycle. */
const maxDepth = 100

/**
 * Serializes a value. The results for two values are equal if and only if the values are equal. The order of object
 * keys, set entries and map entries does not matter, and -0 equals 0. To make the result unambiguous, each part begins
 * with its type, and strings and collections include their length. Supports `undefined`, `null`, booleans, numbers,
 * bigints, strings, dates, bytes, and dense arrays, maps, sets and plain objects that contain such values.
 *
 * Throws an Error for any other value, because different calls would share a value if the key were incomplete
 * (docs/caching.md, Keys).
 */
export const canonicalKey = (value: unknown): string => encode(value, 0)

/** Serializes a dense list without extra properties, such as the arguments of a call (see `canonicalKey`). */
export const canonicalList = (items: readonly unknown[]): string => encodeItems(items, 1)

function encode(value: unknown, depth: number): string {
  switch (typeof value) {
    case 'string':
      return encodeText(value)
    case 'number':
      return `n${value};`
    case 'boolean':
      return value ? 't' : 'f'
    case 'undefined':
      return 'u'
    case 'bigint':
      return `i${value};`
    case 'object':
      return value === null ? 'z' : encodeObject(value, depth + 1)
    default:
      throw unusable(describeValue(value))
  }
}

const loneSurrogate = /\p{Surrogate}/u

/** Serializes a string. Lone surrogates are escaped, because the digests of keys would not distinguish them. */
function encodeText(text: string): string {
  if (!loneSurrogate.test(text)) return `s${text.length}:${text}`
  const spelled = JSON.stringify(text)
  return `j${spelled.length}:${spelled}`
}

function encodeObject(value: object, depth: number): string {
  if (depth > maxDepth) throw unusable(`more than ${maxDepth} levels, or a cycle`)
  if (value instanceof Uint8Array) return encodeBytes(value)
  switch (kindOf(value)) {
    case 'array':
      return encodeArray(value as readonly unknown[], depth)
    case 'object':
    case 'bare-object':
      return encodeProperties(value, depth)
    case 'map':
      return encodeEntries('m', withoutExtraProperties(value as ReadonlyMap<unknown, unknown>), depth)
    case 'set':
      return encodeEntries('e', withoutExtraProperties(value as ReadonlySet<unknown>), depth)
    case 'date':
      return `d${withoutExtraProperties(value as Date).getTime()};`
    default:
      throw unusable(describeValue(value))
  }
}

function encodeArray(items: readonly unknown[], depth: number): string {
  if (!isDense(items)) throw unusable('an array with holes or named properties')
  return encodeItems(items, depth)
}

function withoutExtraProperties<T extends object>(value: T): T {
  if (Reflect.ownKeys(value).length > 0) throw unusable('a built-in object with additional properties')
  return value
}

function encodeItems(items: readonly unknown[], depth: number): string {
  let text = `a${items.length}:`
  for (const item of items) text += encode(item, depth)
  return text
}

function encodeProperties(value: object, depth: number): string {
  const names = Object.keys(value)
  if (Reflect.ownKeys(value).length !== names.length) throw unusable('an object with hidden properties')
  const properties = value as Readonly<Record<string, unknown>>
  const parts = names.sort().map(name => encodeText(name) + encode(properties[name], depth))
  return `o${parts.length}:${parts.join('')}`
}

/**
 * Serializes the entries of a map or set. The pairs of a map need no delimiter, because the end of each part is
 * unambiguous.
 */
function encodeEntries(tag: string, entries: Iterable<unknown>, depth: number): string {
  const parts = Array.from(entries, entry =>
    tag === 'm' ? (entry as readonly unknown[]).map(part => encode(part, depth)).join('') : encode(entry, depth),
  )
  return `${tag}${parts.length}:${parts.sort().join('')}`
}

function encodeBytes(bytes: Uint8Array): string {
  const chunk = 8192
  let text = ''
  for (let at = 0; at < bytes.length; at += chunk) text += String.fromCharCode(...bytes.subarray(at, at + chunk))
  return `b${bytes.length}:${text}`
}

const unusable = (content: string): Error =>
  new Error(
    `A key of a memoized function cannot hold ${content}; give the option "key" a function that returns plain values.`,
  )
