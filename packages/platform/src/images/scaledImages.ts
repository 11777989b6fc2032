/** What was made of images, by a key that stands for the bytes; null for what could not be made. */
export interface ScaledImages {
  /** What is kept, or is being made for others; else it is made. Failures that are thrown are not kept. */
  get(key: string, make: () => Promise<Uint8Array | null>): Promise<Uint8Array | null>
}

/** What an entry takes beside the bytes. */
const overhead = 500

/** Keeps up to so many bytes; what was used longest ago goes first. */
export function createScaledImages(keptBytes: number): ScaledImages {
  // A map keeps the order of insertion.
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
