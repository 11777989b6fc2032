import type { JsonObject } from '@plenum/core'
import type { Part } from '@plenum/core/ports'

/**
 * Converts a part of a site to the JSON value for a line of a backup. Bytes are encoded in base64, and the counts of a
 * poll become a list.
 */
export function partToJson(part: Part): object {
  switch (part.kind) {
    case 'file':
      return { kind: part.kind, part: { ...part.part, bytes: encode(part.part.bytes) } }
    case 'portrait': {
      const { user, portrait } = part.part
      return { kind: part.kind, part: { user, portrait: { ...portrait, bytes: encode(portrait.bytes) } } }
    }
    case 'votes': {
      const { poll, tally } = part.part
      const counts = [...tally.counts].sort(([a], [b]) => a - b)
      return { kind: part.kind, part: { poll, tally: { ...tally, counts } } }
    }
    default:
      return part
  }
}

/**
 * Converts the JSON value of a line of a backup to a part of a site. This function is the inverse of `partToJson`. The
 * value must be valid according to `partSchemas`.
 */
export function partFromJson({ kind, part }: { kind: Part['kind']; part: JsonObject }): Part {
  return { kind, part: kind in revivers ? revivers[kind as keyof typeof revivers](part) : part } as unknown as Part
}

const revivers = {
  file: ({ bytes, ...part }: JsonObject) => ({ ...part, bytes: decode(bytes) }),
  portrait: ({ user, portrait }: JsonObject) => {
    const { bytes, ...rest } = portrait as JsonObject
    return { user, portrait: { ...rest, bytes: decode(bytes) } }
  },
  votes: ({ poll, tally }: JsonObject) => {
    const { counts, ...rest } = tally as JsonObject
    return { poll, tally: { ...rest, counts: new Map(counts as unknown as [number, number][]) } }
  },
}

/** Encodes bytes in base64 without copying them first. */
const encode = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')

const decode = (text: unknown): Uint8Array => new Uint8Array(Buffer.from(String(text), 'base64'))
