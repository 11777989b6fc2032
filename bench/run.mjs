// `npm run bench -- NAME`: a case for the cost of the service, one of the others, or `all` cases one after the other.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Cases that write their results into `results`. */
const cases = {
  kept: 'requests whose answers are kept, beside node:http and Express',
  cold: 'requests whose answers are made each time, beside node:http and Express',
  growth: 'how requests grow with the site',
  writers: 'what writers get done, and what others notice of it',
  soak: 'memory under ten minutes of mixed load; --minutes N for another time',
}
const others = {
  files: 'what is left of deleted files; --minutes N, --postgres',
  import: 'an export of Plone with 10,000 objects and 2 GiB of files, and what others notice of it',
  attacks: 'what attacks do to others; parts of names choose among them',
  calls: 'what core takes for an answer, in the process; a part of a name chooses among them',
  ballots: 'durable votes a second, and tallies of a million',
  'votes-postgres': 'durable votes a second on PostgreSQL',
  'growth-postgres': 'how requests grow with the site on PostgreSQL',
  'cold-postgres': 'requests whose answers are made each time on PostgreSQL, beside SQLite',
  logins: 'what it costs to say who asks',
  memoize: 'memoized functions beside other libraries, on Redis',
  workers: 'what two workers cost beside one, and what they get done',
  pages: 'kept pages beside kept JSON of the same size',
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
