type Texts = readonly (Buffer | null)[]
type Read = (keys: readonly string[]) => Promise<Texts>

interface Batch {
  readonly keys: string[]
  readonly texts: Promise<Texts>
}

/** What one command asks for at most, so that it does not keep others waiting. */
const mostKeys = 200

/**
 * Reads by one command what is asked for at the same time: callers who waited for the same reply go on together, and
 * ask again together.
 */
export function readTogether(read: Read): Read {
  let current: Batch | null = null

  function begin(): Batch {
    const keys: string[] = []
    const texts = new Promise<Texts>((resolve, reject) => {
      process.nextTick(() => {
        if (current?.keys === keys) current = null
        read(keys).then(resolve, reject)
      })
    })
    return { keys, texts }
  }

  return asked => {
    current ??= begin()
    const { keys, texts } = current
    const first = keys.length
    const end = keys.push(...asked)
    if (end >= mostKeys) current = null
    return texts.then(all => all.slice(first, end))
  }
}
