import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { schemaFenceSuite } from '@plenum/testkit'
import Database from 'libsql'
import { sqliteStore } from '../store.js'
import { migrations } from './migrations.js'

const folder = mkdtempSync(join(tmpdir(), 'plenum-fence-'))
let files = 0

afterAll(() => rmSync(folder, { recursive: true }))

schemaFenceSuite({ describe, it }, 'the fence of SQLite (docs/how-to/upgrade.md)', async () => {
  files += 1
  const file = join(folder, `${files}.db`)
  const store = sqliteStore({ open: () => new Database(file) })
  let version = migrations.length
  const moveVersion = async (by: number) => {
    version += by
    const other = new Database(file)
    other.exec(`PRAGMA user_version = ${version}`)
    other.close()
  }
  return { subject: { ...store, moveVersion }, close: store.close }
})
