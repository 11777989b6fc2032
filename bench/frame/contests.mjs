// Measures the cost of a request that is sent to several servers in rotation.
import { inRotation, median } from '../contest.mjs'

const connections = 32
const rounds = 5
const [calibration, secondsOfRun] = [0.3, 0.5]

/** Returns the number of requests that take about half a second in total, but at least two requests per connection. */
async function amountFor(generator, load) {
  const { count, seconds } = await generator.send({ ...load, seconds: calibration })
  return Math.max(2 * connections, Math.round((count / seconds) * secondsOfRun))
}

/**
 * Returns the medians of five rounds for each server: `cpu` in microseconds per request, `p50` and `p99` in
 * milliseconds, and the memory (`rss`) after the last round. `times` is the throughput per CPU time, relative to the
 * first server in the same round.
 */
export async function contest(generator, servers, request, status) {
  const loadOf = ({ url }) => ({ ...request, url: url + request.path, status, connections })
  const amounts = new Map()
  for (const server of servers) amounts.set(server, await amountFor(generator, loadOf(server)))
  const figures = await inRotation(servers, rounds, async server => {
    const before = await server.usage()
    const { count, p50, p99 } = await generator.send({ ...loadOf(server), amount: amounts.get(server) })
    const { cpu, rss } = await server.usage()
    return { cpu: (cpu - before.cpu) / count, p50, p99, rss }
  })
  const medianOf = (of, key) => median(of.map(figure => figure[key]))
  return figures.map(of => ({
    cpu: medianOf(of, 'cpu'),
    p50: medianOf(of, 'p50'),
    p99: medianOf(of, 'p99'),
    rss: of.at(-1).rss,
    times: median(of.map(({ cpu }, round) => figures[0][round].cpu / cpu)),
  }))
}
