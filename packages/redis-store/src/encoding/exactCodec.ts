import { bufferOf } from './bufferOf.js'
import { type Codec, v8Codec } from './codec.js'

/** The first byte of a JSON value, by character encoding. The first byte of a value in V8's format is 255. */
const marks = { latin1: 1, utf8: 2 } as const
const isWide = /[^\0-\xff]/

/**
 * A codec that is as exact as `v8Codec`, but uses JSON for values that JSON preserves. Decoding JSON takes two thirds
 * of the time that decoding V8's format takes.
 */
export const exactCodec: Codec = {
  ...v8Codec,
  form: `json-${v8Codec.form}`,
  encode: value => {
    if (!isExactInJson(value)) return v8Codec.encode(value)
    const text = JSON.stringify(value)
    const characters = isWide.test(text) ? 'utf8' : 'latin1'
    return Buffer.from(String.fromCharCode(marks[characters]) + text, characters)
  },
  decode: bytes => {
    const characters = charactersOf(bytes)
    return characters === null ? v8Codec.decode(bytes) : JSON.parse(bufferOf(bytes).toString(characters, 1))
  },
}

function charactersOf(bytes: Uint8Array): keyof typeof marks | null {
  if (bytes[0] === marks.latin1) return 'latin1'
  return bytes[0] === marks.utf8 ? 'utf8' : null
}

/**
 * Whether JSON preserves a value exactly. JSON does not preserve undefined, non-finite numbers, -0, arrays with holes
 * or named properties, objects that are neither plain objects nor arrays, and objects that occur more than once.
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
  // If any code has added a `toJSON` method to all objects, this method would determine the JSON.
  if ('toJSON' in value) return false
  // An array with as many named properties as holes passes this check. Its holes are detected later, because they are
  // read as undefined items.
  return Array.isArray(value)
    ? Object.keys(value).length === value.length
    : Object.getPrototypeOf(value) === Object.prototype
}
