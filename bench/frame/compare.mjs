// Measures the cost of requests to `plenum serve`, compared with node:http and Express, which send the same response in
// the same run.
import { authorization, manager, password } from '../site.mjs'
import { answerTo } from './answers.mjs'
import { contest } from './contests.mjs'
import { startGenerator, startPlenum, startYardstick } from './programs.mjs'

/** Measures requests to `plenum serve` with the given settings, and returns one row per request and caller. */
export async function compare(requests, settings) {
  const generator = startGenerator()
  const yardsticks = {}
  for (const kind of ['node', 'express', 'guarded']) yardsticks[kind] = await startYardstick(kind)
  const rows = []
  for (const site of new Set(requests.map(request => request.site))) {
    const server = await startPlenum(site, settings)
    const logins = await loginsOf(server)
    const ownRequests = requests.filter(request => request.site === site)
    await warmUp({ generator, yardsticks, server, logins }, ownRequests)
    for (const request of ownRequests)
      for (const caller of request.callers) {
        rows.push(await rowOf({ generator, yardsticks, server, caller }, withLogin(request, logins[caller])))
        console.log(`${request.name}, ${caller}: ${rows.at(-1).plenum.toFixed(0)} µs`)
      }
    await server.stop()
  }
  generator.stop()
  for (const { stop } of Object.values(yardsticks)) await stop()
  return rows
}

/**
 * Warms up the server, so that the first request is measured like later requests. Each caller sends read requests for
 * one second, because some code runs only for certain callers. The comparison servers (`yardsticks`) then serve the
 * response to the first request for one second per read request. During this time, the measured server compiles code in
 * the background, which would otherwise affect the measurement.
 */
async function warmUp({ generator, yardsticks, server, logins }, requests) {
  const reading = requests.filter(({ method = 'GET' }) => method === 'GET')
  const load = { status: 200, connections: 32, seconds: 1 }
  for (const { path, callers } of reading)
    for (const caller of callers) await generator.send({ ...load, url: server.url + path, headers: logins[caller] })
  const [{ path }] = reading
  const answer = await answerTo(server, { path, headers: { authorization } })
  for (const { give } of Object.values(yardsticks)) {
    const { url } = await give(answer)
    await generator.send({ ...load, url: url + path, headers: { authorization }, seconds: reading.length })
  }
}

async function loginsOf(server) {
  const body = JSON.stringify({ login: manager.id, password })
  const headers = { 'content-type': 'application/json' }
  const { token } = await (await fetch(`${server.url}/@login`, { method: 'POST', headers, body })).json()
  return { anonymous: {}, Basic: { authorization }, Bearer: { authorization: `Bearer ${token}` } }
}

const withLogin = ({ headers, ...request }, login) => ({ ...request, headers: { ...headers, ...login } })

async function rowOf(
  { generator, yardsticks, server, caller },
  { name, limits, isNotModified, callers, site, ...plainRequest },
) {
  // Uses the second response, because the first response, which is sent before the caches are filled, can differ from
  // all later responses.
  await answerTo(server, plainRequest)
  const first = await answerTo(server, plainRequest)
  const headers = isNotModified
    ? { ...plainRequest.headers, 'if-none-match': first.headers.etag }
    : plainRequest.headers
  const request = { ...plainRequest, headers }
  const answer = isNotModified ? await answerTo(server, request) : first
  const kinds = ['node', 'express', ...(caller === 'Basic' ? ['guarded'] : [])]
  const others = await Promise.all(kinds.map(kind => yardsticks[kind].give(answer)))
  const [ours, node, express, guarded] = await contest(generator, [server, ...others], request, answer.status)
  const { cpu: plenum, p50, p99, rss } = ours
  const times = { toExpress: 1 / express.times, toNode: 1 / node.times }
  const verdict = { limit: wordOfLimits(limits), isHeld: isHeld(limits, times) ? 'yes' : 'NO' }
  const costs = { plenum, node: node.cpu, express: express.cpu, guarded: guarded?.cpu }
  return { request: name, caller, bytes: answer.size, ...costs, ...times, ...verdict, p50, p99, rss: rss / 2 ** 20 }
}

function wordOfLimits({ express, node }) {
  const words = [express && `${express.toFixed(2)} of Express`, node && `${node.toFixed(2)} of node:http`]
  return words.filter(Boolean).join(', ')
}

const isHeld = ({ express = 0, node = 0 }, { toExpress, toNode }) => toExpress >= express && toNode >= node
