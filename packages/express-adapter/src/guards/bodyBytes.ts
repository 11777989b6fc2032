/** The bytes of a body, in blocks that hold many chunks: each Buffer of Node costs some hundred bytes by itself. */
export interface BodyBytes {
  add(chunk: Buffer): void
  /** Bytes that have been added. */
  size(): number
  /** Bytes of memory that they take. */
  held(): number
  whole(): Buffer
}

const [smallest, largest] = [4 * 1024, 64 * 1024]

/** Bytes that a block takes beside its content. */
const overhead = 256

/** `expected` is the size of the whole; null where it is not known. */
export function bodyBytes(expected: number | null): BodyBytes {
  const blocks: Buffer[] = []
  let [size, capacity] = [0, 0]
  const addBlock = (): Buffer => {
    const left = expected === null ? largest : Math.max(expected - size, 1)
    const block = Buffer.allocUnsafeSlow(Math.min(Math.max(smallest, size), largest, left))
    capacity += block.length
    blocks.push(block)
    return block
  }
  const add = (chunk: Buffer): void => {
    let copied = 0
    while (copied < chunk.length) {
      const block = size < capacity ? (blocks.at(-1) ?? addBlock()) : addBlock()
      const count = chunk.copy(block, block.length - (capacity - size), copied)
      copied += count
      size += count
    }
  }
  return {
    add: chunk => {
      if (size > 0 || chunk.length !== expected) return add(chunk)
      // Most bodies come in one chunk, which is not copied.
      blocks.push(chunk)
      size = capacity = chunk.length
    },
    size: () => size,
    held: () => capacity + blocks.length * overhead,
    whole: () => (blocks.length === 1 ? (blocks[0] as Buffer).subarray(0, size) : Buffer.concat(blocks, size)),
  }
}
