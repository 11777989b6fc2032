import type { ContentStore } from '@plenum/core/ports'
import { buildEntry } from '../builders.js'
import { commit, nodeAt } from '../contentStore/storeQueries.js'

export async function withoutValues(store: ContentStore, path: string): Promise<void> {
  const node = await nodeAt(store, path)
  const entry = buildEntry({ indexes: { portal_type: node.type }, columns: { portal_type: node.type } })
  await commit(store, { updates: [{ node: { ...node, fields: {} }, entry, records: [] }] })
}
