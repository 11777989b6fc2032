import type { AnswerCounts, SemaphoreCounts, Site } from '@plenum/core'
import type { MemoizeStatus } from '@plenum/core/answers'
import type { AnswerBudgetCounts } from '@plenum/express-adapter'
import type { ReplicaCounts, StoreCounts } from '@plenum/sql-store'
import { Counter, collectDefaultMetrics, type MetricObjectWithValues, type MetricValue, Registry } from 'prom-client'
import { measureDatabase, measureQueues, measureReplicas } from './databaseMetrics.js'
import { addCounters, addGauges } from './gauges.js'
import { memoizeMetrics } from './memoizeMetrics.js'
import { measureRequests } from './requestMetrics.js'

/** The figures of one process. */
export type Figures = readonly MetricObjectWithValues<MetricValue<string>>[]

/** The metrics of this process in the format of Prometheus. */
export type Metrics = ReturnType<typeof createMetrics>

/** Sources of the metrics, in addition to the process itself. */
export interface Measured {
  /** Queries the server of the cache. */
  memoize(): Promise<MemoizeStatus>
  answers(): AnswerCounts
  answerBudget(): AnswerBudgetCounts
  database(): StoreCounts
  replicas(): readonly ReplicaCounts[]
  readonly site: Pick<Site, 'scheduler'>
  passwordCounts(): SemaphoreCounts
}

/** Metrics of requests, their queues, caches, and the process with its event loop. */
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
    /** Called for each finished request. */
    countRequest: measureRequests(registry),
    read: async (): Promise<string> => {
      write(await memoize())
      return registry.metrics()
    },
    /** The same as values, to be aggregated with those of other processes. */
    figures: async (): Promise<Figures> => {
      write(await memoize())
      return registry.getMetricsAsJSON()
    },
  }
}

/** Counts of the answer cache in this process since its start. */
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

/** Answers that are ready and wait for their clients. */
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
