import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memoryContentStore, type Platform } from '@plenum/core'
import { openLater, otherStore } from './storeOfRun.js'

export type OpenStore = () => Platform['store']

/**
 * Returns rows for `describe.each`, which consist of a store name and a function that opens an empty store. Each SQLite
 * store has a separate file. After the tests, all stores are closed and their files are deleted. If the test run uses a
 * particular store, the result contains only this store.
 */
export function freshStores(
  openFile: (file: string) => Platform['store'],
  afterAll: (close: () => Promise<void>) => unknown,
): [name: string, open: OpenStore][] {
  const folder = mkdtempSync(join(tmpdir(), 'plenum-stores-'))
  const opened: Platform['store'][] = []
  const contents = (store: Platform['store']): Platform['store'] => {
    opened.push(store)
    return store
  }
  afterAll(async () => {
    for (const store of opened) await store.close()
    rmSync(folder, { recursive: true })
  })
  const other = otherStore()
  if (other) return [[other.name, () => openLater(other).content]]
  return [
    ['memory', () => contents(memoryContentStore())],
    ['SQLite', () => contents(openFile(join(folder, `${opened.length}.db`)))],
  ]
}
