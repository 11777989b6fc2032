import assert from 'node:assert/strict'
import type {
  CatalogQuery,
  Change,
  Condition,
  ContentNode,
  ContentStore,
  OpenResult,
  SearchResult,
  Sort,
} from '@plenum/core/ports'
import { allOf } from '../allOf.js'

export async function commit(store: ContentStore, change: Change): Promise<void> {
  const outcome = await store.commit(change)
  assert.deepEqual(outcome.ok ? null : outcome.reason, null, 'the change was refused')
}

export async function refusalOf(store: ContentStore, change: Change): Promise<string | null> {
  const outcome = await store.commit(change)
  return outcome.ok ? null : outcome.reason
}

export function open(store: ContentStore, path: string): Promise<OpenResult> {
  return store.read(reader => reader.open(path))
}

/** Returns the object at a path. Throws if no object exists at this path. */
export async function nodeAt(store: ContentStore, path: string): Promise<ContentNode> {
  const { lineage, exists } = await open(store, path)
  const node = lineage.at(-1)
  assert.ok(exists && node, `nothing at ${path}`)
  return node
}

export function search(store: ContentStore, query: CatalogQuery): Promise<SearchResult> {
  return store.read(reader => reader.search(query))
}

export async function pathsOf(
  store: ContentStore,
  where: readonly Condition[],
  ...sort: readonly Sort[]
): Promise<string[]> {
  const { items } = await search(store, { principals: 'system', where, sort })
  return items.map(({ path }) => path)
}

export async function childrenOf(store: ContentStore, path: string): Promise<[string, number][]> {
  const where: Condition[] = [{ kind: 'below', path, depth: 'children' }]
  const { items } = await search(store, { principals: 'system', where, sort: [{ by: 'position', descending: false }] })
  return items.map(item => [item.path.slice(item.path.lastIndexOf('/') + 1), item.position])
}

/** Reads all data of all objects, so that a test can detect any change. */
export function dump(store: ContentStore): Promise<object & { readonly stamp: string }> {
  return store.read(async reader => {
    const nodes = await allOf(reader.subtree('/'))
    const { items } = await reader.search({
      principals: 'system',
      where: [],
      sort: [{ by: 'path', descending: false }],
    })
    const records = await Promise.all(nodes.map(({ uid }) => reader.records(uid)))
    const versions = await Promise.all(nodes.map(({ uid }) => reader.versions(uid)))
    const locks = [...(await reader.locks(nodes.map(({ uid }) => uid)))]
    const aliases = await reader.aliases({ size: 1000 })
    const { stamp } = await reader.open('/')
    return { nodes, items, records, versions, locks, aliases, stamp }
  })
}
