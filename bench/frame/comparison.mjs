import { barChart } from './charts.mjs'
import { compare } from './compare.mjs'
import { showResults, writeResults } from './results.mjs'

const columns = [
  { key: 'request', title: 'Request' },
  { key: 'caller', title: 'Caller' },
  { key: 'bytes', title: 'Bytes' },
  { key: 'plenum', title: 'Plenum, µs' },
  { key: 'node', title: 'node:http, µs' },
  { key: 'express', title: 'Express, µs' },
  { key: 'guarded', title: 'Express with login and cookies, µs' },
  { key: 'toExpress', title: 'Times of Express', digits: 2 },
  { key: 'toNode', title: 'Times of node:http', digits: 2 },
  { key: 'limit', title: 'At least' },
  { key: 'isHeld', title: 'Held' },
  { key: 'p50', title: 'p50, ms', digits: 1 },
  { key: 'p99', title: 'p99, ms', digits: 1 },
  { key: 'rss', title: 'Memory, MiB' },
]

const notes = [
  'CPU time of the server per request: the median of five rounds. In each round, the servers take turns, with 32 persistent connections from a separate process. Express and node:http send the status, headers and body of the response from Plenum. "Times" is the ratio of the throughput per CPU time: if it is above 1, Plenum needs less CPU time. p50, p99 and memory are those of Plenum, which writes its log.',
]

/**
 * Compares requests and writes the results. If `part` is given, compares only requests whose names contain `part`, and
 * only prints the results. The program exits with code 1 if a limit is exceeded.
 */
export async function writeComparison(name, title, { requests, settings, part, notes: more = [] }) {
  const chosen = requests.filter(request => request.name.includes(part ?? ''))
  const rows = await compare(chosen, settings)
  const chart = setting => chartOf(rows, { title, setting })
  const results = { title, columns, rows, notes: [...notes, ...more], chart }
  if (part === undefined) writeResults(name, results)
  else showResults(results)
  if (rows.some(({ isHeld }) => isHeld === 'NO')) process.exitCode = 1
}

export function chartOf(rows, { title, setting }) {
  const firsts = rows.filter(({ request }, i) => rows.findIndex(row => row.request === request) === i)
  const groups = firsts.map(({ request, caller, toExpress, express, node, guarded }) => ({
    name: caller === 'anonymous' ? request : `${request}, ${caller}`,
    values: [toExpress, express / node, guarded ? express / guarded : null],
  }))
  const series = ['Plenum', 'node:http', 'Express with login and cookies']
  const unit = 'Throughput per CPU time, relative to plain Express 5 with the same bytes'
  return barChart({ title, setting, series, groups, unit })
}
