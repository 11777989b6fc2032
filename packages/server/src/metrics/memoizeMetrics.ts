import type { MemoizeStatus } from '@plenum/core/answers'
import { Counter, Gauge, type Registry } from 'prom-client'

/** A value of several processes is that of one of them, or their average: these metrics have no sum. */
type NewGauge = (name: string, help: string, aggregator: 'max' | 'min' | 'average') => Gauge

/** Metrics of the shared cache. The returned function writes a status into them. */
export function memoizeMetrics(registry: Registry): (status: MemoizeStatus) => void {
  const registers = [registry]
  const gauge: NewGauge = (name, help, aggregator) =>
    new Gauge({ name: `plenum_memoize_${name}`, help, aggregator, registers })
  const active = gauge('active', 'Whether values are shared through a server.', 'max')
  const writeServer = serverMetrics(gauge)
  const events = new Counter({
    name: 'plenum_memoize_events_total',
    help: 'Lookups by result.',
    labelNames: ['function', 'event'],
    registers,
  })
  const route = new Gauge({
    name: 'plenum_memoize_route',
    help: 'Route of the values of a function: 1 for the active route.',
    labelNames: ['function', 'route'],
    aggregator: 'max',
    registers,
  })
  return status => {
    active.set(Number(status.active))
    writeServer(status)
    route.reset()
    // Reset, because `status` contains the totals; they never decrease.
    events.reset()
    for (const [name, { counters, route: current }] of Object.entries(status.functions)) {
      route.set({ function: name, route: current }, 1)
      for (const [event, count] of Object.entries(counters)) events.inc({ function: name, event }, count)
    }
  }
}

/** The metrics of the server. Without a server they are omitted, so that no alert fires because it is down. */
function serverMetrics(gauge: NewGauge): (status: MemoizeStatus) => void {
  const open = gauge('breaker_open', 'Whether the server is left alone after a failure.', 'max')
  const retry = gauge('breaker_retry_seconds', 'Seconds until the server is tried again.', 'max')
  const up = gauge('server_up', 'Whether the server answered.', 'min')
  const latency = gauge('server_latency_seconds', 'Seconds that a ping to the server took.', 'average')
  return ({ breaker, server }) => {
    setOrRemove(open, breaker && Number(breaker.open))
    setOrRemove(retry, breaker?.seconds_until_retry)
    setOrRemove(up, server && Number(server.error === null))
    setOrRemove(latency, server?.error === null ? server.latency_ms / 1000 : null)
  }
}

/** Sets a gauge, or removes it if it has no value: otherwise it would show 0. */
function setOrRemove(gauge: Gauge, value: number | null | undefined): void {
  if (typeof value === 'number') gauge.set(value)
  else gauge.remove()
}
