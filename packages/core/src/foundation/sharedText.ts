import type { JsonValue } from './json.js'

/** The cached JSON of objects. An empty string means that an object has not been serialized yet. */
const texts = new WeakMap<object, string>()

/**
 * Marks a value that occurs in many responses, so that it is serialized only once. Deep-freezes the value, so that its
 * cached JSON remains correct.
 */
export function shareText<Value extends object>(value: Value): Value {
  freeze(value)
  texts.set(value, '')
  return value
}

function freeze(value: object): void {
  Object.freeze(value)
  for (const part of Object.values(value))
    if (typeof part === 'object' && part !== null && !Object.isFrozen(part)) freeze(part)
}

export function cacheTextOf(value: object, text: string): void {
  texts.set(value, text)
}

export const hasText = (value: object): boolean => texts.has(value)

export function textOf(value: object): string | undefined {
  const cached = texts.get(value)
  if (cached !== '') return cached
  const text = JSON.stringify(value)
  texts.set(value, text)
  return text
}

export type Members = Readonly<Record<string, JsonValue | undefined>>

/**
 * Builds the JSON of a value, and reuses the cached JSON of its parts. Returns null if the result would reach `limit`
 * characters.
 */
export function textUpTo(value: JsonValue, limit: number): string | null {
  let text = ''
  const add = (part: JsonValue | undefined): boolean => {
    if (typeof part === 'string') text += quoted(part)
    else if (typeof part !== 'object' || part === null) text += JSON.stringify(part) ?? 'null'
    else {
      const cached = textOf(part)
      if (cached === undefined) return Array.isArray(part) ? addList(part) : addMembers(part as Members)
      text += cached
    }
    return text.length < limit
  }
  const addList = (list: readonly JsonValue[]): boolean => {
    text += '['
    for (let i = 0; i < list.length; i++) {
      if (i > 0) text += ','
      if (!add(list[i])) return false
    }
    text += ']'
    return text.length < limit
  }
  const addMembers = (members: Members): boolean => {
    let before = '{'
    for (const name in members) {
      const member = members[name]
      if (member === undefined) continue
      text += before + nameOf(name)
      if (!add(member)) return false
      before = ','
    }
    text += before === '{' ? '{}' : '}'
    return text.length < limit
  }
  return add(value) ? text : null
}

/** Matches strings that need no escaping in JSON. Testing a string is faster than calling `JSON.stringify`. */
const plain = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/

const quoted = (text: string): string => (plain.test(text) ? `"${text}"` : JSON.stringify(text))

/**
 * The maximum number of member names whose JSON is cached. Responses repeat the same few names, so almost all lookups
 * are cache hits.
 */
const maxNames = 1000
const names = new Map<string, string>()

function nameOf(name: string): string {
  const cached = names.get(name)
  if (cached !== undefined) return cached
  const json = `${JSON.stringify(name)}:`
  if (names.size < maxNames && name.length < 100) names.set(name, json)
  return json
}
