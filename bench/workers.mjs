// What several workers cost, and what they get done: processor time of all server processes for a request. Processes that
// share processors with each other and with the one that sends cost more even where they share nothing else: node:http with
// and without workers tells how much.
import { inTurns, median } from './contest.mjs'
import { answerTo } from './frame/answers.mjs'
import { processorTimeOf } from './frame/processorTime.mjs'
import { startGenerator, startNodeWorkers, startPlenum } from './frame/programs.mjs'
import { showResults } from './frame/results.mjs'
import { authorization } from './site.mjs'

const [connectionsOfEach, rounds] = [32, 5]
const requestsOfRun = 10_000
/** What one process has to answer until its code is compiled for what is asked. */
const requestsToWarmUp = 25_000
/** How much more processor time a request may take with two workers. */
const most = 1.15

const counts = [1, 2]
const page = { path: '/page/child-0', status: 200 }
const login = { headers: { authorization } }
const cold = { KEPT_ANSWERS: '0' }
const search = { path: '/@search?portal_type=Talk&sort_on=start', status: 200 }
const plenum = settings => counts.map(count => startPlenum('conference', { ...settings, WORKERS: String(count) }))

const generator = startGenerator('plainGenerator.mjs')
const rows = [
  await rowOf('content GET, kept', plenum({}), page),
  await rowOf('content GET, kept, Basic', plenum({}), { ...page, ...login }),
  await rowOf('content GET, made each time', plenum(cold), page),
  await rowOf('@search, 25 hits, made each time', plenum(cold), search),
]
const { isHeld, ...ofNode } = await rowOf('node:http with the first answer', await nodeServers(), page)
rows.push({ ...ofNode, isHeld: '' })
generator.stop()

async function nodeServers() {
  const server = await startPlenum('conference')
  const answer = await answerTo(server, page)
  await server.stop()
  return counts.map(async count => {
    const { give, stop } = await startNodeWorkers(count)
    return { ...(await give(answer)), stop }
  })
}

async function rowOf(request, starting, { path, ...asked }) {
  const servers = await Promise.all(starting)
  const send = (server, amount) =>
    generator.send({
      ...asked,
      url: server.url + path,
      amount,
      connections: connectionsOfEach * counts[servers.indexOf(server)],
    })
  for (const [i, server] of servers.entries()) await send(server, counts[i] * requestsToWarmUp)
  const figures = await inTurns(servers, rounds, async server => {
    const before = processorTimeOf(server.pid)
    const { count, seconds, p99 } = await send(server, requestsOfRun)
    return { cpu: (processorTimeOf(server.pid) - before) / count, rate: count / seconds, p99 }
  })
  for (const { stop } of servers) await stop()
  return cellsOf(request, figures)
}

function cellsOf(request, [one, two]) {
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
    `Processor time of all server processes for one request, the primary process too: medians of ${rounds} rounds in which both take turns, ${connectionsOfEach} connections for each process, which stay open. The ratio is that within a round. Throughput and p99, and the cost of waking up, depend on how many processors are left beside the process that sends: node:http tells by how much.`,
  ],
})
if (rows.some(({ isHeld }) => isHeld === 'NO')) process.exitCode = 1
