import { DefaultDeserializer, serialize } from 'node:v8'
import type { ValueCodec } from '@plenum/core/memoize'

/** Encodes values as bytes. It only receives values that core considers shareable. */
export interface Codec extends ValueCodec {
  /** Identifies the format in cache keys, so that programs with another format do not read these values. */
  readonly form: string
}

/** The version of the wire format of this Node: the second byte of everything it serializes. */
const wire = serialize(null)[1] ?? 0

/**
 * Preserves every value that core considers shareable exactly (docs/caching.md, Shareable values). Instantiates no user
 * classes and runs no user code.
 */
export const v8Codec: Codec = {
  form: `v8-${wire}`,
  prototypes: [Buffer.prototype],
  encode: value => serialize(value),
  decode,
}

function decode(bytes: Uint8Array): unknown {
  const reader = new DefaultDeserializer(bytes) as DefaultDeserializer & { _readHostObject(): ArrayBufferView }
  const readView = reader._readHostObject
  reader._readHostObject = () => withOwnMemory(readView.call(reader))
  reader.readHeader()
  return reader.readValue()
}

/**
 * The deserialized view shares memory with the bytes, which other readers decode too: a change would show in their
 * values.
 */
function withOwnMemory(view: ArrayBufferView): ArrayBufferView {
  if (view instanceof Buffer) return Buffer.from(view)
  const { buffer, byteOffset, byteLength } = view
  const copy = buffer.slice(byteOffset, byteOffset + byteLength)
  return new (view.constructor as new (memory: ArrayBuffer | SharedArrayBuffer) => ArrayBufferView)(copy)
}
