import type { ServerResponse } from 'node:http'
import { factsOf } from '@plenum/express-adapter'
import { Histogram, type Registry } from 'prom-client'

/** Counts a request whose answer has ended, after so many milliseconds. */
export type CountRequest = (res: ServerResponse, milliseconds: number) => void

/** Seconds. Requests mostly take less than the first; clients give up near the last. */
const buckets = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10]

/**
 * Requests by route and status. There are only as many routes as rows of the table; an address that belongs to none
 * counts as `none`, whatever it is.
 */
export function measureRequests(registry: Registry): CountRequest {
  const durations = new Histogram({
    name: 'plenum_request_duration_seconds',
    help: 'Seconds until the client had its answer.',
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
