import { type ContentNode, createLruCache, type LruCache } from '@plenum/core/ports'
import { type NodeDoc, type NodeRow, nodeWith } from '../content/nodeRows.js'

export type ReadCache = ReturnType<typeof createReadCache>

export interface Results {
  get(key: string): { readonly value: unknown } | null
  /** Stores a value. `bytes` is the approximate memory size of the value. */
  set(key: string, value: unknown, bytes: number): void
}

const megabyte = 1024 * 1024
const limits = { results: 8 * megabyte, documents: 8 * megabyte }

/**
 * The estimated sizes, in bytes, of each character in a document's JSON and of the values that are derived from an
 * object.
 */
const [bytesOfCharacter, bytesBeside] = [6, 3000]

const noExpiry = { owner: '', lifetime: Number.POSITIVE_INFINITY }

const emptyCache = <T>(bytes: number): LruCache<T> =>
  createLruCache({ entries: Number.POSITIVE_INFINITY, bytes }, () => 0)

interface CachedNode {
  readonly node: ContentNode
  readonly text: string
  readonly doc: NodeDoc
  lineage?: readonly ContentNode[]
}

const isSame = (a: readonly ContentNode[], b: readonly ContentNode[]): boolean =>
  a.length === b.length && a.every((node, i) => node === b[i])

const isOf = (node: ContentNode, { path, type, revision, modified }: NodeRow): boolean =>
  node.path === path && node.type === type && node.revision === revision && node.modified === modified

/**
 * Creates a cache for the content that this process reads. All readers share the cache, so cached values must not be
 * modified.
 */
export function createReadCache() {
  const documents = emptyCache<CachedNode>(limits.documents)
  let last = { stamp: '', results: resultsIn(emptyCache(limits.results)) }
  return {
    resultsAt: (stamp: string): Results => {
      // Readers of an older state continue to use its results, which newer readers never use.
      if (stamp !== last.stamp) last = { stamp, results: resultsIn(emptyCache(limits.results)) }
      return last.results
    },
    /**
     * Returns the cached node of an unchanged object, so that values derived from the node remain valid. The
     * documents are also compared, because an object that was removed and added again can have the same UID and
     * revision.
     */
    nodeOf: (row: NodeRow): ContentNode => {
      const cached = documents.get(row.uid)?.value
      const isSameText = cached?.text === row.doc
      if (cached && isSameText && isOf(cached.node, row)) return cached.node
      const doc = cached && isSameText ? cached.doc : (JSON.parse(row.doc) as NodeDoc)
      const node = nodeWith(row, doc)
      documents.set(row.uid, {
        value: { node, text: row.doc, doc },
        bytes: row.doc.length * bytesOfCharacter + bytesBeside,
        ...noExpiry,
      })
      return node
    },
    lineageOf: (nodes: readonly ContentNode[]): readonly ContentNode[] => {
      const cached = documents.get(nodes.at(-1)?.uid ?? '')?.value
      if (!cached || cached.node !== nodes.at(-1)) return nodes
      if (cached.lineage && isSame(cached.lineage, nodes)) return cached.lineage
      cached.lineage = nodes
      return nodes
    },
  }
}

const resultsIn = (cache: LruCache<unknown>): Results => ({
  get: key => cache.get(key),
  set: (key, value, bytes) => cache.set(key, { value, bytes, ...noExpiry }),
})
