// How requests grow with the site: CPU microseconds of `plenum serve` per request, at 1,000, 10,000 and 100,000 objects.
// What it keeps of sites is in the folder for temporary files, or in BENCH_SITES.

import { showResults, writeResults } from './frame/results.mjs'
import { keptSite, member } from './growthSite.mjs'
import { sendMany, startProgram } from './load.mjs'
import { inRounds, median, ratioOf } from './measure.mjs'
import { password } from './site.mjs'

const sizes = [1000, 10_000, 100_000]
const program = new URL('growthServer.mjs', import.meta.url)
const authorization = `Basic ${Buffer.from(`${member}:${password}`).toString('base64')}`

/** `limit` is that of the ratio of the largest site to the smallest; `most` that of its microseconds. */
const cases = [
  { name: 'content GET', path: '/area-0/page-20', limit: 1.2 },
  { name: '@workflow', path: '/area-0/page-20/@workflow', limit: 1.2 },
  { name: '@poll', path: '/poll/@poll', limit: 1.2 },
  {
    name: 'type, newest first, 80 % hit',
    path: '/@search?portal_type=Document&sort_on=modified&sort_order=reverse',
    limit: 2,
  },
  { name: 'type, by modified, 80 % hit', path: '/@search?portal_type=Document&sort_on=modified', limit: 2 },
  {
    name: 'type and state, by title',
    path: '/@search?portal_type=News%20Item&review_state=published&sort_on=sortable_title',
    limit: 2,
  },
  {
    name: 'state, by effective',
    path: '/@search?review_state=published&sort_on=effective&sort_order=reverse',
    limit: 2,
  },
  { name: 'all, by created', path: '/@search?sort_on=created&sort_order=reverse', limit: 2 },
  {
    name: 'children of a container, by position',
    path: '/area-0/@search?path.depth=1&sort_on=getObjPositionInParent',
    limit: 2,
  },
  { name: 'children of a container, by title', path: '/area-0/@search?path.depth=1&sort_on=sortable_title', limit: 2 },
  { name: 'text, 200 hits', path: '/@search?SearchableText=river*', limit: 3 },
  { name: 'text, 80 % hit', path: '/@search?SearchableText=valley', most: 100_000 },
  { name: 'subtree, 30 % hit, by modified', path: '/area-0/@search?portal_type=Document&sort_on=modified' },
  { name: 'creator, 5 % hit, by modified', path: '/@search?Creator=editor-7&sort_on=modified' },
]
const callers = [
  ['anonymous', {}],
  ['a member', { authorization }],
]
const asked = process.argv[3]

const servers = []
for (const size of sizes) {
  const begun = performance.now()
  const dir = await keptSite(size)
  const seconds = (performance.now() - begun) / 1000
  if (seconds > 1) console.log(`Made the site of ${size} objects in ${seconds.toFixed(0)} s`)
  const server = await startProgram(program, [dir], { KEPT_ANSWERS: '0' })
  // So that the code of all servers is compiled before the first figure.
  for (const { path } of cases.filter(({ limit }) => limit))
    await sendMany(server, { path }, { amount: 300, connections: 4 })
  servers.push(server)
}

const rows = []
for (const [caller, headers] of callers)
  for (const { name, path, limit, most } of cases) {
    if (asked && !`${name}, ${caller}`.includes(asked)) continue
    const figures = await inRounds(
      3,
      servers.map(server => () => cpuOf(server, { path, headers })),
    )
    const ratio = ratioOf(figures.at(-1), figures[0])
    const costs = Object.fromEntries(sizes.map((size, i) => [size, median(figures[i])]))
    const isHeld = (limit ?? Infinity) >= ratio && (most ?? Infinity) >= costs[sizes.at(-1)]
    const bound = limit ? limit.toFixed(1) : most ? `${most} µs` : ''
    rows.push({ request: name, caller, ...costs, ratio, limit: bound, isHeld: isHeld ? 'yes' : 'NO' })
    console.log(`${name}, ${caller}: ${ratio.toFixed(1)}`)
  }

for (const server of servers) await server.stop()

const columns = [
  { key: 'request', title: 'Request' },
  { key: 'caller', title: 'Caller' },
  ...sizes.map(size => ({ key: String(size), title: `${size} objects, µs` })),
  { key: 'ratio', title: 'Ratio', digits: 1 },
  { key: 'limit', title: 'At most' },
  { key: 'isHeld', title: 'Held' },
]
const notes = ['Processor time of the server for one request whose answer is made each time; medians of three rounds.']
const results = { title: 'Requests to sites of several sizes', columns, rows, notes }
if (asked) showResults(results)
else writeResults('growth', results)
if (rows.some(({ isHeld }) => isHeld === 'NO')) process.exitCode = 1

/** As many requests as take about half a second. */
async function cpuOf(server, request) {
  const begun = performance.now()
  for (let i = 0; i < 3; i++) await (await fetch(server.url + request.path, request)).arrayBuffer()
  const amount = Math.min(800, Math.max(8, Math.round(1500 / (performance.now() - begun))))
  return (await sendMany(server, request, { amount, connections: 4 })).cpu
}
