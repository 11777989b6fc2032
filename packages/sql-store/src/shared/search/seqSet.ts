export type SeqSet = ReturnType<typeof createSeqSet>

export function createSeqSet() {
  let bits = new Uint8Array(1024)
  let size = 0
  const has = (seq: number): boolean => ((bits[seq >> 3] ?? 0) & (1 << (seq & 7))) !== 0
  const flip = (seq: number): void => {
    bits[seq >> 3] = (bits[seq >> 3] ?? 0) ^ (1 << (seq & 7))
  }
  return {
    add: (seqs: readonly number[]): void => {
      for (const seq of seqs) {
        if (has(seq)) continue
        if (seq >> 3 >= bits.length) bits = resize(bits, 2 * (seq >> 3))
        flip(seq)
        size += 1
      }
    },
    remove: (seqs: readonly number[]): void => {
      for (const seq of seqs) {
        if (!has(seq)) continue
        flip(seq)
        size -= 1
      }
    },
    has,
    size: (): number => size,
    /** Yields the members in ascending order, in parts of at least `minimum` members. */
    *parts(minimum: number): Generator<readonly number[]> {
      let part: number[] = []
      for (const [i, byte] of bits.entries()) {
        if (byte === 0) continue
        for (let seq = 8 * i; seq < 8 * i + 8; seq++) if (has(seq)) part.push(seq)
        if (part.length < minimum) continue
        yield part
        part = []
      }
      if (part.length > 0) yield part
    },
  }
}

function resize(bits: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(length)
  larger.set(bits)
  return larger
}
