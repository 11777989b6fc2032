/** A response to a GET request, which the client uses again if the service responds with status 304. */
export interface CachedResponse {
  readonly etag: string
  readonly text: string
}

/** An LRU cache of responses. */
export interface ResponseCache {
  get(key: string): CachedResponse | undefined
  set(key: string, response: CachedResponse): void
  clear(): void
}

/**
 * Creates a cache with a maximum total size in characters. A single response can occupy at most a quarter of this size.
 */
export function createResponseCache(maxCharacters: number): ResponseCache {
  const copies = new Map<string, CachedResponse>()
  let size = 0
  const drop = (key: string): void => {
    size -= copies.get(key)?.text.length ?? 0
    copies.delete(key)
  }
  return {
    get: key => {
      const copy = copies.get(key)
      if (!copy) return undefined
      copies.delete(key)
      copies.set(key, copy)
      return copy
    },
    set: (key, copy) => {
      drop(key)
      if (copy.text.length > maxCharacters / 4) return
      copies.set(key, copy)
      size += copy.text.length
      for (const oldest of copies.keys()) {
        if (size <= maxCharacters) break
        drop(oldest)
      }
    },
    clear: () => {
      copies.clear()
      size = 0
    },
  }
}
