/** Counts memory once per buffer, however many holders share it. */
export interface HeldBytes {
  add(pieces: readonly Uint8Array[]): void
  remove(pieces: readonly Uint8Array[]): void
  bytes(): number
  /** Whether other holders share all buffers, so that releasing frees nothing. */
  areShared(pieces: readonly Uint8Array[]): boolean
}

/** Overhead of a piece in V8 and Node, in bytes. */
const perPiece = 512
/** Memory of a response, its request and its connection, in bytes. */
const perAnswer = 8 * 1024

const overhead = ({ length }: readonly Uint8Array[]): number => perAnswer + length * perPiece

const buffersOf = (pieces: readonly Uint8Array[]): ReadonlySet<ArrayBufferLike> =>
  new Set(pieces.map(({ buffer }) => buffer))

export function heldBytes(): HeldBytes {
  const holders = new Map<ArrayBufferLike, number>()
  let bytes = 0
  return {
    add: pieces => {
      bytes += overhead(pieces)
      for (const buffer of buffersOf(pieces)) {
        const count = holders.get(buffer) ?? 0
        if (count === 0) bytes += buffer.byteLength
        holders.set(buffer, count + 1)
      }
    },
    remove: pieces => {
      bytes -= overhead(pieces)
      for (const buffer of buffersOf(pieces)) {
        const count = holders.get(buffer) ?? 0
        if (count > 1) holders.set(buffer, count - 1)
        else if (holders.delete(buffer)) bytes -= buffer.byteLength
      }
    },
    bytes: () => bytes,
    areShared: pieces => pieces.every(({ buffer }) => (holders.get(buffer) ?? 0) > 1),
  }
}
