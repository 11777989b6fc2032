// Measures the cost of authentication per request, with a cached password and with a token.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createSite } from '@plenum/core'
import { createNodePlatform } from '@plenum/platform'
import { sqliteStore } from '@plenum/sql-store'
import Database from 'libsql'
import { requestDefaults } from './site.mjs'

const password = 'Secret-password-1'
const dir = mkdtempSync(path.join(tmpdir(), 'plenum-bench-'))
const store = sqliteStore({ open: () => new Database(path.join(dir, 'bench.sqlite')) })
const platform = createNodePlatform(store, { passwordCost: 10 })
const site = createSite(platform)
await site.initialize({ title: 'Bench', creator: 'ana' })
await site.createUser({ username: 'ana', email: 'ana@example.org', password, roles: ['Manager'] })

const caller = { kind: 'anonymous' }
const ask = (name, input) => site.run(name, { ...requestDefaults, path: '/', caller, input: () => input })
const logIn = async () => (await ask('logIn', { body: { login: 'ana', password } })).token
const token = await logIn()

/**
 * Returns the microseconds per call in the fastest of 12 runs. The fastest run is the most accurate, because other
 * processes slow down only some of the runs.
 */
async function timeOf(count, task) {
  const times = []
  for (let run = 0; run < 12; run++) {
    const startedAt = performance.now()
    for (let i = 0; i < count; i++) await task(i)
    times.push(((performance.now() - startedAt) * 1000) / count)
  }
  return Math.min(...times)
}

const print = (what, time) => console.log(`${what.padEnd(44)} ${time.toFixed(1).padStart(7)} µs`)

console.log('Authentication in the process, on SQLite: microseconds, fastest of 12 runs')
print('a cached password', await timeOf(2000, () => site.authenticate('ana', password)))
print('a cached token', await timeOf(2000, () => site.memberWithToken(token)))
const login = { id: 'bench', issued: Date.now() }
print('reading the account of a user', await timeOf(2000, () => platform.users.account('ana', login)))
const fresh = []
for (let i = 0; i < 12 * 200; i++) fresh.push(await logIn())
print('a token that is new to the process', await timeOf(200, () => site.memberWithToken(fresh.pop())))
print('@login with a cached password', await timeOf(200, logIn))
await store.close()
rmSync(dir, { recursive: true, force: true })
