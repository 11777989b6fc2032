import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { startPostgres } from '@plenum/testkit'
import Database from 'libsql'
import pg from 'pg'
import { login, root, runCommand } from './service.mjs'

/** Faults during an upgrade: another program upgrades the database, or an upgrade is killed. */
export const upgradeFaults = [
  newerForm('newer-form', () => embedded()),
  newerForm('postgres-newer-form', () => onServer()),
  { name: 'upgrade-killed', run: killUpgrades },
]

/** The time for which the database has the newer schema version, in milliseconds. */
const beside = 2000

function embedded() {
  return {
    settings: { WORKERS: '2' },
    move: async (by, dir) => {
      const database = new Database(path.join(dir, 'data/plenum.sqlite'))
      const { user_version: version } = database.prepare('PRAGMA user_version').get()
      database.exec(`PRAGMA busy_timeout = 5000; PRAGMA user_version = ${version + by}`)
      database.close()
    },
    close: async () => {},
  }
}

async function onServer() {
  const postgres = await startPostgres()
  return {
    settings: { DATABASE_URL: postgres.url, WORKERS: '3' },
    move: async by => {
      const client = new pg.Client({ connectionString: postgres.url })
      await client.connect()
      await client.query('UPDATE schema_version SET version = version + $1', [by])
      await client.end()
    },
    close: () => postgres.close(),
  }
}

/**
 * Changes the schema version temporarily. During this time, no write may succeed, but reads must succeed. Afterwards,
 * the database must not need a repair.
 */
function newerForm(name, openDatabase) {
  let database
  return {
    name,
    settings: async () => {
      database = await openDatabase()
      return database.settings
    },
    happen: async ({ service, dir }) => {
      await database.move(1, dir)
      await delay(200)
      const authorization = `Basic ${btoa(`${login.user}:${login.password}`)}`
      const headers = { authorization, accept: 'application/json', 'content-type': 'application/json' }
      for (const end = performance.now() + beside; performance.now() < end; await delay(20)) {
        const body = JSON.stringify({ '@type': 'Document', title: 'Too late' })
        const [written, read, ready] = await Promise.all([
          fetch(service.url, { method: 'POST', headers, body }),
          fetch(`${service.url}/@search`, { headers }),
          fetch(`${service.url}/readyz`),
        ])
        const observed = [written.status, written.headers.has('retry-after'), read.status, ready.status].join()
        if (observed !== '503,true,200,503') throw new Error(`Beside a newer schema version: ${observed}.`)
      }
      await database.move(-1, dir)
    },
    end: () => database.close(),
  }
}

const oldSites = path.join(root, 'packages/server/test/oldSites')

/**
 * Kills `plenum upgrade` at many different times. Each time, the site must be unchanged, or it must be possible to
 * finish the upgrade.
 */
async function killUpgrades() {
  const problems = []
  const startedAt = performance.now()
  const old = gunzipSync(readFileSync(path.join(oldSites, 'schema-14.sqlite.gz')))
  const moments = Array.from({ length: 17 }, (_, i) => 120 + 12 * i)
  let killed = 0
  for (const after of moments) {
    const dir = mkdtempSync(path.join(tmpdir(), 'plenum-upgrade-'))
    const env = { ...process.env, DATA_DIR: dir, PORT: '0' }
    writeFileSync(path.join(dir, 'plenum.sqlite'), old)
    const child = spawn(process.execPath, ['packages/server/bin/plenum.js', 'upgrade'], { cwd: root, env })
    const ended = once(child, 'exit')
    await Promise.race([delay(after), ended])
    child.kill('SIGKILL')
    const [, signal] = await ended
    if (signal === 'SIGKILL') killed += 1
    const upgrade = await runCommand(env, 'upgrade')
    if (upgrade.code !== 0) problems.push(`Killed after ${after} ms, the next upgrade ended so: ${upgrade.printed}`)
    const doctor = await runCommand(env, 'doctor', '--deep')
    if (doctor.code !== 0) problems.push(`Killed after ${after} ms, the doctor found: ${doctor.printed}`)
    for (const name of readdirSync(dir).filter(one => one.includes('.before-'))) {
      const copy = new Database(path.join(dir, name))
      const { integrity_check: check } = copy.prepare('PRAGMA integrity_check').get()
      if (check !== 'ok') problems.push(`Killed after ${after} ms, the copy ${name} is damaged.`)
      copy.close()
    }
    rmSync(dir, { recursive: true })
  }
  const counts = { done: moments.length - killed, refused: 0, unknown: killed }
  return { problems, counts, healed: Math.round(performance.now() - startedAt) }
}
