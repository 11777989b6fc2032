// `npm run bench -- NAME` runs one case, and `all` runs every case, one after another.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The cases that write their results to `results`. */
const cases = {
  cached: 'requests with cached responses, compared with node:http and Express',
  cold: 'requests with uncached responses, compared with node:http and Express',
  growth: 'cost of requests by site size',
  writers: 'throughput of writers, and their effect on other clients',
  soak: 'memory during ten minutes of mixed load; --minutes N sets another duration',
}
const others = {
  files: 'remaining bytes of deleted files; --minutes N, --postgres',
  import: 'import of a Plone export with 10,000 objects and 2 GiB of files, and its effect on other clients',
  attacks: 'effect of attacks on other clients; parts of names select attacks',
  calls: 'CPU time of a response in core, without HTTP; part of a name selects calls',
  ballots: 'durable votes per second, and tallies of a million votes',
  'votes-postgres': 'durable votes per second on PostgreSQL',
  'growth-postgres': 'cost of requests by site size on PostgreSQL',
  'cold-postgres': 'requests with uncached responses on PostgreSQL, compared with SQLite',
  logins: 'cost of authentication',
  memoize: 'memoized functions compared with other libraries, on Redis; --hits measures only hits',
  workers: 'cost and throughput of two workers compared with one',
  pages: 'cached pages compared with cached JSON of the same size',
  coldPages:
    'pages and forms without cached responses, with 200 sessions; --crowded: the desk with 5,000 slots on a day',
  parts: 'cost of schedules, workflows and histories by size, without HTTP',
}
const fileOf = name => new URL(name === 'attacks' ? './attacks/run.mjs' : `./${name}.mjs`, import.meta.url)

const [name, ...more] = process.argv.slice(2)
if (name === 'all') runAll()
else if (name in { ...cases, ...others }) await import(fileOf(name))
else showNames()

function runAll() {
  const self = fileURLToPath(import.meta.url)
  for (const each of Object.keys(cases)) {
    const args = each === 'soak' ? more : []
    const { status } = spawnSync(process.execPath, [self, each, ...args], { stdio: 'inherit' })
    if (status !== 0) process.exitCode = 1
  }
}

function showNames() {
  console.log('npm run bench -- NAME, where NAME is all, or one of')
  for (const [each, what] of Object.entries({ ...cases, ...others })) console.log(`  ${each.padEnd(16)} ${what}`)
  process.exitCode = 1
}
