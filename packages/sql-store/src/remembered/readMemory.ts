import { createLruCache, type LruCache } from '@plenum/core/ports'

/** What one process has read of the content of a store, and need not read again. Nobody may change it. */
export interface ReadMemory {
  /** The results of reads, by what was asked, of the state of the store with a stamp. */
  resultsAt(stamp: string): Results
  /** The value of a document of an object, parsed once as long as its revision stands. */
  parsed(uid: string, revision: number, text: string): unknown
}

export interface Results {
  get(key: string): { readonly value: unknown } | null
  /** `bytes`: about what it takes. */
  set(key: string, value: unknown, bytes: number): void
}

const megabyte = 1024 * 1024
const limits = { results: 8 * megabyte, documents: 8 * megabyte }

/** Bytes that a parsed text takes, for each of its characters; about. */
const bytesOfCharacter = 4

const forever = { owner: '', lifetime: Number.POSITIVE_INFINITY }

const emptyCache = <T>(bytes: number): LruCache<T> =>
  createLruCache({ entries: Number.POSITIVE_INFINITY, bytes }, () => 0)

export function createReadMemory(): ReadMemory {
  const documents = emptyCache<{ readonly revision: number; readonly value: unknown }>(limits.documents)
  let last = { stamp: '', results: resultsIn(emptyCache(limits.results)) }
  return {
    resultsAt: stamp => {
      // A read that goes on in an older state takes what is kept with it, and no newer one gets that.
      if (stamp !== last.stamp) last = { stamp, results: resultsIn(emptyCache(limits.results)) }
      return last.results
    },
    parsed: (uid, revision, text) => {
      const known = documents.get(uid)?.value
      if (known?.revision === revision) return known.value
      const value: unknown = JSON.parse(text)
      documents.set(uid, { value: { revision, value }, bytes: text.length * bytesOfCharacter, ...forever })
      return value
    },
  }
}

const resultsIn = (cache: LruCache<unknown>): Results => ({
  get: key => cache.get(key),
  set: (key, value, bytes) => cache.set(key, { value, bytes, ...forever }),
})
