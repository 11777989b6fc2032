type Texts = readonly (Buffer | null)[]
type Read = (keys: readonly string[]) => Promise<Texts>

interface Batch {
  /** The index of each key in the batch. */
  readonly places: Map<string, number>
  readonly texts: Promise<Texts>
}

/** Limit of keys in one command, so that it does not block other clients. */
const maxKeys = 100

/**
 * Batches concurrent reads into one command, each key once: callers that waited for the same reply continue together
 * and read the same tokens again together.
 */
export function readTogether(read: Read): Read {
  let current: Batch | null = null

  function begin(): Batch {
    const places = new Map<string, number>()
    const texts = new Promise<Texts>((resolve, reject) => {
      process.nextTick(() => {
        if (current?.places === places) current = null
        read([...places.keys()]).then(resolve, reject)
      })
    })
    return { places, texts }
  }

  return keys => {
    current ??= begin()
    const { places, texts } = current
    const own = keys.map(key => placeOf(places, key))
    if (places.size >= maxKeys) current = null
    return texts.then(all => own.map(place => all[place] ?? null))
  }
}

function placeOf(places: Map<string, number>, key: string): number {
  const known = places.get(key)
  if (known !== undefined) return known
  places.set(key, places.size)
  return places.size - 1
}
