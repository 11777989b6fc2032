import type { Part } from '@plenum/core/ports'

/** A part as text: equal parts have equal texts, whichever store they come from. */
export function textOfPart(part: Part): string {
  return JSON.stringify(part, function (this: Record<string, unknown>, key: string, value: unknown) {
    // What is here before Buffers make something of themselves.
    const held = this[key]
    if (held instanceof Uint8Array) return Buffer.from(held).toString('base64')
    if (value instanceof Map) return [...value].sort(([a], [b]) => a - b)
    return value
  })
}
