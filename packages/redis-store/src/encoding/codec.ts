import { DefaultDeserializer, serialize } from 'node:v8'
import type { ValueCodec } from '@plenum/core/memoize'

/** How values become bytes. Only what core has found to be shareable is given to it. */
export interface Codec extends ValueCodec {
  /** Names the form in the keys of values, so that programs of another form do not take them for theirs. */
  readonly form: string
}

/** The version of the wire format that this Node writes: the second byte of everything it serializes. */
const wire = serialize(null)[1] ?? 0

/**
 * Keeps everything exactly that core finds shareable (docs/caching.md, Shareable values). Builds no classes of users
 * and runs no code of theirs.
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

/** What is read is a view of the bytes, which others read too: a change of one value would show in theirs. */
function withOwnMemory(view: ArrayBufferView): ArrayBufferView {
  if (view instanceof Buffer) return Buffer.from(view)
  const { buffer, byteOffset, byteLength } = view
  const own = buffer.slice(byteOffset, byteOffset + byteLength)
  return new (view.constructor as new (memory: ArrayBuffer | SharedArrayBuffer) => ArrayBufferView)(own)
}
