// Measures the requests of growth.mjs on PostgreSQL, with copies of the same sites. The CPU time is the sum of the CPU
// times of the service and of PostgreSQL. PLENUM_TEST_POSTGRES can refer to a server on this machine, which keeps the
// sites for the next run. Otherwise, a temporary server is started.

import path from 'node:path'
import { startPostgres } from '@plenum/testkit'
import pg from 'pg'
import { readConfig } from '../packages/server/dist/config.js'
import { copySite } from '../packages/server/dist/portable/copySite.js'
import { processorTimeOf } from './frame/processorTime.mjs'
import { measureGrowth, sizes, warm } from './growthCases.mjs'
import { storedSite } from './growthSite.mjs'
import { startProgram } from './load.mjs'

const program = new URL('growthServer.mjs', import.meta.url)
const own = process.env.PLENUM_TEST_POSTGRES
  ? null
  : await startPostgres({ fsync: 'on', shared_buffers: '256MB', max_connections: '200' })
const administrator = new pg.Client({ connectionString: own?.url ?? process.env.PLENUM_TEST_POSTGRES })
await administrator.connect()
const postmaster = await pidOfServer()

const servers = []
for (const size of sizes) {
  const url = await copiedSite(size)
  const server = await startProgram(program, ['/none'], { KEPT_ANSWERS: '0', DATABASE_URL: url })
  await warm(server)
  const writer = new pg.Client({ connectionString: url })
  await writer.connect()
  await writer.query('SET synchronous_commit = off')
  servers.push({
    ...server,
    cpu: async () => (await server.cpu()) + processorTimeOf(postmaster),
    forget: () => writer.query('UPDATE store SET stamp = gen_random_uuid()::text'),
    stop: async () => {
      await writer.end()
      await server.stop()
    },
  })
}

await measureGrowth(servers, {
  name: 'growth-postgres',
  title: 'Requests to sites of several sizes on PostgreSQL',
  filter: process.argv[3],
  notes: [
    'CPU time of the service and of PostgreSQL for the first of several identical requests. Before each measurement, another client writes. Medians of five rounds, or of eleven if the cost of a hit is shown.',
  ],
})
for (const server of servers) await server.stop()
await administrator.end()
await own?.close()

async function pidOfServer() {
  const { rows } = await administrator.query('SELECT pg_read_file($1) AS text', ['postmaster.pid'])
  return Number(rows[0].text.split('\n')[0])
}

async function copiedSite(size) {
  const dir = await storedSite(size)
  const name = `growth_${path.basename(dir).replace('-', '_')}`
  const url = Object.assign(new URL(own?.url ?? process.env.PLENUM_TEST_POSTGRES), { pathname: name }).href
  const { rows } = await administrator.query('SELECT FROM pg_database WHERE datname = $1', [name])
  if (rows.length > 0) return url
  await administrator.query(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`)
  const startedAt = performance.now()
  await copySite(dir, url, readConfig({}))
  console.log(`Copied the site of ${size} objects in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
  return url
}
