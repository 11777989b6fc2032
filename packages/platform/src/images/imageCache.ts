/** The estimated size of a cache entry in bytes, excluding the image itself. */
const overhead = 500

/**
 * Creates an LRU cache of scaled images by digest and size, with a total size of at most `maxBytes`. The value null
 * represents an image that could not be scaled.
 */
export function createImageCache(maxBytes: number) {
  // A used entry is inserted again at the end of the map, so the first entry is the least recently used one.
  const cached = new Map<string, Uint8Array | null>()
  const pending = new Map<string, Promise<Uint8Array | null>>()
  let size = 0

  const remove = (key: string): void => {
    const image = cached.get(key)
    if (cached.delete(key)) size -= sizeOf(image)
  }
  const add = (key: string, image: Uint8Array | null): void => {
    remove(key)
    cached.set(key, image)
    size += sizeOf(image)
    for (const oldest of cached.keys()) {
      if (size <= maxBytes) break
      remove(oldest)
    }
  }
  const start = (key: string, make: () => Promise<Uint8Array | null>): Promise<Uint8Array | null> => {
    const scaled = make()
      .then(image => {
        add(key, image)
        return image
      })
      .finally(() => pending.delete(key))
    pending.set(key, scaled)
    return scaled
  }
  return {
    get: async (key: string, make: () => Promise<Uint8Array | null>): Promise<Uint8Array | null> => {
      const image = cached.get(key)
      if (image === undefined) return pending.get(key) ?? start(key, make)
      add(key, image)
      return image
    },
  }
}

const sizeOf = (image: Uint8Array | null | undefined): number => (image?.length ?? 0) + overhead
