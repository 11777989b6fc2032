type Texts = readonly (Buffer | null)[]
type Read = (keys: readonly string[]) => Promise<Texts>

interface Batch {
  /** Where each key stands among the others. */
  readonly places: Map<string, number>
  readonly texts: Promise<Texts>
}

/** What one command asks for at most, so that it does not keep others waiting. */
const maxKeys = 100

/**
 * Reads by one command what is asked for at the same time, each key once: callers who waited for the same reply go on
 * together, and ask again together, for the same tokens among others.
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
