type Texts = readonly (Buffer | null)[]
type Read = (keys: readonly string[]) => Promise<Texts>

interface Waiting {
  readonly indexes: readonly number[]
  resolve(texts: Texts): void
  reject(error: unknown): void
}

interface Batch {
  readonly indexByKey: Map<string, number>
  readonly waiting: Waiting[]
}

/** The maximum number of keys per command. It is limited, because longer commands would block other clients. */
const maxKeys = 100

/**
 * Returns a function that batches concurrent reads into a single command, in which each key occurs once. Callers that
 * wait for the same reply resume together, so their next reads are batched too.
 */
export function batchReads(readKeys: Read): Read {
  let current: Batch | null = null

  function begin(): Batch {
    const batch: Batch = { indexByKey: new Map(), waiting: [] }
    process.nextTick(() => {
      if (current === batch) current = null
      readKeys([...batch.indexByKey.keys()]).then(
        texts => {
          for (const { indexes, resolve } of batch.waiting) resolve(indexes.map(index => texts[index] ?? null))
        },
        error => {
          for (const { reject } of batch.waiting) reject(error)
        },
      )
    })
    return batch
  }

  return keys =>
    new Promise((resolve, reject) => {
      current ??= begin()
      const { indexByKey, waiting } = current
      waiting.push({ indexes: keys.map(key => indexOf(indexByKey, key)), resolve, reject })
      if (indexByKey.size >= maxKeys) current = null
    })
}

function indexOf(indexByKey: Map<string, number>, key: string): number {
  const existing = indexByKey.get(key)
  if (existing !== undefined) return existing
  indexByKey.set(key, indexByKey.size)
  return indexByKey.size - 1
}
