/** An LRU cache of scaled images by digest and size; null marks an image that could not be scaled. */
export interface ScaledImages {
  /** The cached or pending image, or the result of `make`. Rejections are not cached. */
  get(key: string, make: () => Promise<Uint8Array | null>): Promise<Uint8Array | null>
}

/** Bytes of an entry in addition to the image. */
const overhead = 500

/** An LRU cache with a limit in bytes. */
export function createScaledImages(keptBytes: number): ScaledImages {
  // A Map iterates in the order of insertion.
  const kept = new Map<string, Uint8Array | null>()
  const beingMade = new Map<string, Promise<Uint8Array | null>>()
  let size = 0

  const remove = (key: string): void => {
    const image = kept.get(key)
    if (kept.delete(key)) size -= sizeOf(image)
  }
  const add = (key: string, image: Uint8Array | null): void => {
    remove(key)
    kept.set(key, image)
    size += sizeOf(image)
    for (const oldest of kept.keys()) {
      if (size <= keptBytes) break
      remove(oldest)
    }
  }
  const making = (key: string, make: () => Promise<Uint8Array | null>): Promise<Uint8Array | null> => {
    const made = make()
      .then(image => {
        add(key, image)
        return image
      })
      .finally(() => beingMade.delete(key))
    beingMade.set(key, made)
    return made
  }
  return {
    get: async (key, make) => {
      const image = kept.get(key)
      if (image === undefined) return beingMade.get(key) ?? making(key, make)
      add(key, image)
      return image
    },
  }
}

const sizeOf = (image: Uint8Array | null | undefined): number => (image?.length ?? 0) + overhead
