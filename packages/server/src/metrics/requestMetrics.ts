import type { ServerResponse } from 'node:http'
import { factsOf } from '@plenum/express-adapter'
import { Histogram, type Registry } from 'prom-client'

export type CountRequest = (res: ServerResponse, milliseconds: number) => void

/**
 * The upper bounds of the histogram buckets, in seconds. Most requests take less than the first bound, and clients
 * usually stop waiting at about the last bound.
 */
const buckets = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10]

/**
 * Measures requests by route and status. Routes are identified by their rows in the route table. Requests that match no
 * route are counted under the name `none`.
 */
export function measureRequests(registry: Registry): CountRequest {
  const durations = new Histogram({
    name: 'plenum_request_duration_seconds',
    help: 'Duration of requests in seconds, until the client received the answer.',
    labelNames: ['route', 'status'],
    buckets,
    registers: [registry],
  })
  return (res, milliseconds) => {
    const route = factsOf(res)?.row?.address ?? 'none'
    const status = res.writableFinished ? res.statusCode : 'aborted'
    durations.observe({ route, status }, milliseconds / 1000)
  }
}
