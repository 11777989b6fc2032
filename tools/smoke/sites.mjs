import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs'
import path from 'node:path'
import { startPostgres } from '@plenum/testkit'
import pg from 'pg'
import { run } from './programs.mjs'
import { addressIn } from './service.mjs'

const password = 'Smoke-password-1'
const authorization = `Basic ${btoa(`admin:${password}`)}`
const headers = { accept: 'application/json', 'content-type': 'application/json', authorization }

/** A site on SQLite. `keep` does nothing, because the upgrade copies the database. */
export async function sqliteSite(folder) {
  mkdirSync(folder)
  return {
    env: { DATA_DIR: folder },
    keep: async () => {},
    goBack: async () => {
      const copy = readdirSync(folder).find(name => name.startsWith('plenum.sqlite.before-'))
      if (copy === undefined) return false
      for (const ending of ['', '-wal', '-shm'])
        if (existsSync(path.join(folder, `plenum.sqlite${ending}`)))
          renameSync(path.join(folder, `plenum.sqlite${ending}`), path.join(folder, `upgraded${ending}`))
      renameSync(path.join(folder, copy), path.join(folder, 'plenum.sqlite'))
      return true
    },
    close: async () => {},
  }
}

/** A site on a separate PostgreSQL server. `keep` copies the database, like `createdb --template`. */
export async function postgresSite(folder) {
  mkdirSync(folder)
  const server = await startPostgres()
  const query = async text => {
    const client = new pg.Client({ connectionString: server.url })
    await client.connect()
    await client.query(text).finally(() => client.end())
  }
  await query('CREATE DATABASE plenum')
  const url = new URL(server.url)
  url.pathname = 'plenum'
  return {
    env: { DATA_DIR: folder, DATABASE_URL: url.href },
    keep: () => query('CREATE DATABASE plenum_before TEMPLATE plenum'),
    goBack: async () => {
      await query('ALTER DATABASE plenum RENAME TO upgraded')
      await query('ALTER DATABASE plenum_before RENAME TO plenum')
      return true
    },
    close: server.close,
  }
}

const environment = env => ({
  ...{ PATH: process.env.PATH, HOME: env.DATA_DIR, PORT: '0', PASSWORD_COST: '4', ADMIN_PASSWORD: password },
  ...env,
})

/** Runs a command of the `plenum` program that is installed in `program`. */
export const command = (program, env, ...args) =>
  run(path.join(program, 'node_modules/.bin/plenum'), args, { cwd: env.DATA_DIR, env: environment(env) })

/** Serves the site, calls `task` with its URL, and stops the service. */
export async function served(program, env, task) {
  const plenum = path.join(program, 'node_modules/.bin/plenum')
  const child = spawn(plenum, ['serve'], { cwd: env.DATA_DIR, env: environment(env) })
  let log = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', text => (log += text))
  const ended = once(child, 'exit')
  try {
    await task(await addressIn(child, () => log))
  } catch (error) {
    throw new Error(`${error.message}\n${log}`)
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}

export async function addPage(url, id) {
  const body = JSON.stringify({ '@type': 'Document', id, title: id })
  const { status } = await fetch(url, { method: 'POST', headers, body })
  if (status !== 201) throw new Error(`POST of ${id} is answered with ${status}`)
}

export async function expectPages(url, statuses) {
  for (const [id, expected] of Object.entries(statuses)) {
    const { status } = await fetch(`${url}/${id}`, { headers })
    if (status !== expected) throw new Error(`GET /${id} is answered with ${status} instead of ${expected}`)
  }
}
