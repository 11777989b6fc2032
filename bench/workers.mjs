// Measures the throughput of several workers, and the CPU time of all server processes per request. Even unrelated
// processes need more CPU time when they share processors with one another and with the client. Two services with
// separate sites show this additional cost.
import { inRotation, median } from './contest.mjs'
import { processorTimeOf } from './frame/processorTime.mjs'
import { startGenerator, startPlenum } from './frame/programs.mjs'
import { showResults } from './frame/results.mjs'
import { authorization } from './site.mjs'

const [connectionsOfEach, rounds] = [32, 5]
const requestsOfRun = 20_000
/** The number of requests per process that are sent before the measurement, so that the code is compiled. */
const requestsToWarmUp = 25_000
/**
 * The maximum ratio of the CPU time per request with two workers to the CPU time with one process or two separate
 * services, whichever is greater.
 */
const most = 1.15

const page = { path: '/page/child-0' }
const login = { headers: { authorization } }
const cold = { KEPT_ANSWERS: '0' }
const search = { path: '/@search?portal_type=Talk&sort_on=start' }

const generator = startGenerator('plainGenerator.mjs')
const rows = [
  await rowOf('content GET, cached', page, {}),
  await rowOf('content GET, cached, Basic', { ...page, ...login }, {}),
  await rowOf('content GET, made each time', page, cold),
  await rowOf('@search, 25 hits, made each time', search, cold),
]
generator.stop()

function contestantsWith(settings) {
  const start = WORKERS => startPlenum('conference', { ...settings, WORKERS })
  return [
    { services: [start('1')], processes: 1 },
    { services: [start('1'), start('1')], processes: 2 },
    { services: [start('2')], processes: 2 },
  ]
}

async function rowOf(request, { path, ...rest }, settings) {
  const contestants = await Promise.all(contestantsWith(settings).map(started))
  const send = ({ services, processes }, amount) => {
    const urls = services.map(({ url }) => url + path)
    return generator.send({ ...rest, status: 200, urls, amount, connections: connectionsOfEach * processes })
  }
  for (const contestant of contestants) await send(contestant, contestant.processes * requestsToWarmUp)
  const figures = await inRotation(contestants, rounds, async contestant => {
    const before = timeOf(contestant)
    const { count, seconds, p99 } = await send(contestant, requestsOfRun)
    return { cpu: (timeOf(contestant) - before) / count, rate: count / seconds, p99 }
  })
  for (const { services } of contestants) await Promise.all(services.map(({ stop }) => stop()))
  return cellsOf(request, figures)
}

async function started({ services, processes }) {
  return { services: await Promise.all(services), processes }
}

function timeOf({ services }) {
  return services.reduce((sum, { pid }) => sum + processorTimeOf(pid), 0)
}

function cellsOf(request, [one, apart, workers]) {
  const of = (figures, key) => median(figures.map(figure => figure[key]))
  const timesOf = others => median(workers.map(({ cpu }, round) => cpu / others[round].cpu))
  const [timesOne, timesApart] = [timesOf(one), timesOf(apart)]
  return {
    request,
    cpuOne: of(one, 'cpu'),
    cpuApart: of(apart, 'cpu'),
    cpuWorkers: of(workers, 'cpu'),
    timesOne,
    timesApart,
    isHeld: Math.min(timesOne, timesApart) <= most ? 'yes' : 'NO',
    rateOne: of(one, 'rate'),
    rateApart: of(apart, 'rate'),
    rateWorkers: of(workers, 'rate'),
    p99One: of(one, 'p99'),
    p99Workers: of(workers, 'p99'),
  }
}

showResults({
  title: 'Two workers compared with one',
  columns: [
    { key: 'request', title: 'Request' },
    { key: 'cpuOne', title: '1 process, µs' },
    { key: 'cpuApart', title: '2 separate services, µs' },
    { key: 'cpuWorkers', title: '2 workers, µs' },
    { key: 'timesOne', title: 'Times 1 process', digits: 2 },
    { key: 'timesApart', title: 'Times 2 separate services', digits: 2 },
    { key: 'isHeld', title: `At most ${most}` },
    { key: 'rateOne', title: '1 process, per second' },
    { key: 'rateApart', title: '2 separate services, per second' },
    { key: 'rateWorkers', title: '2 workers, per second' },
    { key: 'p99One', title: '1 process, p99, ms', digits: 1 },
    { key: 'p99Workers', title: '2 workers, p99, ms', digits: 1 },
  ],
  rows,
  notes: [
    `CPU time of all server processes for one request, including the primary process: medians of ${rounds} rounds in which all take turns, with ${connectionsOfEach} persistent connections for each process. Ratios are those within a round. The limit holds if the workers meet it compared with one process, or with two separate services: the latter cost more, too, if there are few processors.`,
  ],
})
if (rows.some(({ isHeld }) => isHeld === 'NO')) process.exitCode = 1
