// A child process that sends requests over persistent connections and measures their durations.
import autocannon from 'autocannon'

const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]

/** Sends `amount` requests, or as many requests as possible in `seconds`. All responses must have the given status. */
async function sendMany({ url, status, amount, seconds, connections, ...request }) {
  const length = amount === undefined ? { duration: seconds } : { amount }
  const running = autocannon({ url, ...request, ...length, connections, timeout: 60, sampleInt: 50 })
  const startedAt = performance.now()
  const times = []
  let last = startedAt
  running.on('response', (_client, _status, _bytes, time) => {
    times.push(time)
    last = performance.now()
  })
  const { statusCodeStats, errors, timeouts } = await running
  const others = times.length - (statusCodeStats[status]?.count ?? 0)
  if (others + errors + timeouts > 0) {
    const statuses = Object.entries(statusCodeStats).map(([code, { count }]) => `${count} with ${code}`)
    return { problem: `of ${times.length} not all answered with ${status}: ${statuses.join(', ')}; ${errors} errors` }
  }
  times.sort((a, b) => a - b)
  return { count: times.length, seconds: (last - startedAt) / 1000, p50: at(times, 0.5), p99: at(times, 0.99) }
}

process.on('message', async load => process.send(await sendMany(load)))
