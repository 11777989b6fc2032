import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { memoryContentStore, memoryUserDirectory, type World } from '@plenum/core'

export type OpenPeople = () => Required<Pick<World, 'store' | 'users'>>

interface OpenedFile {
  readonly content: World['store']
  readonly users: World['users']
  close(): Promise<void>
}

/**
 * Rows for `describe.each`: where content and users are kept, with a function that opens an empty place, SQLite on a file
 * of its own. After the tests all are closed and the files removed.
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
  const open: OpenPeople = () => {
    const file = openFile(path.join(folder, `${opened.length}.sqlite`))
    opened.push(file)
    return { store: file.content, users: file.users }
  }
  return [
    ['memory', () => ({ store: memoryContentStore(), users: memoryUserDirectory() })],
    ['SQLite', open],
  ]
}
