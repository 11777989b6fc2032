// `npm run bench -- NAME` runs one case, and `all` runs every case, one after another.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The cases that write their results to `results`. */
const cases = {
  kept: 'requests with cached answers, compared with node:http and Express',
  cold: 'requests with answers computed each time, compared with node:http and Express',
  growth: 'cost of requests by the size of the site',
  writers: 'throughput of writers, and their effect on others',
  soak: 'memory under ten minutes of mixed load; --minutes N for another duration',
}
const others = {
  files: 'remains of deleted files; --minutes N, --postgres',
  import: 'import of a Plone export with 10,000 objects and 2 GiB of files, and its effect on others',
  attacks: 'effect of attacks on others; parts of names select some',
  calls: 'time of an answer in core, within the process; part of a name selects some',
  ballots: 'durable votes a second, and tallies of a million',
  'votes-postgres': 'durable votes a second on PostgreSQL',
  'growth-postgres': 'cost of requests by the size of the site on PostgreSQL',
  'cold-postgres': 'requests with answers computed each time on PostgreSQL, compared with SQLite',
  logins: 'cost of identifying the caller',
  memoize: 'memoized functions compared with other libraries, on Redis; --hits measures only hits',
  workers: 'cost and throughput of two workers compared with one',
  pages: 'cached pages compared with cached JSON of the same size',
  coldPages:
    'pages and forms without cached responses, with 200 sessions; --crowded: the desk with 5,000 slots on a day',
  parts: 'schedules, workflows and histories in the process, by their size',
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
