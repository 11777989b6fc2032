// Measures how the cost of requests grows with the size of the site: the CPU time of `plenum serve` per request in
// microseconds, with 1,000, 10,000 and 100,000 objects. Sites are stored in the temporary folder, or in BENCH_SITES.

import path from 'node:path'
import Database from 'libsql'
import { measureGrowth, sizes, warm } from './growthCases.mjs'
import { storedSite } from './growthSite.mjs'
import { startProgram } from './load.mjs'

const program = new URL('growthServer.mjs', import.meta.url)
const servers = []
for (const size of sizes) {
  const startedAt = performance.now()
  const dir = await storedSite(size)
  const seconds = (performance.now() - startedAt) / 1000
  if (seconds > 1) console.log(`Made the site of ${size} objects in ${seconds.toFixed(0)} s`)
  const server = await startProgram(program, [dir], { KEPT_ANSWERS: '0' })
  await warm(server)
  servers.push({ ...server, forget: forgetting(path.join(dir, 'plenum.sqlite')) })
}

await measureGrowth(servers, {
  name: 'growth',
  title: 'Requests to sites of several sizes',
  filter: process.argv[3],
  notes: [
    'CPU time of the server for the first of several identical requests. Before each measurement, another client writes. Medians of five rounds, or of eleven if the cost of a hit is shown.',
  ],
})
for (const server of servers) await server.stop()

function forgetting(file) {
  const database = new Database(file)
  database.exec('PRAGMA busy_timeout = 10000')
  database.exec('PRAGMA synchronous = OFF')
  const write = database.prepare('UPDATE store SET stamp = lower(hex(randomblob(16)))')
  return () => write.run()
}
