import { createServer, type Server } from 'node:http'
import type { AnswerCounts } from '@plenum/core'
import type { MemoizeStatus } from '@plenum/core/memoize'
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'

/** The metrics of this process in the format of Prometheus. */
export interface Metrics {
  readonly contentType: string
  read(): Promise<string>
}

/** What is measured beside the process itself. */
export interface Measured {
  /** Asks the server of the cache. */
  memoize(): Promise<MemoizeStatus>
  answers(): AnswerCounts
}

/** Metrics of the shared cache, of kept answers and of the process. */
export function createMetrics({ memoize, answers }: Measured): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const write = memoizeMetrics(registry)
  measureAnswers(registry, answers)
  return {
    contentType: registry.contentType,
    read: async () => {
      write(await memoize())
      return registry.metrics()
    },
  }
}

/** They are counted in this process since it started. */
function measureAnswers(registry: Registry, counts: () => AnswerCounts): void {
  const gauge = (name: string, help: string, read: (counted: AnswerCounts) => number) =>
    new Gauge({
      name: `plenum_answers_${name}`,
      help,
      registers: [registry],
      collect() {
        this.set(read(counts()))
      },
    })
  gauge('kept', 'Answers that are kept ready.', ({ answers }) => answers)
  gauge('bytes', 'Bytes of the answers that are kept ready.', ({ bytes }) => bytes)
  new Counter({
    name: 'plenum_answers_lookups_total',
    help: 'Requests whose answer was looked for among those that are kept.',
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      this.reset()
      const { hits, misses } = counts()
      this.inc({ outcome: 'hit' }, hits)
      this.inc({ outcome: 'miss' }, misses)
    },
  })
}

function memoizeMetrics(registry: Registry): (status: MemoizeStatus) => void {
  const registers = [registry]
  const gauge = (name: string, help: string) => new Gauge({ name: `plenum_memoize_${name}`, help, registers })
  const active = gauge('active', 'Whether values are shared through a server.')
  const writeServer = serverMetrics(gauge)
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
  return status => {
    active.set(Number(status.active))
    writeServer(status)
    route.reset()
    // Reset, because `status` has the totals; they never decrease.
    events.reset()
    for (const [name, { counters, route: taken }] of Object.entries(status.functions)) {
      route.set({ function: name, route: taken }, 1)
      for (const [event, count] of Object.entries(counters)) events.inc({ function: name, event }, count)
    }
  }
}

/** The metrics of the server. Without a server they are left out, so that no alert fires because it is down. */
function serverMetrics(gauge: (name: string, help: string) => Gauge): (status: MemoizeStatus) => void {
  const open = gauge('breaker_open', 'Whether the server is left alone after a failure.')
  const retry = gauge('breaker_retry_seconds', 'Seconds until the server is tried again.')
  const up = gauge('server_up', 'Whether the server answered.')
  const latency = gauge('server_latency_seconds', 'Seconds that a ping to the server took.')
  return ({ breaker, server }) => {
    tell(open, breaker && Number(breaker.open))
    tell(retry, breaker?.seconds_until_retry)
    tell(up, server && Number(server.error === null))
    tell(latency, server?.error === null ? server.latency_ms / 1000 : null)
  }
}

/** Sets a gauge, or removes it when it has no value: otherwise it would show 0. */
function tell(gauge: Gauge, value: number | null | undefined): void {
  if (typeof value === 'number') gauge.set(value)
  else gauge.remove()
}

/** Answers only `GET` and `HEAD` of `/metrics`; for a port that is not public. */
export function createMetricsServer(metrics: Metrics, onError: (error: unknown) => void): Server {
  return createServer(async (req, res) => {
    if (!['GET', 'HEAD'].includes(req.method ?? '') || req.url?.replace(/\?.*/, '') !== '/metrics') {
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
