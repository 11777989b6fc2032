// Measures the cost of uncached responses on PostgreSQL, compared with the same site on SQLite. The cost includes the
// processor time of the server process, but not that of PostgreSQL. An argument selects the requests whose names
// contain it.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { startPostgres } from '@plenum/testkit'
import { inRotation, median } from './contest.mjs'
import { processorTimeOf } from './frame/processorTime.mjs'
import { startGenerator, startPlenum } from './frame/programs.mjs'
import { showResults } from './frame/results.mjs'
import { coldRequests } from './requests.mjs'
import { authorization } from './site.mjs'
import { copyOfSite } from './sites/storedSite.mjs'

const [connections, rounds] = [32, 5]
const [requestsOfRun, requestsToWarmUp] = [1500, 5000]
const most = 2
const site = 'conference'

const postgres = await startPostgres()
await fillPostgres()
const settings = { KEPT_ANSWERS: '0' }
const servers = [
  await startPlenum(site, settings),
  await startPlenum(site, { ...settings, DATABASE_URL: postgres.url }),
]
const generator = startGenerator()
const rows = []
const part = process.argv[3] ?? ''
for (const { name, path: address, callers } of coldRequests.filter(
  one => one.site === site && one.name.includes(part),
)) {
  const headers = callers.includes('anonymous') ? {} : { headers: { authorization } }
  const send = (server, amount) =>
    generator.send({ url: server.url + address, status: 200, connections, amount, ...headers })
  for (const server of servers) await send(server, requestsToWarmUp)
  const [sqlite, other] = await inRotation(servers, rounds, async server => {
    const before = processorTimeOf(server.pid)
    const { count } = await send(server, requestsOfRun)
    return (processorTimeOf(server.pid) - before) / count
  })
  const ratio = median(other.map((cpu, round) => cpu / sqlite[round]))
  const isHeld = ratio <= most ? 'yes' : 'NO'
  rows.push({ request: name, sqlite: median(sqlite), postgres: median(other), ratio, isHeld })
}
generator.stop()
for (const { stop } of servers) await stop()
await postgres.close()

async function fillPostgres() {
  const dir = mkdtempSync(path.join(tmpdir(), 'plenum-bench-'))
  await copyOfSite(site, dir)
  const plenum = fileURLToPath(new URL('../packages/server/bin/plenum.js', import.meta.url))
  execFileSync(process.execPath, [plenum, 'copy', '--from', dir, '--to', postgres.url], { stdio: 'ignore' })
  rmSync(dir, { recursive: true })
}

showResults({
  title: 'Requests with uncached responses, on PostgreSQL',
  columns: [
    { key: 'request', title: 'Request' },
    { key: 'sqlite', title: 'SQLite, µs' },
    { key: 'postgres', title: 'PostgreSQL, µs' },
    { key: 'ratio', title: 'Ratio', digits: 2 },
    { key: 'isHeld', title: `At most ${most}` },
  ],
  rows,
  notes: [
    `CPU time of the serving process for one request: medians of ${rounds} rounds in which both take turns, with ${connections} persistent connections. The ratio is that within a round. PostgreSQL has separate processes, which are not counted.`,
  ],
})
if (rows.some(({ isHeld }) => isHeld === 'NO')) process.exitCode = 1
