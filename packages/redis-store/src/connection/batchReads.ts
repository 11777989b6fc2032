type Texts = readonly (Buffer | null)[]
type Read = (keys: readonly string[]) => Promise<Texts>

interface Batch {
  readonly indexByKey: Map<string, number>
  readonly texts: Promise<Texts>
}

/** The maximum number of keys per command. Longer commands would block other clients. */
const maxKeys = 100

/**
 * Batches concurrent reads into a single command, in which each key occurs once. Callers that wait for the same reply
 * resume together, so their next reads are batched too.
 */
export function batchReads(readKeys: Read): Read {
  let current: Batch | null = null

  function begin(): Batch {
    const indexByKey = new Map<string, number>()
    const texts = new Promise<Texts>((resolve, reject) => {
      process.nextTick(() => {
        if (current?.indexByKey === indexByKey) current = null
        readKeys([...indexByKey.keys()]).then(resolve, reject)
      })
    })
    return { indexByKey, texts }
  }

  return keys => {
    current ??= begin()
    const { indexByKey, texts } = current
    const indexes = keys.map(key => indexOf(indexByKey, key))
    if (indexByKey.size >= maxKeys) current = null
    return texts.then(values => indexes.map(index => values[index] ?? null))
  }
}

function indexOf(indexByKey: Map<string, number>, key: string): number {
  const existing = indexByKey.get(key)
  if (existing !== undefined) return existing
  indexByKey.set(key, indexByKey.size)
  return indexByKey.size - 1
}
