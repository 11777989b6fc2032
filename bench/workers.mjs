// What several workers cost, and what they get done: processor time of all server processes for a request.
import { inTurns, median } from './contest.mjs'
import { processorTimeOf } from './frame/processorTime.mjs'
import { startGenerator, startPlenum } from './frame/programs.mjs'
import { showResults } from './frame/results.mjs'
import { authorization } from './site.mjs'

const [connections, rounds] = [32, 5]
const requestsOfRun = 10_000
/** What one process has to answer until its code is compiled for what is asked. */
const requestsToWarmUp = 25_000
/** How much more processor time a request may take with two workers. */
const most = 1.15

const page = { path: '/page/child-0', status: 200 }
const login = { headers: { authorization } }
const contests = [
  { name: 'content GET, kept', settings: {}, ...page },
  { name: 'content GET, kept, Basic', settings: {}, ...page, ...login },
  { name: 'content GET, made each time', settings: { KEPT_ANSWERS: '0' }, ...page },
  {
    name: '@search, 25 hits, made each time',
    settings: { KEPT_ANSWERS: '0' },
    path: '/@search?portal_type=Talk&sort_on=start',
    status: 200,
  },
]

const generator = startGenerator()
const rows = []
for (const { name, settings, path, ...request } of contests) {
  const servers = []
  for (const count of ['1', '2']) servers.push(await startPlenum('conference', { ...settings, WORKERS: count }))
  const send = (server, load) => generator.send({ ...request, ...load, url: server.url + path, connections })
  for (const [i, server] of servers.entries()) await send(server, { amount: (i + 1) * requestsToWarmUp })
  const figures = await inTurns(servers, rounds, async server => {
    const before = processorTimeOf(server.pid)
    const { count, seconds, p99 } = await send(server, { amount: requestsOfRun })
    return { cpu: (processorTimeOf(server.pid) - before) / count, rate: count / seconds, p99 }
  })
  for (const { stop } of servers) await stop()
  rows.push(rowOf(name, figures))
}
generator.stop()

function rowOf(request, [one, two]) {
  const ratio = median(two.map(({ cpu }, round) => cpu / one[round].cpu))
  const of = (figures, key) => median(figures.map(figure => figure[key]))
  const judged = { ratio, isHeld: ratio <= most ? 'yes' : 'NO' }
  const costs = { cpuOne: of(one, 'cpu'), cpuTwo: of(two, 'cpu'), ...judged }
  return {
    request,
    ...costs,
    rateOne: of(one, 'rate'),
    rateTwo: of(two, 'rate'),
    p99One: of(one, 'p99'),
    p99Two: of(two, 'p99'),
  }
}

showResults({
  title: 'Two workers beside one',
  columns: [
    { key: 'request', title: 'Request' },
    { key: 'cpuOne', title: '1 process, µs' },
    { key: 'cpuTwo', title: '2 workers, µs' },
    { key: 'ratio', title: 'Ratio', digits: 2 },
    { key: 'isHeld', title: `At most ${most}` },
    { key: 'rateOne', title: '1: a second' },
    { key: 'rateTwo', title: '2: a second' },
    { key: 'p99One', title: '1: p99, ms', digits: 1 },
    { key: 'p99Two', title: '2: p99, ms', digits: 1 },
  ],
  rows,
  notes: [
    `Processor time of all server processes for one request, the primary process too: medians of ${rounds} rounds in which both take turns, ${connections} connections that stay open. The ratio is that within a round. Throughput and p99 depend on how many processors are left beside the process that sends.`,
  ],
})
if (rows.some(({ isHeld }) => isHeld === 'NO')) process.exitCode = 1
