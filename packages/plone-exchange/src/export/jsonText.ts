import { isJsonObject, type JsonValue } from '@plenum/core'

/** Serializes JSON in Plone's format: with sorted keys, two spaces per level, and only ASCII characters. */
export function jsonText(value: JsonValue, indent = ''): string {
  const lines = JSON.stringify(sortKeys(value), null, 2)
  const indented = indent === '' ? lines : lines.replaceAll('\n', `\n${indent}`)
  return indented.replace(/[^\0-\x7f]/g, letter => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

function sortKeys(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (!isJsonObject(value)) return value
  const keys = Object.keys(value).sort()
  return Object.fromEntries(keys.map(key => [key, sortKeys(value[key] ?? null)]))
}

/** Streams a JSON object. The entries must be sorted by key. */
export async function* objectText(
  entries: AsyncIterable<readonly [key: string, text: AsyncIterable<string> | string]>,
  indent = '',
): AsyncGenerator<string> {
  let isEmpty = true
  for await (const [key, text] of entries) {
    yield `${isEmpty ? '{' : ','}\n${indent}  ${jsonText(key)}: `
    isEmpty = false
    if (typeof text === 'string') yield text
    else yield* text
  }
  yield isEmpty ? '{}' : `\n${indent}}`
}

export async function* listText(items: Iterable<JsonValue>): AsyncGenerator<string> {
  let isEmpty = true
  for (const item of items) {
    yield `${isEmpty ? '[' : ','}\n  ${jsonText(item, '  ')}`
    isEmpty = false
  }
  yield isEmpty ? '[]' : '\n]'
}
