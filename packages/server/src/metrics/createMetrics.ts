import type { AnswerCounts, SemaphoreCounts, Site } from '@plenum/core'
import type { MemoizeStatus } from '@plenum/core/answers'
import type { AnswerBudgetCounts } from '@plenum/express-adapter'
import type { ReplicaCounts, StoreCounts } from '@plenum/sql-store'
import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client'
import { measureDatabase, measureQueues, measureReplicas } from './databaseMetrics.js'
import { addCounters, addGauges } from './gauges.js'
import { measureRequests } from './requestMetrics.js'

export type Figures = readonly MetricObjectWithValues<MetricValue<string>>[]

export type Metrics = ReturnType<typeof createMetrics>

/** The parts of the service from which the metrics are read, in addition to the process itself. */
export interface Measured {
  memoize(): Promise<MemoizeStatus>
  answers(): AnswerCounts
  answerBudget(): AnswerBudgetCounts
  database(): StoreCounts
  replicas(): readonly ReplicaCounts[]
  readonly site: Pick<Site, 'scheduler'>
  passwordCounts(): SemaphoreCounts
}

export function createMetrics(measured: Measured) {
  const { memoize, site, passwordCounts } = measured
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const write = memoizeMetrics(registry)
  measureAnswers(registry, measured.answers)
  measureAnswerRoom(registry, measured.answerBudget)
  measureDatabase(registry, measured.database)
  measureReplicas(registry, measured.replicas)
  measureQueues(registry, { long_requests: site.scheduler.long, password_checks: passwordCounts })
  return {
    contentType: registry.contentType,
    countRequest: measureRequests(registry),
    read: async (): Promise<string> => {
      write(await memoize())
      return registry.metrics()
    },
    /** Returns the metrics in a format that can be combined with the metrics of other processes. */
    figures: async (): Promise<Figures> => {
      write(await memoize())
      return registry.getMetricsAsJSON()
    },
  }
}

function measureAnswers(registry: Registry, counts: () => AnswerCounts): void {
  addGauges(registry, {
    plenum_answers_kept: ['Number of cached answers.', () => counts().answers],
    plenum_answers_bytes: ['Size of all cached answers in bytes.', () => counts().bytes],
  })
  new Counter({
    name: 'plenum_answers_lookups_total',
    help: 'Lookups in the cache of answers, by result.',
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

function measureAnswerRoom(registry: Registry, counts: () => AnswerBudgetCounts): void {
  addGauges(registry, {
    plenum_unread_answers: ['Answers that their clients have not read completely.', () => counts().answers],
    plenum_unread_answers_bytes: [
      'Size in bytes of the answers that clients have not read completely.',
      () => counts().bytes,
    ],
  })
  addCounters(registry, {
    plenum_unread_answers_cut_total: [
      'Slow clients that were disconnected because ANSWER_ROOM was full.',
      () => counts().cut,
    ],
  })
}

/**
 * Creates a gauge. For several processes, the gauge reports the maximum, minimum or average of their values, because
 * the sum would be meaningless.
 */
type NewGauge = (name: string, help: string, aggregator: 'max' | 'min' | 'average') => Gauge

function memoizeMetrics(registry: Registry): (status: MemoizeStatus) => void {
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
    // `status` contains totals since the start of the process, so the counters are reset before the totals are added.
    events.reset()
    for (const [name, { counters, route: current }] of Object.entries(status.active ? status.functions : {})) {
      route.set({ function: name, route: current }, 1)
      for (const [event, count] of Object.entries(counters)) events.inc({ function: name, event }, count)
    }
  }
}

/**
 * Creates the metrics of the cache server. If no server is configured, these metrics are omitted, so that they trigger
 * no alerts.
 */
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

/** Sets a gauge. If there is no value, removes the gauge, because the gauge would otherwise report 0. */
function setOrRemove(gauge: Gauge, value: number | null | undefined): void {
  if (typeof value === 'number') gauge.set(value)
  else gauge.remove()
}
