// Defines the requests whose cost may grow with the size of the site, measures these requests, and checks how much more
// they cost on larger sites.
import { showResults, writeResults } from './frame/results.mjs'
import { member } from './growthSite.mjs'
import { sendMany } from './load.mjs'
import { inRounds, median, ratioOf } from './measure.mjs'
import { password } from './site.mjs'

export const sizes = [1000, 10_000, 100_000]
const authorization = `Basic ${Buffer.from(`${member}:${password}`).toString('base64')}`

/**
 * The measured requests. `limit` is the maximum ratio of the cost on the largest site to the cost on the smallest site,
 * `most` is the maximum number of microseconds, and `perHit` is the maximum number of microseconds per additional hit.
 */
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
  { name: 'beginning of a word of all texts', path: '/@search?SearchableText=titl*' },
  { name: 'beginning of every word', path: '/@search?SearchableText=word*' },
  { name: 'subtree, by modified', path: '/area-0/@search?portal_type=Document&sort_on=modified', perHit: 1 },
  { name: 'creator, 5 % hit, by modified', path: '/@search?Creator=editor-7&sort_on=modified', perHit: 1 },
  { name: 'creator, 5 % hit, by title', path: '/@search?Creator=editor-7&sort_on=sortable_title', perHit: 1 },
  { name: 'all, by created, from hit 40,000 on', path: '/@search?sort_on=created&b_start=40000' },
]
const callers = [
  ['anonymous', {}],
  ['a member', { authorization }],
]

/** Sends requests to a server before the first measurement, so that the code of the server is already compiled. */
export async function warm(server) {
  for (const { path: at } of cases.filter(({ limit }) => limit))
    await sendMany(server, { path: at }, { amount: 300, connections: 4 })
}

/**
 * Measures servers whose sites have the sizes in `sizes`, and writes the results under `name`. If `filter` is given,
 * only prints the results of requests whose name or caller contains this string. A server provides `cpu` (in
 * microseconds), `longestWait`, and `forget`, which clears its caches.
 */
export async function measureGrowth(servers, { name, title, notes, filter }) {
  const rows = []
  for (const [caller, headers] of callers)
    for (const one of cases) {
      if (filter && !`${one.name}, ${caller}`.includes(filter)) continue
      rows.push(await measureCase(servers, { ...one, caller, headers }))
      console.log(Object.values(rows.at(-1)).join('  '))
    }
  const results = { title, columns, rows, notes: [...notes, ...usualNotes] }
  if (filter) showResults(results)
  else writeResults(name, results)
  if (rows.some(({ isHeld }) => isHeld === 'NO')) process.exitCode = 1
}

/**
 * The number of rounds. Requests that find only a few more hits on larger sites get about twice as many rounds, because
 * dividing a difference by a small number of hits amplifies noise.
 */
const rounds = 5

async function measureCase(servers, { name, caller, path, headers, ...limits }) {
  const request = { path, headers }
  const first = await inRounds(
    limits.perHit ? 2 * rounds + 1 : rounds,
    servers.map(server => () => firstTime(server, request)),
  )
  const again = await inRounds(1, [() => nextTimes(servers.at(-1), request)])
  const hits = await Promise.all(servers.map(server => hitsOf(server, request)))
  return rowOf({ name, caller, limits, first, again: again[0][0], hits })
}

const columns = [
  { key: 'request', title: 'Request' },
  { key: 'caller', title: 'Caller' },
  ...sizes.map(size => ({ key: String(size), title: `${size} objects, µs` })),
  { key: 'ratio', title: 'Ratio', digits: 1 },
  { key: 'perHit', title: 'µs per additional hit', digits: 2 },
  { key: 'limit', title: 'At most' },
  { key: 'isHeld', title: 'Held' },
  { key: 'wait', title: 'Longest wait of other clients, ms' },
  { key: 'again', title: 'Repeated, µs' },
]

const usualNotes = [
  'The longest wait of other clients, and the cost of a repeated request without a write in between, were measured on the largest site.',
]

/**
 * Measures the cost of a request with empty caches, as after a write. Repeats the request for about half a second, but
 * at least three times and at most 100 times.
 */
async function firstTime(server, { path: at, headers }) {
  const send = async () => {
    await server.forget()
    await (await fetch(server.url + at, { headers })).arrayBuffer()
  }
  const startedAt = performance.now()
  for (let i = 0; i < 3; i++) await send()
  const amount = Math.min(100, Math.max(3, Math.round(1500 / (performance.now() - startedAt))))
  await server.longestWait()
  const cpu = await server.cpu()
  for (let i = 0; i < amount; i++) await send()
  return { cpu: ((await server.cpu()) - cpu) / amount, wait: await server.longestWait() }
}

async function nextTimes(server, request) {
  const { cpu } = await sendMany(server, request, { amount: 200, connections: 4 })
  return cpu
}

async function hitsOf(server, { path: at, headers }) {
  return (await (await fetch(server.url + at, { headers })).json()).items_total ?? 0
}

function rowOf({ name, caller, limits, first, again, hits }) {
  const costs = first.map(figures => figures.map(({ cpu }) => cpu))
  const ratio = ratioOf(costs.at(-1), costs[0])
  const largest = median(costs.at(-1))
  // Differences, like ratios, are computed within a round, because the machine may be slower in another round.
  const more = median(costs.at(-1).map((cost, round) => cost - costs[0][round]))
  const perHit = hits.at(-1) > hits[0] ? more / (hits.at(-1) - hits[0]) : 0
  const { limit = Infinity, most = Infinity, perHit: mostPerHit = Infinity } = limits
  const isHeld = ratio <= limit && largest <= most && perHit <= mostPerHit
  return {
    request: name,
    caller,
    ...Object.fromEntries(sizes.map((size, i) => [size, median(costs[i])])),
    ratio,
    ...(mostPerHit < Infinity ? { perHit } : {}),
    limit: wordOf(limits),
    isHeld: isHeld ? 'yes' : 'NO',
    wait: median(first.at(-1).map(({ wait }) => wait)),
    again,
  }
}

function wordOf({ limit, most, perHit }) {
  if (limit) return limit.toFixed(1)
  if (most) return `${most} µs`
  return perHit ? `${perHit} µs a hit` : ''
}
