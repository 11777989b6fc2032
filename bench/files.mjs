// Uploads, replaces and deletes files for a few minutes. Then writes a backup, and waits up to one minute until the
// bytes of deleted files have been erased. Measures the remaining file bytes in the database and in the backup, and the
// size of the database pages in use. `--minutes N` sets another duration, and `--postgres` uses PostgreSQL.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startPostgres } from '@plenum/testkit'
import { runCommand, startService } from '../tools/faults/service.mjs'
import { startEditors } from './files/editors.mjs'
import { bytesInBackup, postgresBytes, sqliteBytes } from './files/storedBytes.mjs'
import { showResults } from './frame/results.mjs'

const options = { minutes: { type: 'string', default: '8' }, postgres: { type: 'boolean', default: false } }
const { values } = parseArgs({ options, args: process.argv.slice(3) })
const minutes = Number(values.minutes)
const MiB = 2 ** 20

const dir = mkdtempSync(path.join(tmpdir(), 'plenum-bench-files-'))
const postgres = values.postgres ? await startPostgres() : null
const dataDir = path.join(dir, 'data')
const service = await startService(dir, { DATA_DIR: dataDir, ...(postgres ? { DATABASE_URL: postgres.url } : {}) })
const look = vacuums =>
  postgres ? postgresBytes(postgres.url, vacuums) : sqliteBytes(path.join(dataDir, 'plenum.sqlite'))

const editors = startEditors(service.url)
const ends = performance.now() + minutes * 60_000
let highest = 0
while (performance.now() < ends) {
  await delay(Math.min(5000, ends - performance.now()))
  highest = Math.max(highest, (await look()).stored)
}
const { uploads, deletes, referenced } = await editors.stop()

// The backup is written immediately, while the database still contains bytes of deleted files.
const backup = path.join(dir, 'backup.plenum')
const { code } = await runCommand(service.env, 'backup', backup)
const copied = code === 0 ? await bytesInBackup(backup) : null
const stopped = performance.now()
while ((await look()).stored > referenced && performance.now() - stopped < 60_000) await delay(500)
const erased = (performance.now() - stopped) / 1000
const { stored, used } = await look(true)
await service.stop()
await postgres?.close()
rmSync(dir, { recursive: true, force: true })

const room = 1.3 * referenced + 16 * MiB
const isHeld = stored === referenced && copied === referenced && used <= room
showResults({
  title: `Remaining bytes of deleted files on ${postgres ? 'PostgreSQL, after one VACUUM' : 'SQLite'}`,
  columns: [
    { key: 'minutes', title: 'Minutes', digits: 1 },
    { key: 'uploads', title: 'Uploads' },
    { key: 'deletes', title: 'Deleted or replaced' },
    { key: 'highest', title: 'Peak size, MiB', digits: 1 },
    { key: 'referenced', title: 'Referenced, MiB', digits: 2 },
    { key: 'stored', title: 'Stored, MiB', digits: 2 },
    { key: 'erased', title: 'After s', digits: 1 },
    { key: 'copied', title: 'In a backup at once, MiB', digits: 2 },
    { key: 'used', title: 'Pages in use, MiB', digits: 1 },
    { key: 'room', title: 'At most, MiB', digits: 1 },
    { key: 'isHeld', title: 'Held' },
  ],
  rows: [
    {
      ...{ minutes, uploads, deletes, erased, isHeld: isHeld ? 'yes' : 'NO' },
      ...{ highest: highest / MiB, referenced: referenced / MiB, stored: stored / MiB },
      ...{ copied: (copied ?? -MiB) / MiB, used: used / MiB, room: room / MiB },
    },
  ],
  notes: [],
})
if (!isHeld) process.exitCode = 1
