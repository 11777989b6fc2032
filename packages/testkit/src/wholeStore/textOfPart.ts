import { createHash } from 'node:crypto'
import type { Part } from '@plenum/core/ports'

/** A part as text: equal parts have equal texts, whichever store they come from and in whichever order it has keys. */
export function textOfPart(part: Part): string {
  return JSON.stringify(part, function (this: Record<string, unknown>, key: string, value: unknown) {
    // Replaces Buffers before their own `toJSON` runs.
    const original = this[key]
    if (original instanceof Uint8Array)
      return `${original.length}:${createHash('sha256').update(original).digest('hex')}`
    if (value instanceof Map) return [...value].sort(([a], [b]) => a - b)
    return isPlain(value) ? Object.fromEntries(Object.entries(value).sort()) : value
  })
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
