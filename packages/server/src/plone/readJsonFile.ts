import { closeSync, readSync } from 'node:fs'
import { DomainError, type JsonValue, parseJson } from '@plenum/core'
import { Unreadable } from '@plenum/plone-exchange'
import { openOwn, ownFile } from './ownFile.js'

/** Maximum bytes of a JSON file. */
const maxBytes = 64 * 1024 * 1024

/** The JSON of a file inside a folder. */
export async function readJsonFile(folder: string, inside: string): Promise<JsonValue | Unreadable> {
  const file = ownFile(folder, inside)
  if (file instanceof Unreadable) return file
  if (file.size > maxBytes) return new Unreadable(`is larger than 64 MiB: ${inside}`)
  const handle = openOwn(file)
  try {
    const bytes = Buffer.alloc(file.size)
    const length = readSync(handle, bytes, 0, file.size, 0)
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, length))
    const value = parseJson(text) as JsonValue
    return hasStrangeKey(text, value)
      ? new Unreadable(`contains the key __proto__, which is not allowed: ${inside}`)
      : value
  } catch (error) {
    if (error instanceof DomainError) return new Unreadable(`is nested too deeply: ${inside}`)
    if (error instanceof TypeError) return new Unreadable(`is not UTF-8: ${inside}`)
    if (error instanceof SyntaxError) return new Unreadable(`is no JSON: ${inside}`)
    throw error
  } finally {
    closeSync(handle)
  }
}

/** Whether a key is the prototype of objects. Values are only searched if the text may contain such a key. */
const hasStrangeKey = (text: string, value: JsonValue): boolean =>
  /__proto__|\\u00[567]/i.test(text) && isStrange(value)

/** Values nest at most 64 levels deep. */
function isStrange(value: JsonValue): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.hasOwn(value, '__proto__') || Object.values(value).some(isStrange)
}
