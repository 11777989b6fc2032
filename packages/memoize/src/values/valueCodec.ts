import { notShareableReason } from './shareable.js'

/** Encodes values as bytes and decodes these bytes. The application provides the codec together with the store. */
export interface ValueCodec {
  /** Returns bytes that `decode` converts back to an equal value. Throws if the value cannot be shared. */
  encode(value: unknown): Uint8Array
  /** Decodes bytes that `encode` returned. Throws an Error for other bytes. */
  decode(bytes: Uint8Array): unknown
  /** The prototypes that `decode` restores in addition to the built-in prototypes, such as `Buffer.prototype`. */
  readonly prototypes?: readonly object[]
}

export type Encoded =
  | { readonly ok: true; readonly bytes: Uint8Array }
  /** The reason why the value cannot be shared: a path in the value, and the kind of value at that path. */
  | { readonly ok: false; readonly reason: string }

/** Encodes a value, and never throws. The result omits the error message of the codec, which may disclose the value. */
export function encodeWith(codec: ValueCodec, value: unknown): Encoded {
  try {
    const reason = notShareableReason(value, codec.prototypes)
    return reason === null ? { ok: true, bytes: codec.encode(value) } : { ok: false, reason }
  } catch {
    return { ok: false, reason: '$: a value that the codec does not take' }
  }
}

/**
 * Decodes bytes, or returns null if they cannot be decoded. The value is wrapped in an object, because it may itself be
 * null or undefined.
 */
export function decodeWith(codec: ValueCodec, bytes: Uint8Array): { readonly value: unknown } | null {
  try {
    return { value: codec.decode(bytes) }
  } catch {
    return null
  }
}
