import { createHash } from 'node:crypto'
import type { Part } from '@plenum/core/ports'

/** Converts a part to a string. Equal parts have equal strings, regardless of their store and the order of keys. */
export function textOfPart(part: Part): string {
  return JSON.stringify(part, function (this: Record<string, unknown>, key: string, value: unknown) {
    // A buffer is read from `this`, because `value` is already the result of its `toJSON` method.
    const original = this[key]
    if (original instanceof Uint8Array)
      return `${original.length}:${createHash('sha256').update(original).digest('hex')}`
    if (value instanceof Map) return [...value].sort(([a], [b]) => a - b)
    return isPlain(value) ? Object.fromEntries(Object.entries(value).sort()) : value
  })
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
