import { createServer, type Server } from 'node:http'
import type { MemoizeStatus } from '@plenum/core'
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'

/** Figures of this process in the form that Prometheus reads. */
export interface Metrics {
  readonly contentType: string
  read(): Promise<string>
}

/** How the shared cache does, and the process. Asks the server of the cache each time. */
export function createMetrics(status: () => Promise<MemoizeStatus>): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const write = memoizeMetrics(registry)
  return {
    contentType: registry.contentType,
    read: async () => {
      write(await status())
      return registry.metrics()
    },
  }
}

function memoizeMetrics(registry: Registry): (status: MemoizeStatus) => void {
  const registers = [registry]
  const gauge = (name: string, help: string) => new Gauge({ name: `plenum_memoize_${name}`, help, registers })
  const active = gauge('active', 'Whether values are shared through a server.')
  const open = gauge('breaker_open', 'Whether the server is left alone after a failure.')
  const retry = gauge('breaker_retry_seconds', 'Seconds until the server is tried again.')
  const up = gauge('server_up', 'Whether the server answered.')
  const latency = gauge('server_latency_seconds', 'Seconds that a ping to the server took, or until it failed.')
  const events = new Counter({
    name: 'plenum_memoize_events_total',
    help: 'What came of lookups.',
    labelNames: ['function', 'event'],
    registers,
  })
  const route = new Gauge({
    name: 'plenum_memoize_route',
    help: 'Where values of a function go: 1 for its route.',
    labelNames: ['function', 'route'],
    registers,
  })
  return ({ active: isActive, breaker, server, functions }) => {
    active.set(Number(isActive))
    open.set(Number(breaker?.open ?? false))
    retry.set(breaker?.seconds_until_retry ?? 0)
    up.set(Number(server !== null && server.error === null))
    latency.set((server?.latency_ms ?? 0) / 1000)
    route.reset()
    // They are counted elsewhere, and never fall.
    events.reset()
    for (const [name, { counters, route: taken }] of Object.entries(functions)) {
      route.set({ function: name, route: taken }, 1)
      for (const [event, count] of Object.entries(counters)) events.inc({ function: name, event }, count)
    }
  }
}

/** Answers `GET /metrics` and nothing else; meant for a port that the outside does not reach. */
export function createMetricsServer(metrics: Metrics, onError: (error: unknown) => void): Server {
  return createServer(async (req, res) => {
    if (req.method !== 'GET' || req.url?.replace(/\?.*/, '') !== '/metrics') {
      res.writeHead(404).end()
      return
    }
    try {
      const text = await metrics.read()
      res.writeHead(200, { 'Content-Type': metrics.contentType }).end(text)
    } catch (error) {
      onError(error)
      res.writeHead(500).end()
    }
  })
}
