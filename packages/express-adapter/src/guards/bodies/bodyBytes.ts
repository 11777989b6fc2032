const [smallest, largest] = [4 * 1024, 64 * 1024]

/** The memory overhead of each block of body bytes, in bytes. */
const overhead = 256

/**
 * Creates a collector for the bytes of a body, which copies many chunks into each block, because each Node Buffer has
 * an overhead of a few hundred bytes. `expected` is the total size in bytes, or null if the size is unknown.
 */
export function bodyBytes(expected: number | null) {
  const blocks: Buffer[] = []
  let [size, capacity] = [0, 0]
  const addBlock = (): Buffer => {
    const remaining = expected === null ? largest : Math.max(expected - size, 1)
    const block = Buffer.allocUnsafeSlow(Math.min(Math.max(smallest, size), largest, remaining))
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
    add: (chunk: Buffer): void => {
      if (size > 0 || chunk.length !== expected) {
        add(chunk)
        return
      }
      // Most bodies arrive in a single chunk, which need not be copied.
      blocks.push(chunk)
      size = capacity = chunk.length
    },
    size: () => size,
    memory: () => capacity + blocks.length * overhead,
    toBuffer: () => (blocks.length === 1 ? (blocks[0] as Buffer).subarray(0, size) : Buffer.concat(blocks, size)),
  }
}
