import { DefaultDeserializer, serialize } from 'node:v8'
import type { ValueCodec } from '@plenum/memoize'

/** Encodes values as bytes. The codec receives only values that core considers shareable. */
export interface Codec extends ValueCodec {
  /** The identifier of the format in cache keys, so that programs with another format do not read these values. */
  readonly form: string
}

/** The version of this Node version's wire format. It is the second byte of all serialized values. */
const wire = serialize(null)[1] ?? 0

/**
 * Preserves every value that core considers shareable (docs/caching.md, Shareable values). The codec neither
 * instantiates user-defined classes nor runs user code.
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
 * Copies a deserialized view, which shares memory with the bytes. Other readers decode the same bytes, so changing the
 * view would change their values.
 */
function withOwnMemory(view: ArrayBufferView): ArrayBufferView {
  if (view instanceof Buffer) return Buffer.from(view)
  const { buffer, byteOffset, byteLength } = view
  const copy = buffer.slice(byteOffset, byteOffset + byteLength)
  return new (view.constructor as new (memory: ArrayBuffer | SharedArrayBuffer) => ArrayBufferView)(copy)
}
