import { DefaultDeserializer, serialize } from 'node:v8'
import type { ValueCodec } from '@plenum/memoize'

/** A codec with an identifier for its format. It receives only values that the memoizer considers shareable. */
export interface Codec extends ValueCodec {
  /**
   * The identifier of the format. It is part of the cache keys, so that programs that use a different format do not
   * read the values.
   */
  readonly form: string
}

/** The version of the serialization format in this Node release, which is the second byte of all serialized values. */
const wire = serialize(null)[1] ?? 0

/**
 * A codec that preserves every shareable value (docs/caching.md, Shareable values). It neither instantiates
 * user-defined classes nor runs user code.
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
 * Returns a copy of a deserialized view. The view shares memory with the serialized bytes, so changing it would change
 * the values that other readers decode from the same bytes.
 */
function withOwnMemory(view: ArrayBufferView): ArrayBufferView {
  if (view instanceof Buffer) return Buffer.from(view)
  const { buffer, byteOffset, byteLength } = view
  const copy = buffer.slice(byteOffset, byteOffset + byteLength)
  return new (view.constructor as new (memory: ArrayBuffer | SharedArrayBuffer) => ArrayBufferView)(copy)
}
