import type { JsonValue } from './json.js'
import { textOf } from './sharedText.js'

type Members = Readonly<Record<string, JsonValue | undefined>>

/** The JSON of a value, built from the cached JSON of its parts; null unless it is shorter than `limit`. */
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

/** Text without characters that JSON escapes. This test is cheaper than `JSON.stringify`. */
const plain = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/

const quoted = (text: string): string => (plain.test(text) ? `"${text}"` : JSON.stringify(text))

/** Limit of a cache that nearly always hits: answers repeat the same few member names. */
const maxNames = 1000
const names = new Map<string, string>()

function nameOf(name: string): string {
  const cached = names.get(name)
  if (cached !== undefined) return cached
  const json = `${JSON.stringify(name)}:`
  if (names.size < maxNames && name.length < 100) names.set(name, json)
  return json
}
