import type { AnswerCounts, SemaphoreCounts, Site } from '@plenum/core'
import type { MemoizeStatus } from '@plenum/core/answers'
import type { AnswerBudgetCounts } from '@plenum/express-adapter'
import type { ReplicaCounts, StoreCounts } from '@plenum/sql-store'
import { collectDefaultMetrics, type MetricObjectWithValues, type MetricValue, Registry } from 'prom-client'
import { measureAnswerRoom, measureAnswers } from './answerMetrics.js'
import { measureDatabase, measureQueues, measureReplicas } from './databaseMetrics.js'
import { memoizeMetrics } from './memoizeMetrics.js'
import { type CountRequest, measureRequests } from './requestMetrics.js'

/** The figures of one process. */
export type Figures = readonly MetricObjectWithValues<MetricValue<string>>[]

/** The metrics of this process in the format of Prometheus. */
export interface Metrics {
  readonly contentType: string
  /** Called for each finished request. */
  readonly countRequest: CountRequest
  read(): Promise<string>
  /** The same as values, to be aggregated with those of other processes. */
  figures(): Promise<Figures>
}

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
export function createMetrics(measured: Measured): Metrics {
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
    read: async () => {
      write(await memoize())
      return registry.metrics()
    },
    figures: async () => {
      write(await memoize())
      return registry.getMetricsAsJSON()
    },
  }
}
