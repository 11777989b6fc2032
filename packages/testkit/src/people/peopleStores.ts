import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { memoryContentStore, memoryUserDirectory, type Platform } from '@plenum/core'
import { type OpenedStore, openLater, otherStore } from '../storeOfRun.js'

export type OpenPeople = () => Required<Pick<Platform, 'store' | 'users'>>

interface OpenedFile extends OpenedStore {
  close(): Promise<void>
}

/**
 * Returns rows for `describe.each`, which consist of a store name and a function that opens an empty store for content
 * and users. Each SQLite store has a separate file. After the tests, all stores are closed and their files are deleted.
 * If the test run uses a particular store, the result contains only this store.
 */
export function peopleStores(
  openFile: (file: string) => OpenedFile,
  afterAll: (close: () => Promise<void>) => unknown,
): [name: string, open: OpenPeople][] {
  const folder = mkdtempSync(path.join(tmpdir(), 'plenum-people-'))
  const opened: OpenedFile[] = []
  afterAll(async () => {
    for (const store of opened) await store.close()
    rmSync(folder, { recursive: true })
  })
  const other = otherStore()
  if (other) return [[other.name, () => peopleOf(openLater(other))]]
  const open: OpenPeople = () => {
    const file = openFile(path.join(folder, `${opened.length}.sqlite`))
    opened.push(file)
    return peopleOf(file)
  }
  return [
    ['memory', () => ({ store: memoryContentStore(), users: memoryUserDirectory() })],
    ['SQLite', open],
  ]
}

const peopleOf = ({ content, users }: OpenedStore) => ({ store: content, users })
