// Sends the requests of a bystander from an address that no attacker uses.
import http from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

const localAddress = '127.0.0.10'
/** The maximum idle time of a request, in milliseconds, after which the request is aborted. */
const defaultTimeout = 120_000

/**
 * Sends a request. Returns its status, and the number of milliseconds until the complete response has arrived. The
 * status is 0 if the request fails.
 */
export function timeRequest(port, { method = 'GET', path, as, body, timeout = defaultTimeout }) {
  const startedAt = performance.now()
  const about =
    body === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }
  const headers = { ...about, ...(as === undefined ? {} : { Authorization: as }) }
  return new Promise(resolve => {
    const settle = status => resolve({ status, ms: performance.now() - startedAt })
    const req = http.request({ port, host: '127.0.0.1', localAddress, agent: false, method, path, headers }, res =>
      res
        .resume()
        .on('end', () => settle(res.statusCode))
        .on('error', () => settle(0)),
    )
    req.on('error', () => settle(0))
    req.setTimeout(timeout, () => req.destroy())
    req.end(body)
  })
}

/**
 * Repeats the requests one after another. Returns a function that stops the repetition and resolves to the durations by
 * request name and to the numbers of failures.
 */
export function repeat(port, requests, pause = 100) {
  const figures = { times: Object.fromEntries(requests.map(({ name }) => [name, []])), failed: {} }
  let isOver = false
  const going = (async () => {
    for (let round = 0; !isOver; round++)
      for (const { name, request } of requests) {
        if (isOver) break
        const { status, ms } = await timeRequest(port, request(round))
        figures.times[name].push(ms)
        if (status < 200 || status > 299)
          figures.failed[`${name}: ${status}`] = (figures.failed[`${name}: ${status}`] ?? 0) + 1
        await delay(pause)
      }
  })()
  return async () => {
    isOver = true
    await going
    return figures
  }
}
