import { deserialize, serialize } from 'node:v8'

/** How values become bytes. Only what core has found to be shareable is given to it. */
export interface Codec {
  /** Names the form in the keys of values, so that programs of another form do not take them for theirs. */
  readonly form: string
  encode(value: unknown): Uint8Array
  /** Throws when the bytes are of no value. */
  decode(bytes: Uint8Array): unknown
}

/** The version of the wire format that this Node writes: the second byte of everything it serializes. */
const wire = serialize(null)[1] ?? 0

/** Keeps everything exactly that core finds shareable (memoize sheet, 4.3). Builds no classes of users and runs no code of theirs. */
export const v8Codec: Codec = {
  form: `v8-${wire}`,
  encode: value => serialize(value),
  decode: bytes => deserialize(bytes),
}
