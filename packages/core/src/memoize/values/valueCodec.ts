import { whyNotShareable } from './shareable.js'

/** Turns values into bytes and back; comes in with the store. */
export interface ValueCodec {
  /** Bytes from which `decode` makes an equal value. May throw: then the value cannot be shared. */
  encode(value: unknown): Uint8Array
  /** Throws for what `encode` does not make. */
  decode(bytes: Uint8Array): unknown
  /** Prototypes of objects that come back with them though they are not of the language, such as `Buffer.prototype`. */
  readonly prototypes?: readonly object[]
}

export type Encoded =
  | { readonly ok: true; readonly bytes: Uint8Array }
  /** Where in the value and what stands there. */
  | { readonly ok: false; readonly reason: string }

/** Never throws. What a codec says of its failure may tell of the value, and is left out. */
export function encodeWith(codec: ValueCodec, value: unknown): Encoded {
  try {
    const reason = whyNotShareable(value, codec.prototypes)
    return reason === null ? { ok: true, bytes: codec.encode(value) } : { ok: false, reason }
  } catch {
    return { ok: false, reason: '$: a value that the codec does not take' }
  }
}

/** `{ value }`, since a value may be null or undefined itself; null for bytes that cannot be decoded. */
export function decodeWith(codec: ValueCodec, bytes: Uint8Array): { readonly value: unknown } | null {
  try {
    return { value: codec.decode(bytes) }
  } catch {
    return null
  }
}
