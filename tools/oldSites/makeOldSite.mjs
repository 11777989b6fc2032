// Creates a site with the schema version of a checkout, for the tests of later versions. Usage: node
// tools/oldSites/makeOldSite.mjs [CHECKOUT]. The checkout must be built, and defaults to this checkout. Writes
// packages/server/test/oldSites/schema-N.{sqlite,json}.gz.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import Database from 'libsql'
import { answersOf, password, populate } from './populate.mjs'

const root = path.resolve(import.meta.dirname, '../..')
const checkout = path.resolve(process.argv[2] ?? root)
const folder = path.join(root, 'packages/server/test/oldSites')
const dataDir = mkdtempSync(path.join(tmpdir(), 'plenum-old-'))
const file = path.join(dataDir, 'plenum.sqlite')

const probe = createServer().listen(0, '127.0.0.1')
await once(probe, 'listening')
const { port } = probe.address()
probe.close()

const env = { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: String(port), EMPTY_SITE: '1', PASSWORD_COST: '4' }
const child = spawn(process.execPath, ['packages/server/bin/plenum.js', 'serve'], {
  cwd: checkout,
  env: { ...env, ADMIN_PASSWORD: password, LOG_LEVEL: 'warn' },
  stdio: ['ignore', 'ignore', 'inherit'],
})
const base = `http://127.0.0.1:${port}`
while (
  !(await fetch(base).then(
    () => true,
    () => false,
  ))
)
  await delay(50)
const ended = once(child, 'exit')
const answers = await populate(base)
  .then(() => answersOf(base))
  .finally(() => child.kill())
await ended

const database = new Database(file)
database.exec('PRAGMA wal_checkpoint(TRUNCATE); VACUUM')
const { user_version: version } = database.prepare('PRAGMA user_version').get()
database.close()
mkdirSync(folder, { recursive: true })
writeFileSync(path.join(folder, `schema-${version}.sqlite.gz`), gzipSync(readFileSync(file), { level: 9 }))
writeFileSync(path.join(folder, `schema-${version}.json.gz`), gzipSync(JSON.stringify(answers), { level: 9 }))
rmSync(dataDir, { recursive: true })
process.stdout.write(`schema-${version}: ${Object.keys(answers).length} answers\n`)
