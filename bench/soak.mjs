// Measures the memory of the service under mixed load (reads, searches, changes and votes), with a cache of 16 MB.
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { median } from './contest.mjs'
import { lineChart } from './frame/charts.mjs'
import { startPlenum } from './frame/programs.mjs'
import { writeResults } from './frame/results.mjs'
import { startVisitors } from './soak/visitors.mjs'

const usualMinutes = 10
const { values } = parseArgs({ options: { minutes: { type: 'string' } }, args: process.argv.slice(3) })
const minutes = Number(values.minutes ?? usualMinutes)
/**
 * The start of the comparison as a fraction of the duration, and the maximum ratio of the memory at the end to the
 * memory at the start of the comparison.
 */
const [begin, most] = [0.3, 1.1]

const server = await startPlenum('conference', { KEPT_ANSWERS: String(16 * 1024 * 1024) })
const visitors = startVisitors(server.url)
const started = performance.now()
const samples = []
while (performance.now() - started < minutes * 60_000) {
  await delay(1000)
  const { rss, cpu } = await server.usage()
  samples.push({ minute: (performance.now() - started) / 60_000, rss: rss / 2 ** 20, cpu: cpu / 1e6 })
}
const counts = await visitors.stop()
await server.stop()

/**
 * Returns the median of the samples from a part of the measurement that begins at the fraction `share`. This part
 * contains a twentieth of all samples, but at least five, because a single sample is not representative: the size of
 * the heap fluctuates.
 */
function memoryFrom(share) {
  const count = Math.max(5, Math.ceil(samples.length / 20))
  const first = Math.min(Math.floor(samples.length * share), samples.length - count)
  return median(samples.slice(first, first + count).map(({ rss }) => rss))
}

const [early, late] = [memoryFrom(begin), memoryFrom(0.95)]
const rows = [
  {
    ...{ minutes, ...counts, early, late, ratio: late / early, limit: `${most.toFixed(2)}` },
    ...{ isHeld: late / early <= most && counts.failed === 0 ? 'yes' : 'NO', cpu: samples.at(-1).cpu },
  },
]
const columns = [
  { key: 'minutes', title: 'Minutes', digits: 1 },
  { key: 'reads', title: 'Reads' },
  { key: 'searches', title: 'Searches' },
  { key: 'changes', title: 'Changes' },
  { key: 'votes', title: 'Votes' },
  { key: 'failed', title: 'Failed' },
  { key: 'cpu', title: 'Processor, s', digits: 1 },
  { key: 'early', title: 'Memory after 30 %, MiB', digits: 1 },
  { key: 'late', title: 'Memory at the end, MiB', digits: 1 },
  { key: 'ratio', title: 'Ratio', digits: 2 },
  { key: 'limit', title: 'At most' },
  { key: 'isHeld', title: 'Held' },
]
const points = samples.map(({ minute, rss }) => [minute, rss])
writeResults('soak', {
  ...{ title: 'Memory under mixed load', columns, rows },
  chart: setting =>
    lineChart({ title: 'Memory under mixed load', setting, points, unit: 'Memory of the process, MiB' }),
})
if (rows[0].isHeld === 'NO') process.exitCode = 1
