const maxChunk = 100

/**
 * Yields items in chunks. An object occurs at most once in each chunk, so its stored state remains valid until the
 * chunk is written.
 */
export function* uniqueChunks<Item extends { readonly uid: string }>(
  items: readonly Item[],
): Generator<readonly Item[]> {
  let chunk = new Map<string, Item>()
  for (const item of items) {
    if (chunk.size === maxChunk || chunk.has(item.uid)) {
      yield [...chunk.values()]
      chunk = new Map()
    }
    chunk.set(item.uid, item)
  }
  if (chunk.size > 0) yield [...chunk.values()]
}
